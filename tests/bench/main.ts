import { cpus } from 'node:os';
import { benchComparison } from './comparison.ts';
import { benchForecast } from './forecast.ts';
import { benchPlan } from './plan.ts';

const benchmarks: Readonly<Record<string, () => void | Promise<void>>> = {
  comparison: benchComparison,
  forecast: benchForecast,
  plan: benchPlan,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(benchmarks, name));
if (unknown !== undefined) {
  console.error(`bench: "${unknown}" is none of ${Object.keys(benchmarks).join(', ')}`);
  process.exit(2);
}
console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`);
for (const [name, bench] of Object.entries(benchmarks)) if (asked.length === 0 || asked.includes(name)) await bench();
