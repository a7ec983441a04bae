/**
 * One plain line from vitest's JSON report, for readers that know no test runner. A file that could not even be loaded
 * has no tests to count, so it counts as one failed test: it must not vanish from the sum.
 */
export function countTests(report, { leftOut = 0 } = {}) {
  if (report === null) return { passed: 0, failed: 1, skipped: leftOut };
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests + leftOut,
  };
}

export function countLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
