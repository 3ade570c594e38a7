/**
 * How many of what a runner ran came out how. A static check counts as one test.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 */

/** @type {Count} */
export const onePassed = { passed: 1, failed: 0, skipped: 0 }
/** @type {Count} */
export const oneFailed = { passed: 0, failed: 1, skipped: 0 }

/**
 * @param {readonly Count[]} counts
 * @returns {Count}
 */
export function sum(counts) {
  return counts.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** @param {Count} count */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * @param {string | null} report vitest's JSON report; null when it wrote none
 * @param {number | null} status its exit code
 * @returns {{ count: Count, trouble: string | null }}
 */
export function countVitest(report, status) {
  const read = parse(report)
  if (!read) return crashed('vitest', status)
  const emptyFailures = list(read['testResults']).filter(
    (file) =>
      file['status'] === 'failed' && list(file['assertionResults']).every((test) => test['status'] !== 'failed'),
  )
  return judged('vitest', status, {
    passed: number(read['numPassedTests']),
    // A file that cannot be loaded has no tests, and is not nothing.
    failed: number(read['numFailedTests']) + emptyFailures.length,
    skipped: number(read['numPendingTests']) + number(read['numTodoTests']),
  })
}

/**
 * The names of the tests that were left out, for one that wants to know what was not tested here.
 *
 * @param {string | null} report vitest's JSON report
 * @returns {string[]}
 */
export function skippedByVitest(report) {
  return list(parse(report)?.['testResults'])
    .flatMap((file) => list(file['assertionResults']))
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ fullName }) => String(fullName))
}

/**
 * @param {string | null} report Playwright's JSON report; null when it wrote none
 * @param {number | null} status its exit code
 * @returns {{ count: Count, trouble: string | null }}
 */
export function countPlaywright(report, status) {
  const read = parse(report)
  if (!read) return crashed('Playwright', status)
  const stats = record(read['stats'])
  return judged('Playwright', status, {
    passed: number(stats['expected']),
    // A test that passes at the second attempt has failed once.
    failed: number(stats['unexpected']) + number(stats['flaky']) + list(read['errors']).length,
    skipped: number(stats['skipped']),
  })
}

/**
 * How many tests `playwright test --list` lists.
 *
 * @param {string | null} report its JSON report
 */
export function listedTests(report) {
  const read = parse(report)
  return read ? specsIn(read) : 0
}

/**
 * @param {Record<string, unknown>} suite
 * @returns {number}
 */
function specsIn(suite) {
  return list(suite['specs']).length + list(suite['suites']).reduce((total, inner) => total + specsIn(inner), 0)
}

/**
 * A runner's word is believed only when its exit code agrees and it ran something.
 *
 * @param {string} runner
 * @param {number | null} status
 * @param {Count} count
 */
function judged(runner, status, count) {
  const failed = { ...count, failed: count.failed + 1 }
  if (count.failed === 0 && status !== 0) {
    return { count: failed, trouble: `${runner} ended with ${exitWords(status)} although no test failed` }
  }
  if (count.passed + count.failed === 0) return { count: failed, trouble: `${runner} ran no test at all` }
  return { count, trouble: null }
}

/**
 * @param {string} runner
 * @param {number | null} status
 */
function crashed(runner, status) {
  return { count: oneFailed, trouble: `${runner} ended with ${exitWords(status)} and left no results` }
}

/** @param {number | null} status */
function exitWords(status) {
  return status === null ? 'a signal' : `exit code ${status}`
}

/**
 * @param {string | null} report
 * @returns {Record<string, unknown> | null}
 */
function parse(report) {
  if (report === null) return null
  try {
    const value = /** @type {unknown} */ (JSON.parse(report))
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @param {unknown} value */
function record(value) {
  return isRecord(value) ? value : {}
}

/** @param {unknown} value */
function list(value) {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** @param {unknown} value */
function number(value) {
  return typeof value === 'number' ? value : 0
}
