import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { noPolicy } from '#core/policy/policy-file.ts'
import { withLibrary } from '#command-line/library-reading.ts'
import { user } from '#command-line/lookup.ts'
import { comparison } from '#command-line/lookups/comparison.ts'
import { figureSource } from '#command-line/lookups/figure-source.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { run } from './run-in-test.ts'

const value = z.union([z.number(), z.literal('n.m.'), z.null()])
const compared = z.object({
  companies: z.array(z.object({ periods: z.array(z.object({ records: z.array(z.number()) }).nullable()) })),
  lines: z.array(
    z.object({
      field: z.string(),
      unit: z.string(),
      change: z.string().nullable(),
      companies: z.array(z.object({ values: z.array(value) })),
    }),
  ),
})
const found = z.object({
  value,
  unit: z.string().nullable(),
  change: z.string().nullable(),
  origin: z.string(),
  rule: z.string().nullable(),
  inputs: z.array(z.object({ record: z.number(), field: z.string(), value })),
  sources: z.array(z.object({ record: z.number(), hash: z.string().length(64) })).min(1),
})
const never = new AbortController().signal

/** Every figure of a comparison that has a value, with what the lookup says of its source. */
async function sourcesIn(profile: string, input: object) {
  const place = { profile, workspace: null, version: '0', policy: noPolicy }
  return withLibrary(place, async (api) => {
    const { companies, lines } = compared.parse((await comparison.run(api, input, never, user)).data)
    const growth = 'growth' in input
    const all = []
    for (const { field, unit, change, companies: each } of lines)
      for (const [company, { values }] of each.entries())
        for (const [at, shown] of values.entries()) {
          const records = companies[company]?.periods[at]?.records
          if (!records || shown === null) continue
          const { data } = await figureSource.run(api, { records, field, growth }, never, user)
          all.push({ field, unit, change, shown, records, source: found.parse(data) })
        }
    return all
  })
}

describe('the source of a figure of a comparison', () => {
  const symbols = ['HLDN', 'VSPO']

  test.each([
    ['of the usual lines', { basis: 'annual' }],
    ['of the usual lines over twelve months', { basis: 'ltm' }],
    ['of growth', { basis: 'quarterly', growth: true, fields: ['Revenue', 'calculated.operating_margin'] }],
    [
      'that only comparisons calculate',
      { basis: 'annual', fields: ['calculated.revenue_growth', 'calculated.sga_share'] },
    ],
    ['that the service states', { basis: 'ltm', fields: ['working_capital_days.dso', 'roic'] }],
  ])('%s has its value, its inputs and their records', async (_, input) => {
    const { profile } = await filledLibrary()
    const all = await sourcesIn(profile, { symbols, ...input })
    expect(all.length).toBeGreaterThan(4)
    for (const { field, unit, change, shown, records, source } of all) {
      expect({ field, ...source }).toMatchObject({ field, value: shown, unit, change })
      if (source.origin === 'stored') continue
      expect(source.rule).toMatch(/\S/)
      const used = new Set(source.inputs.map(({ record }) => record))
      expect(records.every((record) => used.has(record)) || records.length > 1).toBe(true)
      expect(new Set(source.sources.map(({ record }) => record))).toEqual(used)
    }
  })

  test('of the user’s own metric is its formula, with the stored figures that it uses, also those of a year ago', async () => {
    const { api, profile } = await filledLibrary()
    const { id } = await api.metrics.save({
      name: 'Intensity gain',
      formula: '[Research intensity] - yearago([Gross margin])',
      unit: 'percent',
    })
    for (const basis of ['annual', 'ltm']) {
      const all = await sourcesIn(profile, { symbols, basis, fields: [`own.${id}`] })
      expect(all.length).toBeGreaterThan(1)
      for (const { shown, records, source } of all) {
        expect(source).toMatchObject({ value: shown, origin: 'own-metric' })
        expect(source.rule).toContain('[Research intensity] - yearago([Gross margin])')
        const fieldsOf = (isNow: boolean) =>
          new Set(source.inputs.filter(({ record }) => records.includes(record) === isNow).map(({ field }) => field))
        expect(fieldsOf(true)).toEqual(new Set(['ResearchDevelopment', 'Revenue']))
        expect(fieldsOf(false)).toEqual(new Set(['GrossProfit', 'Revenue']))
      }
    }
  })
})

test('a field that does not exist is refused with the nearest names, and an absent figure is n/a', async () => {
  const { api, profile } = await filledLibrary()
  const { periods } = await api.financials.open({
    symbol: 'HLDN',
    basis: 'annual',
    comparison: 'none',
    freshness: 'library',
  })
  const record = String(periods.at(-1)?.recordIds[0])
  const { entries } = await api.ratings.list({
    filter: {},
    order: { by: 'written', descending: true },
    offset: 0,
    limit: 1,
  })
  const rating = String(entries[0]?.recordId)
  const mistakes: readonly (readonly [readonly string[], RegExp])[] = [
    [[record, 'Revnue'], /has no field “Revnue”\. Did you mean Revenue/],
    [[record, 'calculated.gros_margin'], /no line “calculated\.gros_margin”\. Did you mean calculated\.gross_margin/],
    [[record, 'research intensity'], /Did you mean own\.[0-9a-f-]+/],
    [[record, 'xyzxyz'], /has no field “xyzxyz”\.$/m],
    [[`${record},${record}`, 'Revenue'], /one record, or the four/],
    [[rating, 'Revenue'], /has no field “Revenue”/],
  ]
  for (const [words, sentence] of mistakes) {
    const ran = await run(profile, ['source', ...words])
    expect(ran, words.join(' ')).toMatchObject({ code: 2, output: '' })
    expect(ran.errors).toMatch(sentence)
  }
  expect(await run(profile, ['source', rating, 'rating'])).toMatchObject({ code: 0, errors: '' })
})
