/**
 * Opens workbooks that a user might choose for an update, made from one that was exported: bytes changed, cut and repeated; parts with
 * entities, document types, depth and counts that no program writes; archives that lie about their sizes.
 */

import fc from 'fast-check'
import { crc32, deflateRawSync } from 'node:zlib'
import { createRouterClient } from '@orpc/server'
import { OpenedZip } from '#core/export/workbook-update/opened-zip.ts'
import { openWorkbook } from '#core/export/workbook-update/opened-workbook.ts'
import { queryIn } from '#core/export/workbook-update/workbook-sources.ts'
import { ZipStream, type ZipFacts } from '#core/export/workbook/zip-stream.ts'
import { failureOf } from '#core/failure-error.ts'
import { changedBytes } from './changed-bytes.ts'
import { withinPatience, type FuzzCase, type FuzzKind } from './fuzz-kind.ts'

export const fuzzWorkbooks: FuzzKind = {
  name: 'workbooks',
  share: 0.05,
  cases: async function* (places, count, seed) {
    const { core } = await places.library()
    const { exports, financials } = createRouterClient(core.router)
    await financials.open({ symbol: 'HLDN', basis: 'quarterly', comparison: 'none', freshness: 'service' })
    const chunks: Buffer[] = []
    const columns = { basis: 'annual', alignment: 'fiscal', mode: 'values', periods: 2, asOf: null } as const
    const spec = { companies: [{ symbol: 'HLDN' }], lines: ['Revenue'], ...columns }
    const asked = { spec, title: 'Fuzz', as: 'xlsx', scale: 'units' } as const
    for await (const chunk of await exports.comparison(asked)) {
      if ('base64' in chunk) chunks.push(Buffer.from(chunk.base64, 'base64'))
    }
    const workbook = Buffer.concat(chunks)
    const parts = await partsOf(workbook)
    yield* casesOf(workbook, parts, count, seed)
  },
}

interface Part {
  readonly name: string
  readonly text: string
  readonly packed: Buffer
}

async function partsOf(workbook: Buffer): Promise<Part[]> {
  const zip = new OpenedZip(workbook)
  return Promise.all(
    [...zip.parts.keys()].map(async (name) => ({
      name,
      text: (await zip.text(name)) ?? '',
      packed: deflateRawSync((await zip.text(name)) ?? ''),
    })),
  )
}

async function* casesOf(
  workbook: Buffer,
  parts: readonly Part[],
  count: number,
  seed: number,
): AsyncGenerator<FuzzCase> {
  const bytes = changedBytes(workbook)
  const changes = changeArbitrary(parts)
  for (let at = 0; at < count; at += 1) {
    const own = seed + at
    if (at % 2 === 0) {
      const [changed] = fc.sample(bytes, { seed: own, numRuns: 1 })
      if (changed === undefined) return
      yield { to: 'a workbook', seed: own, input: changed.how, ...(await outcomeOf(changed.bytes)) }
    } else {
      const [change] = fc.sample(changes, { seed: own, numRuns: 1 })
      if (change === undefined) return
      yield {
        to: 'a workbook',
        seed: own,
        input: JSON.stringify(change),
        ...(await outcomeOf(await packed(parts, change))),
      }
    }
  }
}

async function outcomeOf(bytes: Buffer): Promise<Pick<FuzzCase, 'outcome' | 'fault'>> {
  try {
    await withinPatience(openedWhole(bytes))
    return { outcome: 'answered', fault: null }
  } catch (error) {
    const kind = failureOf(error)?.kind
    return kind === undefined || kind === 'defect'
      ? { outcome: 'failed', fault: String(error) }
      : { outcome: kind, fault: null }
  }
}

/** As far as an update reads it: every sheet, and the settings that it was exported with. */
async function openedWhole(bytes: Buffer): Promise<void> {
  const book = await openWorkbook(bytes)
  for (const sheet of book.sheets) await book.sheet(sheet)
  await queryIn(book)
}

interface Change {
  /** Index of a part. */
  readonly part: number
  readonly from: number
  readonly to: number
  readonly instead: string
  readonly again: number
  readonly claims: 'truth' | 'less' | 'more' | 'crc' | 'name' | 'bomb'
}

const instead = [
  ...['', '<', '>', '&', '"', "'", '/', '\0', '\uD800', ']]>', '<!--', '<![CDATA[', '<?xml?>'],
  ...['<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>', '<!DOCTYPE x SYSTEM "file:///etc/passwd">'],
  ...['&a;', '&#x110000;', '&#0;', '&#xD800;', '<a>', '</a>', '<a b="c"/>', '<row r="4294967296"/>'],
  ...[
    '<c r="ZZZZZZ1"><v>1</v></c>',
    '<c r="A1" t="s"><v>99999999</v></c>',
    '<c r="A1" t="s"><v>-1</v></c>',
    '<c><v>1e999</v></c>',
  ],
  ...['<sheet name="x" sheetId="1" r:id="none"/>', 'Target="../../../etc/passwd"', 'Target="http://127.0.0.1/"'],
  ...[
    '<si><t>x</t></si>',
    '<definedName name="tearsheet.question">x!$A$1</definedName>',
    'uniqueCount="4294967295"',
    '<dimension ref="A1:XFD1048576"/>',
  ],
]

function changeArbitrary(parts: readonly Part[]): fc.Arbitrary<Change> {
  return fc.record({
    part: fc.nat({ max: parts.length - 1 }),
    from: fc.nat({ max: 1_000_000 }),
    to: fc.nat({ max: 60 }),
    instead: fc.constantFrom(...instead),
    again: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.constantFrom(100, 20_000)),
    claims: fc.oneof(
      { weight: 12, arbitrary: fc.constant<Change['claims']>('truth') },
      { weight: 4, arbitrary: fc.constantFrom<Change['claims']>('less', 'more', 'crc', 'name') },
      fc.constant<Change['claims']>('bomb'),
    ),
  })
}

const zeros = 8 * 1024 * 1024
let bomb: Buffer | undefined

async function packed(parts: readonly Part[], change: Change): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const stream = new ZipStream((piece) => void pieces.push(piece))
  for (const [at, part] of parts.entries()) {
    if (at !== change.part) {
      const content = Buffer.from(part.text)
      await stream.copy({ ...factsOf(part.name, content, content.length), packed: part.packed.length }, part.packed)
      continue
    }
    const { name, content } = changedPart(part, change)
    const isBomb = change.claims === 'bomb'
    const bytes = isBomb ? (bomb ??= deflateRawSync(Buffer.alloc(zeros))) : deflateRawSync(content, { level: 1 })
    const size = isBomb ? zeros : content.length
    const facts = factsOf(name, isBomb ? Buffer.alloc(zeros) : content, size)
    await stream.copy({ ...facts, packed: bytes.length, ...lieOf(change, size) }, bytes)
  }
  await stream.end()
  return Buffer.concat(pieces)
}

function changedPart(
  { name, text }: Part,
  { from, to, instead: put, again, claims }: Change,
): { name: string; content: Buffer } {
  const at = from % (text.length + 1)
  const content = Buffer.from(`${text.slice(0, at)}${put.repeat(again)}${text.slice(at + to)}`)
  return { name: claims === 'name' ? `../../${name}` : name, content }
}

function factsOf(name: string, content: Buffer, size: number): Omit<ZipFacts, 'packed'> {
  return { name: Buffer.from(name), flags: 0x0800, method: 8, time: 0, date: 0x21, crc: crc32(content), size }
}

function lieOf({ claims, from }: Change, size: number): Partial<ZipFacts> {
  switch (claims) {
    case 'less':
      return { size: from % (size + 1) }
    case 'more':
      return { size: Math.min(0xffff_fffe, size * 1000 + 1) }
    case 'crc':
      return { crc: from }
    // A bomb says how large it is, or that it is small.
    case 'bomb':
      return { size: from % 2 === 0 ? size : 100 }
    case 'name':
    case 'truth':
      return {}
    default:
      return claims satisfies never
  }
}
