import Database from 'better-sqlite3'
import { createRouterClient } from '@orpc/server'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readJsonText } from '#contract/api/serialized-json.ts'
import type { ScreenConditionOf, ScreenMatch, ScreenSpec } from '#contract/api/screens.ts'
import { openCore } from '#core/core.ts'
import type { Writer } from '#core/database/reader-writer.ts'
import { enhancedResource } from '#core/fundamentals/resources.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { milliseconds, percentile, timed, times, type Measured } from './measure.ts'
import { newLibrary } from './new-library.ts'

const companies = Number(process.env['TEARSHEET_BENCH_COMPANIES'] ?? 5000)
const quarters = 40
const rounds = 60
const rawFields = [
  'Revenue',
  'CostOfRevenue',
  'GrossProfit',
  'SellingGeneralAdministrative',
  'ResearchDevelopment',
  'OperatingIncome',
  'IncomeBeforeIncomeTaxes',
  'IncomeTaxes',
  'NetIncomeLossAttributableCommonShareholders',
  'EBITDA',
  'CashEquivalents',
  'ShortTermInvestments',
  'DebtCurrent',
  'LongTermDebtCapitalLeaseObligations',
  'NetCashOperatingActivities',
  'PurchasePropertyPlantEquipment',
  'roic',
] as const

const symbolOf = (company: number) => `SC${String(company).padStart(5, '0')}`

/** Twenty conditions over 5,000 companies of 40 quarters in the core, beside one bare SQL statement over a table made for it. */
export async function screener(): Promise<Measured[]> {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  try {
    const library = await newLibrary(profile)
    const { writer } = library
    if (!writer) throw new Error('the bench folder is read-only')
    for (let company = 0; company < companies; company += 1) storeCompany(writer, company, 0)
    library.close()
    return await measure(profile)
  } finally {
    rmSync(profile, { recursive: true })
  }
}

function storeCompany(writer: Writer, company: number, more: number): void {
  const symbol = symbolOf(company)
  const data = Array.from({ length: quarters }, (_, at) => quarterOf(company, at, more))
  const asked = { symbol, page: 1, page_size: 100 }
  const sent = { body: Buffer.from(JSON.stringify({ data, message: '' })), contentType: 'application/json' }
  const received = validateResponse('fundamentals.enhanced', asked, { path: '/', parameters: {} }, sent, Date.now(), {
    operation: 'fundamentals.enhanced',
    host: 'bench',
  })
  storeResponse(writer, received, enhancedResource)
}

/** Margins and growth differ from company to company, so that each condition excludes some. */
function quarterOf(company: number, at: number, more: number): Record<string, unknown> {
  const [year, quarter] = [2016 + Math.floor(at / 4), (at % 4) + 1]
  const end = `${year}-${String(quarter * 3).padStart(2, '0')}-${quarter === 1 || quarter === 4 ? 31 : 30}`
  const share = (place: number) => (((company * 7919 + place * 104_729) % 1000) + 1) / 1000
  const revenue = 1e6 * (1 + share(1)) * (1 + 0.02 * share(2)) ** at + more
  const operating = revenue * (0.02 + 0.3 * share(3) + 0.001 * share(4) * at)
  return {
    symbol: symbolOf(company),
    EndPeriod: end,
    Quarter: `Q${quarter}`,
    Year: year,
    Revenue: revenue,
    CostOfRevenue: revenue * 0.5,
    GrossProfit: revenue * (0.4 + 0.2 * share(5)),
    SellingGeneralAdministrative: revenue * 0.2 * share(6),
    ResearchDevelopment: revenue * 0.1 * share(7),
    OperatingIncome: operating,
    IncomeBeforeIncomeTaxes: operating * 0.95,
    IncomeTaxes: operating * 0.25 * share(8),
    NetIncomeLossAttributableCommonShareholders: operating * 0.7,
    EBITDA: operating * 1.2,
    CashEquivalents: revenue * share(9),
    ShortTermInvestments: revenue * 0.1,
    DebtCurrent: revenue * 0.2 * share(10),
    LongTermDebtCapitalLeaseObligations: revenue * 2 * share(11),
    NetCashOperatingActivities: operating * (0.8 + share(12)),
    PurchasePropertyPlantEquipment: -operating * 0.3 * share(13),
    roic: 0.02 + 0.2 * share(14),
  }
}

type Figure = ScreenConditionOf<'figure'>
const condition = (field: string, operator: Figure['operator'], value: number, more: Partial<Figure> = {}): Figure => ({
  kind: 'figure',
  id: `${field} ${operator} ${JSON.stringify(more)}`.slice(0, 64),
  field,
  period: 'quarter',
  measure: 'value',
  over: 4,
  operator,
  value,
  ...more,
})
const margin = (field: string) => `calculated.${field}`

const conditions: readonly Figure[] = [
  condition(margin('operating_margin'), 'at-least', 0.04),
  condition(margin('gross_margin'), 'at-least', 0.41),
  condition(margin('net_margin'), 'at-least', 0.02),
  condition(margin('ebitda_margin'), 'at-least', 0.03),
  condition(margin('sga_share'), 'at-most', 0.19),
  condition(margin('rnd_share'), 'at-most', 0.095),
  condition(margin('tax_rate'), 'at-most', 0.26),
  condition(margin('fcf_margin'), 'at-least', 0.01),
  condition('roic', 'at-least', 0.03),
  condition('Revenue', 'at-least', 0.001, { measure: 'change' }),
  condition('OperatingIncome', 'at-least', 0, { measure: 'change' }),
  condition(margin('operating_margin'), 'at-least', -0.001, { measure: 'change' }),
  condition('Revenue', 'at-least', 0.001, { period: 'ltm', measure: 'change' }),
  condition(margin('operating_margin'), 'at-least', 0.04, { period: 'ltm' }),
  condition(margin('fcf_margin'), 'at-least', 0.01, { period: 'ltm' }),
  condition(margin('net_debt_to_ebitda'), 'at-most', 60, { period: 'ltm' }),
  condition(margin('operating_margin'), 'at-least', 0.03, { measure: 'average', over: 8 }),
  condition('Revenue', 'at-least', 0.001, { measure: 'growth', over: 12 }),
  condition('Revenue', 'at-least', 0.001, { measure: 'cagr', over: 5 }),
  condition(margin('net_debt'), 'below', 0),
]

/** The same by hand; `n` counts quarters back from the latest. */
const sum = (field: string, back = 0) =>
  `(SELECT sum(${field}) FROM screened AS each WHERE each.symbol = q.symbol AND each.n BETWEEN ${back} AND ${back + 3})`
const at = (field: string, back: number) =>
  `(SELECT ${field} FROM screened AS each WHERE each.symbol = q.symbol AND each.n = ${back})`
const debt = 'DebtCurrent + LongTermDebtCapitalLeaseObligations - CashEquivalents - ShortTermInvestments'
const statement = `SELECT symbol FROM screened AS q WHERE n = 0
  AND OperatingIncome / Revenue >= ? AND GrossProfit / Revenue >= 0.41
  AND NetIncomeLossAttributableCommonShareholders / Revenue >= 0.02 AND EBITDA / Revenue >= 0.03
  AND SellingGeneralAdministrative / Revenue <= 0.19 AND ResearchDevelopment / Revenue <= 0.095
  AND IncomeTaxes / IncomeBeforeIncomeTaxes <= 0.26
  AND (NetCashOperatingActivities + PurchasePropertyPlantEquipment) / Revenue >= 0.01 AND roic >= 0.03
  AND Revenue / ${at('Revenue', 4)} - 1 >= 0.001 AND OperatingIncome / ${at('OperatingIncome', 4)} - 1 >= 0
  AND OperatingIncome / Revenue - ${at('OperatingIncome / Revenue', 4)} >= -0.001
  AND ${sum('Revenue')} / ${sum('Revenue', 4)} - 1 >= 0.001 AND ${sum('OperatingIncome')} / ${sum('Revenue')} >= 0.04
  AND ${sum('NetCashOperatingActivities + PurchasePropertyPlantEquipment')} / ${sum('Revenue')} >= 0.01
  AND (${debt}) / ${sum('EBITDA')} <= 60
  AND (SELECT avg(OperatingIncome / Revenue) FROM screened AS each WHERE each.symbol = q.symbol AND each.n < 8) >= 0.03
  AND Revenue / ${at('Revenue', 12)} - 1 >= 0.001 AND pow(Revenue / ${at('Revenue', 20)}, 0.2) - 1 >= 0.001
  AND ${debt} < 0 ORDER BY symbol`

async function measure(profile: string): Promise<Measured[]> {
  const made = tableMadeForIt(join(profile, 'workspaces', 'sample', 'library.db'))
  const core = openCore({ profile, version: '0.0.0-bench' })
  try {
    const api = createRouterClient(core.router)
    const run = (value: number) => {
      const [first, ...others] = conditions
      if (!first) throw new Error('no conditions')
      const spec: ScreenSpec = {
        universe: { of: 'library' },
        asOf: null,
        oneCurrency: false,
        columns: null,
        groups: [{ kind: 'all', bypassed: false, conditions: [{ ...first, value }, ...others] }],
      }
      return api.screens.run({ spec })
    }
    const select = made.prepare<[number], { symbol: string }>(statement)
    const valueOf = (round: number) => 0.04 + round / 1000
    const cold = await timed(() => run(valueOf(0)))
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let round = 0; round <= rounds; round += 1) {
      let matches: readonly ScreenMatch[] = []
      let rows: { symbol: string }[] = []
      const mine = await timed(async () => {
        matches = readJsonText((await run(valueOf(round))).matches)
      })
      const other = await timed(() => (rows = select.all(valueOf(round))))
      const found = matches.map(({ symbol }) => symbol).join()
      if (found !== rows.map(({ symbol }) => symbol).join()) throw new Error(`round ${round}: other results than SQL`)
      if (round === 0) continue
      ours.push(mine)
      theirs.push(other)
    }
    const p95 = percentile(ours, 0.95)
    const ratio = p95 / percentile(theirs, 0.95)
    return [
      {
        what: `screen ${companies.toLocaleString('en-US')} companies × ${quarters} quarters by 20 conditions in the core, one value changed each time: p95 of ${rounds}, p50 ${milliseconds(percentile(ours, 0.5))} (the first time after the start: ${milliseconds(cold)})`,
        figure: milliseconds(p95),
        bar: '≤ 100 ms',
        held: p95 <= 100,
      },
      {
        what: `the same beside one bare SQL statement over a table made for it (${milliseconds(percentile(theirs, 0.95))})`,
        figure: times(ratio),
        bar: '≤ 3×',
        held: ratio <= 3,
      },
    ]
  } finally {
    made.close()
    await core.close()
  }
}

/** The columns that the conditions need and no other, a company's quarters together, the latest first. */
function tableMadeForIt(file: string): Database.Database {
  const made = new Database(':memory:')
  made.exec(`ATTACH '${file}' AS library;
    CREATE TABLE screened (symbol TEXT, n INTEGER, ${rawFields.map((field) => `${field} REAL`).join(', ')}, PRIMARY KEY (symbol, n)) WITHOUT ROWID;
    INSERT INTO screened SELECT symbol, row_number() OVER (PARTITION BY symbol ORDER BY EndPeriod DESC) - 1, ${rawFields.join(', ')}
      FROM library.fundamental_period WHERE symbol GLOB 'SC*';
    DETACH library;`)
  return made
}
