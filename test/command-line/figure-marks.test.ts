import { expect, test } from 'vitest'
import { z } from 'zod'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { run } from './run-in-test.ts'

const day = 86_400_000

const statements = z.object({
  periods: z.array(
    z.object({
      name: z.string(),
      records: z.array(z.number()),
      fetchedAt: z.string(),
      kept: z.array(z.string()),
      withdrawn: z.array(z.string()),
      stale: z.boolean(),
      remarks: z.array(z.object({ kind: z.string(), message: z.string() })),
    }),
  ),
  heldBack: z.object({ periods: z.number(), lost: z.number(), of: z.number(), receivedAt: z.string() }).nullable(),
})

const quarters = { basis: 'quarterly', comparison: 'none' } as const

test('a share split and a missing quarter are said under the figures, in a comparison too', async () => {
  const { api, profile } = await filledLibrary()
  for (const symbol of ['NRWT', 'BKAN']) {
    const { periods } = await api.financials.open({ symbol, ...quarters, freshness: 'service' })
    const said = [...new Set(periods.flatMap(({ remarks }) => remarks.map(({ message }) => message)))]
    expect(said, symbol).not.toEqual([])
    const words = ['statements', symbol, '--quarterly', '--periods', '120']
    const { output } = await run(profile, words)
    for (const message of said) expect(output).toContain(message)
    const found = statements.parse(JSON.parse((await run(profile, [...words, '--json'])).output))
    expect(found.periods.map(({ remarks }) => remarks.map(({ message }) => message))).toEqual(
      periods.map(({ remarks }) => remarks.map(({ message }) => message)),
    )
    const compared = await run(profile, ['compare', symbol, 'HLDN', '--basis', 'quarterly', '--periods', '40'])
    for (const message of said) expect(compared.output).toContain(`${symbol}: ${message}`)
  }
  const { output } = await run(profile, ['compare', 'BKAN', '--basis', 'ltm', '--periods', '8'])
  expect(output).toMatch(/^BKAN: LTM n\/a/m)
})

test('a figure that the latest response lacks is marked as retained, with the fetch that had it', async () => {
  const { api, profile, clock, service } = await filledLibrary()
  clock.advance(day)
  service.setFaults({ 'fundamentals.enhanced': 'figures-missing;share=0.1' })
  await api.financials.open({ symbol: 'VSPO', ...quarters, freshness: 'service' })
  const words = ['statements', 'VSPO', '--quarterly', '--periods', '2']
  const { output } = await run(profile, words)
  expect(output).toMatch(/^Retained: the latest response has no readable value\. Q\d FY\d{4}: /m)
  const { periods } = statements.parse(JSON.parse((await run(profile, [...words, '--json'])).output))
  const marked = periods.find(({ records }) => records.length === 1)
  const field = marked?.kept.find((each) => !each.includes('.')) ?? ''
  const source = ['source', String(marked?.records[0]), field]
  const found = z.object({
    sources: z.array(z.object({ fetchedAt: z.string() })),
    marks: z.array(z.object({ kind: z.string(), message: z.string() })),
  })
  const { sources, marks } = found.parse(JSON.parse((await run(profile, [...source, '--json'])).output))
  expect(marks).toMatchObject([{ kind: 'kept' }])
  expect((sources[0]?.fetchedAt ?? '9') < (marked?.fetchedAt ?? '')).toBe(true)
  const text = (await run(profile, source)).output
  expect(text).toMatch(/Version from \S+, retained /)
  expect(text).toMatch(/^Retained from \S+: the latest response has no readable value\.$/m)
})

test('a response that waits to be accepted is named, and so is what was withdrawn', async () => {
  const { api, profile, service } = await filledLibrary()
  const withdrawn = await run(profile, ['statements', 'HLDN'])
  expect(withdrawn.output).toMatch(/^Withdrawn by the service\. FY\d{4}: /m)
  service.setFaults({ 'fundamentals.enhanced': 'figures-missing;share=0.5' })
  await api.financials.open({ symbol: 'HLDN', ...quarters, freshness: 'service' })
  const { heldBack } = statements.parse(JSON.parse((await run(profile, ['statements', 'HLDN', '--json'])).output))
  const { output } = await run(profile, ['statements', 'HLDN'])
  expect(heldBack?.periods).toBeGreaterThan(40)
  expect(output).toContain(`The response of ${heldBack?.receivedAt ?? ''} is missing `)
  expect(output).toContain('The previous figures are shown. Both versions are stored.')
})
