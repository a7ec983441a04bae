import { toDay } from '../units/date.ts';
import { countData, findProblems } from './integrity.ts';
import { readDataFiles } from './read-data.ts';
import { areProblems, readMeasurements } from './read-measurements.ts';
import type { Problem } from './yaml-file.ts';

/** `node integrity-cli.js DATA`: exit 1 with one line for each broken rule (file, line, field, what would be right). */

const print = (problem: Problem): void => {
  console.error(`${problem.file}:${problem.line}${problem.field === '' ? '' : ` ${problem.field}`}: ${problem.says}`);
};

const folder = process.argv[2] ?? 'data';
const files = readDataFiles(folder);
const today = toDay(new Date().toISOString().slice(0, 10));
const measurements = readMeasurements(folder, today);
const problems = [...('about' in files ? findProblems(files, today) : files), ...(areProblems(measurements) ? measurements : [])];
for (const problem of problems) print(problem);
if (!('about' in files) || areProblems(measurements) || problems.length > 0) {
  console.error(`${problems.length} ${problems.length === 1 ? 'place' : 'places'} to mend.`);
  process.exit(1);
}

const counts = countData(files);
const { yes, no, unknown } = counts.multiNode;
console.log(`${counts.offers} offers of ${counts.providers} providers; multi-node yes ${yes}, no ${no}, unknown ${unknown}.`);
console.log(`${counts.confirmed} values with a source on file, ${counts.unconfirmed} unconfirmed.`);
console.log(`${counts.prices} prices and ${counts.observations} regional observations; ${counts.models} models.`);
const runs = measurements.reduce((sum, file) => sum + file.runs.length, 0);
const constants = Object.values(files.calibration).reduce((sum, file) => sum + Object.keys(file.value.constants).length, 0);
console.log(`${runs} published runs in ${measurements.length} files; ${constants} constants of the forecast.`);
