import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { noPolicy } from '#core/policy/policy-file.ts'
import { KeptLibrary } from '#command-line/assistant/kept-library.ts'
import { respond } from '#command-line/assistant/library-requests.ts'
import { comparisonSetup } from '../core/comparisons/comparison-setup.ts'
import { filedRecords, fourfold } from '../core/fundamentals/split-filings.ts'
import { taken } from '../core/export/taken.ts'
import { ownFolder } from '../core/folders.ts'
import { run } from './run-in-test.ts'

const eps = 'DilutedEarningsPerShare'
const howAdjusted = 'Adjusted for the 4-for-1 split between Q3 FY2020 and Q4 FY2020.'
const chosen = 'EPS and shares before a share split are adjusted for it, as set in Tearsheet.'

/** A company with a split, whose EPS and shares the user sees adjusted in the window. */
async function adjustedWindow() {
  const setup = await comparisonSetup({ FOUR: filedRecords('FOUR', fourfold) })
  await setup.api.preferences.write({ adjustSplits: true })
  return setup
}

const figures = z.array(z.union([z.number(), z.string(), z.null()]))
const statements = z.object({
  adjustedForSplits: z.boolean(),
  periods: z.array(z.object({ records: z.array(z.number()), adjusted: z.string().nullable() })),
  lines: z.tuple([z.object({ values: figures })]),
})
const comparison = z.object({
  adjustedForSplits: z.boolean(),
  companies: z.tuple([z.object({ periods: z.array(z.object({ adjusted: z.string().nullable() }).nullable()) })]),
  lines: z.tuple([z.object({ companies: z.tuple([z.object({ values: figures })]) })]),
})
const jsonOf = <Schema extends z.ZodType>(schema: Schema, output: string) => schema.parse(JSON.parse(output))

test('statements have the EPS of the window, adjusted for splits where it shows them so, and say how', async () => {
  const { open, profile } = await adjustedWindow()
  const shown = await open({ symbol: 'FOUR', basis: 'quarterly', adjustSplits: true })
  const words = ['statements', 'FOUR', '--quarterly', '--fields', eps]
  const found = jsonOf(statements, (await run(profile, [...words, '--json'])).output)
  expect(found.lines[0].values).toEqual(shown.values[eps])
  expect(found.lines[0].values.slice(0, 3)).toEqual([1.25, 0.625, 0.65])
  expect(found.adjustedForSplits).toBe(true)
  expect(found.periods.map(({ adjusted }) => adjusted)).toEqual([
    howAdjusted,
    howAdjusted,
    howAdjusted,
    null,
    null,
    howAdjusted,
  ])
  const { output } = await run(profile, words)
  expect(output).toContain(chosen)
  expect(output).toContain(`EPS and shares of Q1 FY2020, Q2 FY2020, Q3 FY2020, LTM: ${howAdjusted}`)
})

test('a comparison has the EPS and the growth of the window, and says of growth that its base is adjusted', async () => {
  const { table, profile } = await adjustedWindow()
  const spec = { lines: [eps], basis: 'quarterly' as const, adjustSplits: true }
  const words = ['compare', 'FOUR', '--basis', 'quarterly', '--periods', '40', '--fields', eps]
  const values = jsonOf(comparison, (await run(profile, [...words, '--json'])).output)
  expect(values.lines[0].companies[0].values).toEqual((await table(spec)).lines[0]?.values)
  expect(values.lines[0].companies[0].values.slice(0, 3)).toEqual([1.25, 0.625, 0.65])
  const growth = jsonOf(comparison, (await run(profile, [...words, '--growth', '--json'])).output)
  const { lines } = await table({ ...spec, mode: 'yoy' })
  expect(growth.lines[0].companies[0].values).toEqual(lines[0]?.shown)
  // The first quarter of 2021 is as reported, and is compared with an adjusted one.
  const last = ({ companies: [{ periods }] }: z.infer<typeof comparison>) => periods.at(-1)?.adjusted
  expect([last(values), last(growth)]).toEqual([null, howAdjusted])
  expect((await run(profile, words)).output).toContain(chosen)
  const { output } = await run(profile, [...words, '--growth'])
  const quarters = 'FOUR Q1 FY2020, FOUR Q2 FY2020, FOUR Q3 FY2020, FOUR Q1 FY2021'
  expect(output).toContain(`Growth of EPS and shares in ${quarters}: ${howAdjusted}`)
  expect(output).not.toContain('EPS and shares of')
})

test('figures that no split moves have no notes on its adjustment, and the user’s own metrics keep them', async () => {
  const { api, profile } = await adjustedWindow()
  const formula = `NetIncomeLossAttributableCommonShareholders / [Diluted shares]`
  const { id } = await api.metrics.save({ name: 'Mine', formula, unit: 'ratio' })
  const words = ['compare', 'FOUR', '--basis', 'quarterly', '--fields']
  for (const ofRevenue of [
    ['statements', 'FOUR', '--quarterly', '--fields', 'Revenue'],
    [...words, 'Revenue'],
  ]) {
    const { output } = await run(profile, ofRevenue)
    expect(output).toContain('Revenue')
    expect(output).not.toContain(chosen)
    expect(output).not.toContain(howAdjusted)
  }
  const { output } = await run(profile, [...words, `own.${id}`])
  expect(output).toContain(chosen)
  expect(output).toContain(howAdjusted)
})

test('the source of an adjusted EPS has the figure of the window, the reported one and the split', async () => {
  const { open, profile } = await adjustedWindow()
  const { periods } = await open({ symbol: 'FOUR', basis: 'quarterly' })
  const source = z.object({
    value: z.number(),
    adjustment: z.object({ reported: z.number(), explanation: z.string() }).nullable(),
    inputs: z.array(z.object({ value: z.number(), adjusted: z.string().nullable() })),
  })
  const words = ['source', String(periods[2]?.recordIds[0]), eps]
  expect(jsonOf(source, (await run(profile, [...words, '--json'])).output)).toEqual({
    value: 0.65,
    adjustment: { reported: 2.6, explanation: howAdjusted },
    inputs: [],
  })
  expect((await run(profile, words)).output).toMatch(/^Reported {2,}2\.6\b[^]*^Split adjustment {2,}Adjusted for/m)
  const growth = ['source', String(periods[4]?.recordIds[0]), eps, '--growth']
  const { inputs, value, adjustment } = jsonOf(source, (await run(profile, [...growth, '--json'])).output)
  expect({ value: Number(value.toFixed(6)), adjustment }).toEqual({ value: 0.36, adjustment: null })
  expect(inputs.map((each) => [each.value, each.adjusted])).toEqual([
    [1.7, null],
    [1.25, howAdjusted],
  ])
})

test('an exported file is the one of the window, adjusted for splits, and the command says so', async () => {
  const { api, profile } = await adjustedWindow()
  const file = join(ownFolder(), 'four.csv')
  const { code, errors } = await run(profile, ['export', 'FOUR', file])
  expect({ code, errors }).toEqual({ code: 0, errors: `${chosen}\n` })
  const request = { symbol: 'FOUR', as: 'csv', numbers: 'en-US', paper: 'letter', scale: 'units', asOf: null } as const
  const { content } = await taken(api.exports.company({ ...request, adjustSplits: true }))
  expect(readFileSync(file, 'utf8')).toBe(content.toString())
})

test('an assistant reads the EPS of the window, as reported again once the user shows it so', async () => {
  const { api, open, profile } = await adjustedWindow()
  await api.assistants.setAccess({ isAllowed: true })
  const kept = new KeptLibrary({ profile, workspace: null, version: '0' })
  onTestFinished(() => kept.close())
  const read = async () => {
    const input = { symbol: 'FOUR', quarterly: true, fields: [eps] }
    const request = { kind: 'lookup', command: 'statements', input } as const
    return statements.parse(
      await respond(await kept.current(noPolicy), request, { place: { version: '0' }, now: () => 0 }),
    )
  }
  const valuesOf = async (adjustSplits: boolean) =>
    (await open({ symbol: 'FOUR', basis: 'quarterly', adjustSplits })).values[eps]
  expect(await read()).toMatchObject({ adjustedForSplits: true, lines: [{ values: await valuesOf(true) }] })
  await api.preferences.write({ adjustSplits: false })
  expect(await read()).toMatchObject({ adjustedForSplits: false, lines: [{ values: await valuesOf(false) }] })
})
