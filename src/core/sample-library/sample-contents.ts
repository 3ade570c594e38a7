/** What the sample library contains: exchanges, companies, watchlists and downloads. */

import type { AlertCondition } from '#contract/api/alerts.ts'
import type { ApiInputs } from '#contract/api/api.ts'
import type { OfflineChoice } from '#contract/api/sync.ts'

/** The exchanges on which the sample's securities are listed (resources/sample/exchanges.json). */
export const sampleExchanges: readonly string[] = [
  'XNAS',
  'XNYS',
  'ARCX',
  'XLON',
  'XETR',
  'XFRA',
  'XPAR',
  'XAMS',
  'XSWX',
  'XSTO',
  'XTSE',
  'XTKS',
  'XHKG',
  'XASX',
]

/** Companies that compete with one another. The first three have the two restated periods and the call with real speech. */
const compared: readonly string[] = ['HLDN', 'KSTM', 'VSPO', 'TMSN', 'ESKD']

/** Companies that are loaded completely, those on the first page first. WRFB is a bank. */
export const sampleCoverage: readonly string[] = [
  ...compared,
  'BKAN',
  'LWFL',
  'ARMV',
  'CVNR',
  'DNMP',
  'FNWT',
  'GRSB',
  'WRFB',
  'INVL',
  'JRGM',
  'NRWT',
]

interface SampleWatchlist {
  readonly name: string
  readonly symbols: readonly string[]
}

/** The first one is downloaded. */
export const sampleWatchlists: readonly [SampleWatchlist, ...SampleWatchlist[]] = [
  { name: 'Sample coverage', symbols: sampleCoverage },
  { name: 'Precision instruments', symbols: [...compared, 'BKAN'] },
]

/** Each has a restated period: the sample service publishes it at the second request for their statements. */
export const restatedCompanies: readonly string[] = ['HLDN', 'VSPO']

/** The latest recorded call of each is downloaded: the first one's is speech. */
export const recordedCompanies: readonly string[] = ['HLDN', 'KSTM', 'VSPO']

/** Everything that there is of a company: the sample's dates do not move on with the calendar. */
export const sampleChoice: OfflineChoice = {
  kinds: ['enhanced', 'calls', 'ratings', 'news'],
  years: 50,
  callMonths: 600,
  ratingMonths: 600,
  newsMonths: 600,
  quality: 'smallest',
}

export const sampleComparison: ApiInputs['comparisons']['save'] = {
  name: 'Precision instruments, LTM',
  spec: {
    companies: compared.map((symbol) => ({ symbol })),
    lines: [
      'Revenue',
      'calculated.gross_margin',
      'calculated.operating_margin',
      'calculated.ebitda_margin',
      'calculated.net_margin',
      'calculated.fcf_margin',
    ],
    basis: 'ltm',
    alignment: 'calendar',
    mode: 'values',
    periods: 4,
    asOf: null,
    adjustSplits: false,
    look: { layout: 'spread', pivoted: false, line: '', period: '', ranks: 'newest', chart: 'trends' },
  },
}

export const sampleSearch: ApiInputs['search']['save'] = {
  name: 'Price increases',
  query: '"list increase" OR "price increase" OR pricing',
  chosen: {},
}

/** The sample's restatements cause the first alerts in the log. */
export const sampleAlerts: readonly AlertCondition[] = [
  { kind: 'restated', above: 0 },
  { kind: 'downgrade' },
  { kind: 'tie' },
  { kind: 'sentiment' },
]
