import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calibrationFile } from '../hardware/calibration-schema.ts';
import { findProblems } from './integrity.ts';
import { type DataFiles, readDataFiles } from './read-data.ts';
import { areProblems, readMeasurements } from './read-measurements.ts';
import { isProblems, type Problem, readYamlFile } from './yaml-file.ts';

const data = path.join(import.meta.dirname, '../../data');
const read = readDataFiles(data);
if (!('about' in read)) throw new Error(`data/ cannot be read: ${read[0]?.file} ${read[0]?.says}`);
const onFile: DataFiles = read;

describe('the check of what forecasts rest on', () => {
  let folder: string;
  /** A copy of the constants, and of one file of measurements. */
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'clusterfare-integrity-'));
    cpSync(path.join(data, 'calibration'), path.join(folder, 'calibration'), { recursive: true });
    mkdirSync(path.join(folder, 'measurements'));
    cpSync(path.join(data, 'measurements/fms-fsdp.yaml'), path.join(folder, 'measurements/fms-fsdp.yaml'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const change = (file: string, what: string | RegExp, by: string): void => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const changed = text.replace(what, by);
    expect(changed, `${what} is not in ${file}`).not.toBe(text);
    writeFileSync(path.join(folder, file), changed);
  };
  const said = (problems: readonly Problem[]): readonly string[] => problems.map(({ file, field, says }) => `${file} ${field}: ${says}`);
  const ofMeasurements = (): readonly string[] => {
    const measurements = readMeasurements(folder);
    return areProblems(measurements) ? said(measurements) : [];
  };
  const ofConstants = (name: keyof DataFiles['calibration']): readonly string[] => {
    const file = readYamlFile(path.join(folder, `calibration/${name}.yaml`), `data/calibration/${name}.yaml`, calibrationFile);
    if (isProblems(file)) return said(file);
    return said(findProblems({ ...onFile, calibration: { ...onFile.calibration, [name]: file } }, '2099-12-31'));
  };

  test('has nothing to say of the data as it is, and nothing of a fit that is older than a measurement', () => {
    expect(said(findProblems(onFile, '2099-12-31'))).toEqual([]);
    expect(areProblems(readMeasurements(data))).toBe(false);
    change('measurements/fms-fsdp.yaml', 'tokensPerSPerGpu: 3760', 'tokensPerSPerGpu: 3000');
    expect(ofMeasurements()).toEqual([]);
  });

  test.each([
    ['network', 'treeShare'],
    ['memory', 'logitBytes'],
    ['forecast', 'blockLaunchMs'],
  ] as const)('misses a constant of %s by name', (name, constant) => {
    change(`calibration/${name}.yaml`, `\n  ${constant}:`, '\n  another:');
    expect(ofConstants(name)).toEqual([
      `data/calibration/${name}.yaml constants: constant "${constant}" is missing`,
      `data/calibration/${name}.yaml constants.another: is a constant that no model reads`,
    ]);
  });

  test('names a constant outside its bounds', () => {
    change('calibration/network.yaml', /treeShare:(\s*\{?\s*)value: [\d.]+/, 'treeShare:$1value: 80');
    expect(ofConstants('network').join('\n')).toContain('data/calibration/network.yaml constants.treeShare');
  });

  test('names file and place of a measurement that cannot be, of an id used twice and of a source that is not listed', () => {
    change('measurements/fms-fsdp.yaml', 'id: fms-fsdp-13b-128', 'id: fms-fsdp-7b-128');
    expect(ofMeasurements()).toEqual(['data/measurements/fms-fsdp.yaml runs.1.id: "fms-fsdp-7b-128" is on file already']);
    change('measurements/fms-fsdp.yaml', 'source: foundation-model-stack-fms-fsdp-readme', 'source: someone');
    expect(ofMeasurements()[0]).toBe('data/measurements/fms-fsdp.yaml runs.0.source: "someone" is not under "sources"');
    change('measurements/fms-fsdp.yaml', 'tokensPerSPerGpu: 3760', 'mfu: 55');
    expect(ofMeasurements().join('\n')).toContain('data/measurements/fms-fsdp.yaml runs.0.measured.mfu');
  });

  test('names a file that would not be read, and one that is no YAML', () => {
    writeFileSync(path.join(folder, 'measurements/notes.txt'), 'to do');
    expect(ofMeasurements()).toEqual(['data/measurements/notes.txt : is no .yaml file and would not be read']);
    rmSync(path.join(folder, 'measurements/notes.txt'));
    writeFileSync(path.join(folder, 'calibration/network.yaml'), 'constants: [');
    expect(ofConstants('network').length).toBeGreaterThan(0);
  });
});
