import { cpus } from 'node:os';
import { benchComparison } from './comparison.ts';

console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`);
await benchComparison();
