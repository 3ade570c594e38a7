import { expect, test } from 'vitest'
import { unpacked } from '../archive.ts'
import { withParts } from './as-excel.ts'
import { workbookSetup } from './workbook-setup.ts'

/** What an earlier version wrote where this one writes the text beside it. */
const formerTexts = [
  ['Told as', 'Shown as'],
  ['Aligned', 'Alignment'],
  ['As known on', 'As of'],
  ['Question', 'Update settings'],
  ['Made at (UTC)', 'Exported (UTC)'],
  ['Made by', 'Exported by'],
  ['LTM a year before', 'Prior-year LTM'],
  ['Tolerance, in units', 'Tolerance (units)'],
  ['What moved', 'Changes'],
] as const

/** A workbook as a version exported it that had other texts and other ids of calculated lines. */
function formerly(workbook: Buffer, rename: (list: string) => string): Promise<Buffer> {
  return withParts(workbook, (parts) => {
    for (const [name, xml] of parts) {
      if (!name.startsWith('xl/worksheets/')) continue
      const former = formerTexts.reduce(
        (text, [earlier, present]) => text.replaceAll(`>${present}<`, `>${earlier}<`),
        xml
          .replaceAll(/calculated\.(?=[a-z_]+[<&])/g, 'reckoned.')
          .replaceAll('&quot;asOf&quot;:', '&quot;asKnownOn&quot;:')
          .replaceAll(/(<row [^>]*) hidden="1"/g, '$1'),
      )
      parts.set(name, former)
    }
    parts.set('xl/workbook.xml', rename(parts.get('xl/workbook.xml') ?? ''))
  })
}

/** Which cells each sheet has, and their formulas; sheets by their names without those of the test. */
function cellsOf(workbook: Buffer): Map<string, string[]> {
  return new Map(
    [...unpacked(workbook)]
      .filter(([name]) => name.startsWith('xl/worksheets/'))
      .map(([name, xml]) => [
        name,
        [...xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*>(?:<f[^>]*>([^<]*)<\/f>)?/g)].map(
          ([, cell = '', formula = '']) => `${cell} ${formula.replaceAll(/'?My ([^'!]*)'?!/g, "'$1'!")}`,
        ),
      ]),
  )
}

const asItIs = (list: string) => list
const renamedByOpenpyxl = (list: string) => list.replaceAll(/(<sheet name=")([^"]*)/g, '$1My $2')

test.each([
  ['company', 'as it was exported', asItIs],
  ['comparison', 'as it was exported', asItIs],
  ['comparison', 'with its sheets renamed by openpyxl', renamedByOpenpyxl],
] as const)('a workbook of a %s, exported with the former labels, is updated in place: %s', async (kind, _, rename) => {
  const setup = await workbookSetup()
  const workbook = kind === 'company' ? await setup.exported() : await setup.compared()
  await setup.move()
  const present = await setup.update(
    await withParts(workbook, (parts) => {
      parts.set('xl/workbook.xml', rename(parts.get('xl/workbook.xml') ?? ''))
    }),
  )
  const former = await formerly(workbook, rename)
  const formerXml = [...unpacked(former).values()].join('')
  expect([formerXml.includes('>reckoned.gross_margin<'), formerXml.includes('asKnownOn')]).toEqual([true, true])
  const updated = await setup.update(former)
  expect(updated.told).toEqual(present.told)
  expect(cellsOf(updated.workbook)).toEqual(cellsOf(present.workbook))
  // Its own labels stay as they stand, and it can be updated again.
  expect([...unpacked(updated.workbook).values()].join('')).toContain('>reckoned.gross_margin<')
  const again = await setup.update(await formerly(updated.workbook, rename))
  expect(again.told.counts).toMatchObject({ restated: 0, new: 0 })
  expect([...unpacked(again.workbook).keys()]).toEqual([...unpacked(updated.workbook).keys()])
})
