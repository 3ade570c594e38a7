import { expect, test } from 'vitest'
import type { ExportFormat } from '#contract/api/exports.ts'
import { localDay, localDayInWords } from '#core/instant.ts'
import { comparisonSetup } from '../comparisons/comparison-setup.ts'
import { enhanced } from '../records.ts'
import { unpacked } from './archive.ts'
import { taken } from './taken.ts'

const formats = ['xlsx', 'csv', 'tsv', 'markdown', 'json'] as const satisfies readonly ExportFormat[]
const day = 86_400_000

/** A year that is restated ten days after it was first fetched. */
async function restated() {
  const setup = await comparisonSetup({ ACME: [enhanced({ year: 2024 }, { Revenue: 1000 })] })
  const known = setup.clock.now()
  setup.clock.advance(10 * day)
  setup.gives.ACME = [enhanced({ year: 2024 }, { Revenue: 1234 })]
  await setup.fetch('ACME')
  return { setup, known }
}

/** All that a reader of the file can see: of a workbook, each of its sheets. */
function textsOf(content: Buffer, as: ExportFormat): readonly string[] {
  if (as !== 'xlsx') return [content.toString()]
  return [...unpacked(content)].flatMap(([name, xml]) => (name.startsWith('xl/worksheets/sheet') ? [xml] : []))
}

/** In a sentence of a sheet, and in a cell of its own. */
function dayIn(instant: number, as: ExportFormat): string {
  return as === 'xlsx' ? `As of ${localDayInWords(instant)}.` : localDay(instant)
}

test.each(formats)('a company’s figures as of a day say so in the file’s name and in all of it (%s)', async (as) => {
  const { setup, known } = await restated()
  const question = { symbol: 'ACME', as, scale: 'units' } as const
  const then = await taken(setup.api.exports.company({ ...question, asOf: known }))
  expect(then.done.fileName).toContain(`as of ${localDay(known)}`)
  for (const text of textsOf(then.content, as)) {
    expect(text).toMatch(/as of/i)
    expect(text).toContain(dayIn(known, as))
    expect(text).not.toContain('1234')
  }
  const now = await taken(setup.api.exports.company({ ...question, asOf: null }))
  expect(now.done.fileName).not.toContain('as of')
  expect(textsOf(now.content, as).join('')).not.toContain(dayIn(known, as))
  // It comes from a service of the user's own.
  expect(textsOf(now.content, as).join('')).not.toContain('invented')
})

test.each(formats)('so does a comparison as of a day (%s)', async (as) => {
  const { setup, known } = await restated()
  const spec = setup.spec({ asOf: known })
  const { content, done } = await taken(setup.api.exports.comparison({ spec, title: 'Peers', as, scale: 'units' }))
  expect(done.fileName).toContain(`as of ${localDay(known)}`)
  const told = textsOf(content, as)
  expect(told.length).toBeGreaterThan(0)
  for (const text of told) {
    expect(text).toMatch(/as of/i)
    expect(text).toContain(dayIn(known, as))
  }
})
