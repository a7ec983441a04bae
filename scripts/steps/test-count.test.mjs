import { expect, test } from 'vitest';
import { countLine, countTests } from './test-count.mjs';

const report = {
  numPassedTests: 7,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 0,
  testResults: [
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
  ],
};

test('the line names what passed, failed and was skipped', () => {
  expect(countLine(countTests(report))).toBe('7 passed, 1 failed, 2 skipped');
});

test('nothing is said of skipped tests where there are none', () => {
  expect(countLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
});

test('files of a suite that was left out count as skipped', () => {
  expect(countTests(report, { leftOut: 3 }).skipped).toBe(5);
});

test('a file that cannot be loaded counts as a failed test', () => {
  const broken = { status: 'failed', assertionResults: [] };
  expect(countTests({ ...report, testResults: [...report.testResults, broken] }).failed).toBe(2);
});

test('a run without a report is a failed one', () => {
  expect(countLine(countTests(null))).toBe('0 passed, 1 failed');
});
