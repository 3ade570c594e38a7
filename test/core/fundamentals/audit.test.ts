import companies from '../../../resources/sample/companies.json' with { type: 'json' }
import { expect, onTestFinished, test } from 'vitest'
import type { Figure } from '#contract/api/financials.ts'
import { statementLines } from '#contract/service/statement-lines.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { openedCore } from '../opened-core.ts'

/**
 * Every figure, growth rate and margin that the core gives for the sample's companies, compared with the service's own response by rules that
 * are written out here once more: nothing of the core is used but its response.
 */

type Wire = Record<string, unknown> & { Quarter: string; Year: number; EndPeriod: string }

const unitOf = new Map<string, string>(statementLines.map(({ field, unit }) => [field, unit]))

const number = (record: Wire | undefined, field: string): number | null => {
  const value = record?.[field]
  return typeof value === 'number' ? value : null
}
const ratio = (part: number | null, base: number | null): Figure =>
  part === null || base === null ? null : base <= 0 ? 'n.m.' : part / base
const change = (unit: string | undefined, now: number | null, then: number | null): Figure => {
  if (now === null || then === null) return null
  if (unit === 'ratio' || unit === 'percent' || unit === 'days') return now - then
  return then <= 0 || now < 0 ? 'n.m.' : now / then - 1
}
const isSame = (one: Figure, other: Figure) =>
  one === other ||
  (typeof one === 'number' &&
    typeof other === 'number' &&
    Math.abs(one - other) <= 1e-12 * Math.max(1, Math.abs(one), Math.abs(other)))

const margins = [
  ['gross_margin', 'GrossProfit'],
  ['operating_margin', 'OperatingIncome'],
  ['ebitda_margin', 'EBITDA'],
  ['net_margin', 'NetIncomeLossAttributableCommonShareholders'],
] as const

test('no figure of the sample differs from the response of the service', { timeout: 240_000 }, async () => {
  const sample = await startSampleService({ restated: 'never' })
  onTestFinished(() => sample.close())
  const received = async (symbol: string): Promise<Wire[]> => {
    const path = `/delivery/api/v1/fundamentals/enhanced?symbol=${symbol}&page=1&page_size=100&apikey=${sampleKey}`
    const { data } = (await (await fetch(sample.baseUrl + path)).json()) as { data: Wire[] }
    return data
  }
  const { api } = openedCore({ sample: { baseUrl: sample.baseUrl, key: sampleKey } })

  let compared = 0
  const different: string[] = []
  for (const { symbol } of companies) {
    const records = await received(symbol)
    for (const basis of ['annual', 'quarterly'] as const) {
      const shown = await api.financials.open({ symbol, basis, comparison: 'yoy', freshness: 'service' })
      const isSplit = shown.periods.some(({ remarks }) => remarks.some(({ kind }) => kind === 'split'))
      for (const [at, period] of shown.periods.entries()) {
        if (period.kind === 'ltm' || period.remarks.some(({ kind }) => kind !== 'split' && kind !== 'long')) continue
        const own = records.filter(
          ({ Quarter, Year, EndPeriod }) =>
            Quarter === period.quarter && Year === period.year && EndPeriod === period.endPeriod,
        )
        const before = records.filter(({ Quarter, Year }) => Quarter === period.quarter && Year === period.year - 1)
        if (own.length !== 1 || before.length > 1) continue
        const [record] = own
        const [earlier] = before
        const check = (what: string, got: Figure | undefined, want: Figure) => {
          compared += 1
          if (!isSame(got ?? null, want))
            different.push(`${symbol} ${period.quarter} ${period.year} ${what}: ${String(got)}, not ${String(want)}`)
        }
        for (const [field, unit] of unitOf) {
          check(field, shown.values[field]?.[at], number(record, field))
          const acrossSplit = isSplit && (unit === 'per-share' || unit === 'shares')
          if (!acrossSplit)
            check(
              `${field} y/y`,
              shown.compared[field]?.[at],
              change(unit, number(record, field), number(earlier, field)),
            )
        }
        for (const [margin, part] of margins)
          check(
            margin,
            shown.values[`calculated.${margin}`]?.[at],
            ratio(number(record, part), number(record, 'Revenue')),
          )
      }
    }
  }
  expect(different).toEqual([])
  expect(compared).toBeGreaterThan(300_000)
})
