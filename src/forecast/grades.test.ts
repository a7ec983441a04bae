import { expect, test } from 'vitest';
import { gradeOfEfficiency } from './grades.ts';

test('a grade begins at its bound: 95% is excellent, 85% good, 70% costly', () => {
  expect([1, 0.95, 0.9499, 0.85, 0.8499, 0.7, 0.6999, 0].map(gradeOfEfficiency)).toEqual([
    'excellent',
    'excellent',
    'good',
    'good',
    'costly',
    'costly',
    'mostly-waste',
    'mostly-waste',
  ]);
});
