import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScreenConditionOf } from '#contract/api/screens.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { liveWorkspace, openedCore } from '../opened-core.ts'
import { sampleCoverage } from '#core/sample-library/sample-contents.ts'
import { before, latest, sumOf } from './quarters-in-sql.ts'
import { askLibrary, figure, group, matchesIn, screen, symbolsIn } from './screen-setup.ts'

let service: SampleService
beforeAll(async () => {
  service = await startSampleService()
})
afterAll(() => service.close())

async function loadedSample() {
  const opened = openedCore()
  await liveWorkspace(opened, service.baseUrl, { key: sampleKey })
  for (const symbol of sampleCoverage)
    await opened.api.fetch.enhancedFundamentals({ parameters: { symbol }, freshness: 'service' })
  return opened
}

const cases: readonly (readonly [name: string, condition: ScreenConditionOf<'figure'>, sql: string])[] = [
  [
    'operating margin of the latest quarter',
    figure('calculated.operating_margin', 'at-least', 0.12),
    `SELECT q.symbol FROM q WHERE Revenue > 0 AND OperatingIncome * 1.0 / Revenue >= 0.12`,
  ],
  [
    'growth of revenue on a year ago',
    figure('Revenue', 'above', 0.04, { measure: 'change' }),
    `SELECT q.symbol FROM q WHERE ${before('Revenue', 4)} > 0 AND Revenue >= 0 AND Revenue * 1.0 / ${before('Revenue', 4)} - 1 > 0.04`,
  ],
  [
    'change of the gross margin on a year ago, in points',
    figure('calculated.gross_margin', 'below', 0, { measure: 'change' }),
    `SELECT q.symbol FROM q WHERE GrossProfit * 1.0 / Revenue - ${before('GrossProfit', 4)} * 1.0 / ${before('Revenue', 4)} < 0`,
  ],
  [
    'free cash flow margin of the last twelve months',
    figure('calculated.fcf_margin', 'at-least', 0.1, { period: 'ltm' }),
    `SELECT q.symbol FROM q WHERE ${sumOf('Revenue')} > 0 AND
      (${sumOf('NetCashOperatingActivities')} + ${sumOf('PurchasePropertyPlantEquipment')}) * 1.0 / ${sumOf('Revenue')} >= 0.1`,
  ],
  [
    'growth of the last twelve months on those a year before',
    figure('Revenue', 'at-least', 0.08, { period: 'ltm', measure: 'change' }),
    `SELECT q.symbol FROM q WHERE ${sumOf('Revenue')} * 1.0 / ${sumOf('Revenue', 4)} - 1 >= 0.08`,
  ],
  [
    'average operating margin of eight quarters',
    figure('calculated.operating_margin', 'at-most', 0.15, { measure: 'average', over: 8 }),
    `SELECT q.symbol FROM q JOIN quarters AS each ON each.symbol = q.symbol AND each.n BETWEEN q.n - 7 AND q.n
      GROUP BY q.symbol HAVING count(each.OperatingIncome * 1.0 / each.Revenue) = 8 AND avg(each.OperatingIncome * 1.0 / each.Revenue) <= 0.15`,
  ],
  [
    'growth of revenue over three quarters',
    figure('Revenue', 'at-least', 0.02, { measure: 'growth', over: 3 }),
    `SELECT q.symbol FROM q WHERE ${before('Revenue', 3)} > 0 AND Revenue * 1.0 / ${before('Revenue', 3)} - 1 >= 0.02`,
  ],
  [
    'growth a year of revenue over three fiscal years',
    figure('Revenue', 'at-least', 0.06, { period: 'year', measure: 'cagr', over: 3 }),
    `SELECT y.symbol FROM y JOIN years AS former ON former.symbol = y.symbol AND former.Year = y.Year - 3
      WHERE former.Revenue > 0 AND pow(y.Revenue * 1.0 / former.Revenue, 1 / 3.0) - 1 >= 0.06`,
  ],
  [
    'net debt/EBITDA of the last twelve months',
    figure('calculated.net_debt_to_ebitda', 'at-most', 1.5, { period: 'ltm' }),
    `SELECT q.symbol FROM q WHERE ${sumOf('EBITDA')} > 0 AND (DebtCurrent + LongTermDebtCapitalLeaseObligations - CashEquivalents - ShortTermInvestments) * 1.0 / ${sumOf('EBITDA')} <= 1.5`,
  ],
  [
    'net cash, whose sign is the same in every currency',
    figure('calculated.net_debt', 'below', 0),
    `SELECT q.symbol FROM q WHERE DebtCurrent + LongTermDebtCapitalLeaseObligations - CashEquivalents - ShortTermInvestments < 0`,
  ],
  [
    'a formula of the user’s own',
    figure('=[Inventories] / [Revenue]', 'at-most', 0.6),
    `SELECT q.symbol FROM q WHERE Revenue <> 0 AND Inventories * 1.0 / Revenue <= 0.6`,
  ],
]

test('each kind of condition finds in the sample what SQL written by hand finds', async () => {
  const { api, profile } = await loadedSample()
  const sizes: number[] = []
  for (const [name, condition, sql] of cases) {
    const expected = askLibrary<{ symbol: string }>(profile, `${latest} ${sql} ORDER BY 1`)
    const result = await api.screens.run({ spec: screen(group('all', condition)) })
    expect(result.conditions[0]?.refusal, name).toBeNull()
    expect(symbolsIn(result), name).toEqual(expected.map(({ symbol }) => symbol))
    sizes.push(expected.length)
  }
  // The values cut through the sample: a condition that everybody or nobody meets would prove little.
  const telling = sizes.filter((size) => size > 0 && size < sampleCoverage.length)
  expect(telling.length).toBeGreaterThanOrEqual(cases.length - 2)
})

/** Figures of every company, whichever condition they are requested with. */
const figures: readonly (readonly [name: string, condition: ScreenConditionOf<'figure'>, sql: string])[] = [
  ['revenue of the last twelve months', figure('Revenue', 'at-least', -1e15, { period: 'ltm' }), sumOf('Revenue')],
  [
    'growth of the last twelve months',
    figure('Revenue', 'at-least', -1e15, { period: 'ltm', measure: 'change' }),
    `${sumOf('Revenue')} * 1.0 / ${sumOf('Revenue', 4)} - 1`,
  ],
  [
    'average revenue of four quarters',
    figure('Revenue', 'at-least', -1e15, { measure: 'average', over: 4 }),
    `${sumOf('Revenue')} / 4.0`,
  ],
  [
    'return on equity over twelve months',
    figure('return_on_equity', 'at-least', -1e15, { period: 'ltm' }),
    `${sumOf('NetIncomeLossAttributableCommonShareholders')} * 1.0 / TotalEquityAttributableParent`,
  ],
  [
    'growth over six quarters',
    figure('Revenue', 'at-least', -1e15, { measure: 'growth', over: 6 }),
    `Revenue * 1.0 / ${before('Revenue', 6)} - 1`,
  ],
]

test('the figures are those of SQL to the last digit that counts', async () => {
  const { api, profile } = await loadedSample()
  for (const [name, condition, sql] of figures) {
    const expected = askLibrary<{ symbol: string; value: number }>(
      profile,
      `${latest} SELECT q.symbol, ${sql} AS value FROM q WHERE ${sql} IS NOT NULL ORDER BY 1`,
    )
    const spec = { ...screen(group('all', condition)), oneCurrency: true }
    const found = matchesIn(await api.screens.run({ spec }))
    expect(
      found.map(({ symbol }) => symbol),
      name,
    ).toEqual(expected.map(({ symbol }) => symbol))
    expect(expected.length, name).toBeGreaterThan(10)
    for (const [at, { symbol, value }] of expected.entries())
      expect(Math.abs(Number(found[at]?.cells[0]) / value - 1), `${name} of ${symbol}`).toBeLessThan(1e-9)
  }
})
