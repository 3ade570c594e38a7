import { expect, test } from 'vitest'
import type { ResolvedCompany } from '#contract/api/watchlists.ts'
import type { OperationCheck } from '#contract/api/workspaces.ts'
import type { Failure } from '#contract/failure.ts'
import {
  canContinue,
  firstKinds,
  loadingTime,
  loadOffText,
  summaryOf,
} from '../../../src/renderer/settings/connect/connect-text.ts'
import { CoverageLookup } from '../../../src/renderer/settings/connect/coverage-lookup.svelte.ts'
import {
  listingOptions,
  nextProblem,
  rowsOf,
  waitingLines,
  withChosenListings,
} from '../../../src/renderer/settings/connect/coverage-rows.ts'
import { symbolOf } from '../../../src/renderer/app/company-selection.svelte.ts'
import { ManualTime } from '../manual-time.ts'

const operations = [
  'fundamentals.enhanced',
  'fundamentals.lite',
  'calls.list',
  'calls.one',
  'ratings',
  'news',
  'securities',
] as const

/** All seven, of which these fail. */
const checksWith = (failing: Partial<Record<(typeof operations)[number], Failure>>): OperationCheck[] =>
  operations.map((operation) => {
    const failure = failing[operation] ?? null
    return {
      operation,
      title: '',
      path: '',
      result: failure ? 'fails' : 'works',
      message: [],
      failure,
      milliseconds: 200,
    }
  })
const allFail = (failure: Failure) => checksWith(Object.fromEntries(operations.map((each) => [each, failure])))

test.each<[Failure, RegExp]>([
  [{ kind: 'key-refused' }, /does not accept this key\. Check it with your provider/],
  [{ kind: 'not-allowed' }, /does not accept this key/],
  [{ kind: 'key-missing' }, /Enter the key/],
  [{ kind: 'offline' }, /Can’t reach api\.example\.com\. Check the base URL and your internet connection/],
  [{ kind: 'not-found', status: 404 }, /responds, but not as a data service\. Check the base URL/],
  [{ kind: 'not-json' }, /responds, but not as a data service/],
  [{ kind: 'service-error', status: 503 }, /returned an error \(status 503\)\. Test again later/],
  [{ kind: 'certificate' }, /not trusted, so no key was sent/],
])('a service of which nothing works says what to do (%o)', (failure, advice) => {
  const checks = allFail(failure)
  const summary = summaryOf(checks, 'api.example.com')
  expect(summary.result).toBe('0 of 7 operations work.')
  expect(summary.advice).toMatch(advice)
  expect(canContinue(checks)).toBe(false)
})

test('a key without news leaves the news out of the first download, and says so', () => {
  const checks = checksWith({ news: { kind: 'not-allowed', status: 403 } })
  expect(summaryOf(checks, 'api.example.com')).toEqual({
    result: '6 of 7 operations work.',
    advice:
      'News stays empty with this key; everything else is available. Ask your provider to add it, then test again.',
  })
  expect([canContinue(checks), firstKinds(checks)]).toEqual([true, ['enhanced', 'calls', 'ratings']])
})

test('a rejected key is what is reported, though the securities search works without one', () => {
  const failure: Failure = { kind: 'key-refused', status: 401 }
  const failing = Object.fromEntries(operations.slice(0, 6).map((each) => [each, failure]))
  const summary = summaryOf(checksWith(failing), 'api.example.com')
  expect(summary.result).toBe('1 of 7 operations works.')
  expect(summary.advice).toMatch(/does not accept this key/)
})

test('the time that loading takes goes by the seconds that the test measured', () => {
  expect([loadingTime(96, checksWith({})), loadingTime(4000, checksWith({})), loadingTime(4, [])]).toEqual([
    'about 5 s',
    'about 4 min',
    'about 1 s',
  ])
})

const company = (text: string, line: number, interpretedAs: string, symbol: string | null): ResolvedCompany => ({
  text,
  line,
  interpretedAs,
  security: symbol === null ? null : { ...security, symbol },
  alternatives: 0,
  listings: [],
  note: '',
  onList: false,
})
const security: NonNullable<ResolvedCompany['security']> = {
  id: 'BBG-XTSA',
  symbol: '',
  name: 'Halden Instruments',
  exchange: 'Tarn Stock Exchange',
  mic: 'XTSA',
  country: null,
  type: null,
  sector: null,
  currency: null,
  status: null,
  marketCap: null,
  isin: null,
  cusip: null,
  figi: null,
  cik: null,
  source: 'library',
  fetchedAt: 0,
  hasFundamentals: false,
}
const resolved = {
  companies: [
    company('HLDN', 1, 'symbol', 'HLDN'),
    company('Tamsin Controls', 3, 'name', null),
    company('US99RVST1099', 4, 'ISIN, invalid check digit', null),
    company('NOTREAL', 6, 'unknown', null),
  ],
  duplicates: [{ line: 5, sameAs: 1 }],
}

test('each pasted line has the row of what it was recognized as, and one goes from problem to problem', () => {
  const rows = rowsOf('HLDN\n\nTamsin Controls\nUS99RVST1099\nHLDN\nNOTREAL', resolved)
  expect(rows.map(({ is }) => is)).toEqual(['companies', 'empty', 'name', 'mistyped', 'duplicate', 'unknown'])
  expect([nextProblem(rows, 0, 1), nextProblem(rows, 3, 1), nextProblem(rows, 5, 1), nextProblem(rows, 3, -1)]).toEqual(
    [3, 5, 3, 5],
  )
})

test('a coverage is not loaded while its lines are read or looked up, which would be left out', () => {
  const ready = {
    ...{ isStarting: false, isLookingUp: false, isReading: false, isTooMuch: false },
    ...{ companies: 3, exchanges: 0, listName: 'Coverage' },
  }
  expect([
    loadOffText(ready),
    loadOffText({ ...ready, isLookingUp: true }),
    loadOffText({ ...ready, isReading: true }),
  ]).toEqual([null, 'companies are being looked up', 'companies are being read'])
})

test('lines that were never looked up stay after loading, as names do, with the head of their table', () => {
  const text = 'symbol,note\nHLDN,core\nNOTREAL,check\nTamsin Controls,\nGONE,'
  const companies = [
    company('HLDN', 2, 'symbol', 'HLDN'),
    company('NOTREAL', 3, 'unknown', null),
    company('Tamsin Controls', 4, 'name', null),
    company('GONE', 5, 'unknown', null),
  ]
  const rows = rowsOf(text, { companies, duplicates: [] })
  const waiting = (texts: readonly string[]) => waitingLines(text, rows, companies, (each) => texts.includes(each.text))
  expect(waiting(['NOTREAL', 'Tamsin Controls'])).toEqual(['symbol,note', 'NOTREAL,check', 'Tamsin Controls,'])
  expect(waiting([])).toEqual([])
})

function lookupSetup(offline: string | null = null) {
  const time = new ManualTime()
  const requested: string[] = []
  const lookup = new CoverageLookup({
    find: (text) => {
      requested.push(text)
      return Promise.resolve(null)
    },
    measure: (mic) => {
      requested.push(mic)
      return Promise.resolve({ mic, name: null, securities: 426, requests: 5, bytes: 1 })
    },
    offlineReason: () => offline,
    after: time.after,
    fail: (error) => {
      throw error
    },
  })
  return { time, requested, lookup }
}
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a text that is being typed is not looked up; names and mistyped identifiers never are; each line once', async () => {
  const { time, requested, lookup } = lookupSetup()
  lookup.consider([company('NOT', 6, 'unknown', null)])
  time.pass(300)
  lookup.consider(resolved.companies)
  time.pass(700)
  await settle()
  expect(requested.toSorted()).toEqual(['NOTREAL', 'XTSA'])
  lookup.consider(resolved.companies)
  time.pass(700)
  await settle()
  expect(requested).toHaveLength(2)
})

test('of a long list 100 lines are looked up automatically, and the next ones only when the user says so', async () => {
  const { time, requested, lookup } = lookupSetup()
  const pasted = Array.from({ length: 3000 }, (_, at) => company(`LINE${at}`, at + 1, 'unknown', null))
  for (let reload = 0; reload < 5; reload += 1) {
    lookup.consider(pasted)
    time.pass(700)
    await settle()
  }
  expect([requested.length, lookup.open(pasted).length]).toEqual([100, 2900])
  await lookup.lookUp(pasted)
  lookup.consider(pasted)
  time.pass(700)
  await settle()
  expect([requested.length, new Set(requested).size]).toEqual([200, 200])
})

test('nothing is requested while the service is unavailable', async () => {
  const { time, requested, lookup } = lookupSetup('offline when last tried')
  lookup.consider(resolved.companies)
  time.pass(700)
  await settle()
  expect(requested).toEqual([])
})

test('a line that may mean several listings offers them, and is loaded as the one that was chosen', () => {
  const listing = (id: string, symbol: string, mic: string | null) => ({ ...security, id, symbol, mic, exchange: null })
  const [main, second, other] = [listing('1', 'HLDN', 'XNAS'), listing('2', 'HLDN', 'XFRA'), listing('3', 'HLDG', null)]
  const halden = { ...company('Halden', 1, 'name', 'HLDN'), security: main, listings: [main, second] }
  expect(listingOptions(halden)).toEqual([
    { value: '1', label: 'XNAS' },
    { value: '2', label: 'XFRA' },
  ])
  expect(listingOptions({ ...halden, listings: [main, other] }).map(({ label }) => label)).toEqual([
    'XNAS, HLDN',
    'exchange not stated, HLDG',
  ])
  expect(listingOptions({ ...halden, listings: [main] })).toEqual([])
  const pasted = { companies: [{ ...halden, listings: [main, other] }], duplicates: [] }
  expect(withChosenListings(pasted, new Map([['Halden', '3']])).companies.map(symbolOf)).toEqual(['HLDG'])
  expect(withChosenListings(pasted, new Map([['Halden', 'gone']])).companies.map(symbolOf)).toEqual(['HLDN'])
})
