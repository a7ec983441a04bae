import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { ModelShape } from '../../src/workload/model-shape.ts';
import { modelsFile } from '../../src/workload/preset-schema.ts';
import { findPreset, openPresets } from '../../src/workload/presets.ts';

const folder = path.join(import.meta.dirname, '../../data/models');

/** The files of `data/models`, read as tests need them: without the build. */
export const modelFiles = readdirSync(folder)
  .sort()
  .map((file) => modelsFile.parse(parse(readFileSync(path.join(folder, file), 'utf8'))));

export const presetsOnFile = openPresets(modelFiles);

export const shapeOnFile = (name: string): ModelShape => findPreset(presetsOnFile, name).shape;
