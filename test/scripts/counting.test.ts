import { describe, expect, test } from 'vitest'
import {
  closingLine,
  countPlaywright,
  countVitest,
  listedTests,
  skippedByVitest,
  sum,
} from '../../scripts/test/counting.mjs'

const vitest = (numbers: Record<string, unknown>) =>
  JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...numbers,
  })
const playwright = (stats: Record<string, number>, errors: unknown[] = []) =>
  JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors })

describe('the closing line of npm test', () => {
  test('counts all runners together', () => {
    const counts = [
      { passed: 1, failed: 0, skipped: 0 },
      countVitest(vitest({ numPassedTests: 40, numPendingTests: 1 }), 0).count,
      countPlaywright(playwright({ expected: 7, unexpected: 2 }), 1).count,
    ]
    expect(closingLine(sum(counts))).toBe('48 passed, 2 failed, 1 skipped')
  })

  test('does not mention skipped tests when there are none', () => {
    expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
  })
})

describe('a runner is not believed to have passed', () => {
  test('when it dies and leaves no results', () => {
    expect(countVitest(null, null)).toEqual({
      count: { passed: 0, failed: 1, skipped: 0 },
      trouble: 'vitest ended with a signal and left no results',
    })
    expect(countPlaywright('{"stats": {"expec', 1).count.failed).toBe(1)
  })

  test('when it ran nothing', () => {
    expect(countVitest(vitest({}), 0)).toEqual({
      count: { passed: 0, failed: 1, skipped: 0 },
      trouble: 'vitest ran no test at all',
    })
    expect(countPlaywright(playwright({ skipped: 3 }), 0).count).toEqual({ passed: 0, failed: 1, skipped: 3 })
  })

  test('when its exit code says otherwise, as after an unhandled rejection', () => {
    const { count, trouble } = countVitest(vitest({ numPassedTests: 5 }), 1)
    expect([count.failed, trouble]).toEqual([1, 'vitest ended with exit code 1 although no test failed'])
  })

  test('when a test file could not be loaded, which leaves no failed test behind', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
    ]
    expect(countVitest(vitest({ numPassedTests: 5, numFailedTests: 1, testResults }), 1).count.failed).toBe(2)
  })

  test('when it passed only at the second attempt, or had an error outside any test', () => {
    expect(countPlaywright(playwright({ expected: 4, flaky: 1 }, [{ message: 'no web server' }]), 1).count.failed).toBe(
      2,
    )
  })
})

test('the tests that a missing Electron runtime skips are counted one by one', () => {
  const report = { suites: [{ specs: [{}], suites: [{ specs: [{}, {}] }] }, { specs: [{}] }] }
  expect(listedTests(JSON.stringify(report))).toBe(4)
  expect(listedTests(null)).toBe(0)
})

test('tests that were left out are named', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'one' },
    { status: 'skipped', fullName: 'a workbook reckons' },
  ]
  expect(skippedByVitest(vitest({ testResults: [{ status: 'passed', assertionResults }] }))).toEqual([
    'a workbook reckons',
  ])
  expect(skippedByVitest(null)).toEqual([])
})
