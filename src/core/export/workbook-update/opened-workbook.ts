/**
 * Opens a user's workbook for an update: its parts, sheets, and the hidden names that mark our
 * cells.
 */

import { posix } from 'node:path'
import { markPrefix } from '../workbook/workbook-stream.ts'
import { OpenedZip } from './opened-zip.ts'
import { columnOf, readSheet, spelled, type ReadSheet } from './read-sheet.ts'
import { readXml } from './read-xml.ts'
import { refuse } from './refuse-workbook.ts'
import { elementsOf, type Element } from './xml-elements.ts'

const contentTypesPart = '[Content_Types].xml'
const isStrict = 'http://purl.oclc.org/ooxml/'

/** A part as text, with its elements. */
export interface OpenedPart {
  readonly name: string
  readonly xml: string
  readonly elements: readonly Element[]
}

export interface OpenedSheet {
  readonly name: string
  /** Path of the part in the archive. */
  readonly part: string
}

/** Where a mark is now. */
export interface Marked {
  readonly sheet: OpenedSheet
  /** From 0. */
  readonly row: number
  readonly column: number
}

/** A mark whose sheet was renamed. */
interface OrphanedMark {
  readonly row: number
  readonly column: number
}

/** A workbook as a user's program saved it (ECMA-376 parts 1 and 2, transitional). */
export interface OpenedWorkbook {
  readonly zip: OpenedZip
  readonly types: OpenedPart
  readonly workbook: OpenedPart
  readonly relations: OpenedPart
  readonly styles: OpenedPart
  readonly sheets: readonly OpenedSheet[]
  /** Our marks, without their prefix. */
  readonly marks: ReadonlyMap<string, Marked>
  /** Marks of cells that were deleted with their sheet. */
  readonly lost: ReadonlySet<string>
  /** Marks that name a sheet which does not exist, as openpyxl leaves them when it renames a sheet; rows and columns from 0. */
  readonly orphans: ReadonlyMap<string, OrphanedMark>
  readonly sheet: (sheet: OpenedSheet) => Promise<ReadSheet>
}

/** Fails with a reason for a file that is no such workbook, or that could not be kept unharmed. */
export async function openWorkbook(bytes: Buffer): Promise<OpenedWorkbook> {
  const zip = new OpenedZip(bytes)
  const types = await partOf(zip, contentTypesPart)
  const packageRelations = await partOf(zip, '_rels/.rels')
  const main = relationsOf(packageRelations).find(({ type }) => type.endsWith('/officeDocument'))
  if (!main) refuse('the file is not a workbook (.xlsx)')
  if (main.type.startsWith(isStrict))
    refuse('the file is a Strict Open XML workbook; save it as “Excel Workbook (.xlsx)”')
  if (relationsOf(packageRelations).some(({ type }) => type.includes('digital-signature'))) {
    refuse('the workbook has a digital signature, which an update would invalidate')
  }
  const mainName = resolved('', main.target)
  const mainType = typeOf(types, mainName)
  if (mainType.includes('macroEnabled') || [...zip.parts.keys()].some((name) => name.endsWith('vbaProject.bin'))) {
    refuse('the workbook has macros; save it as a workbook without macros (.xlsx)')
  }
  if (!mainType.endsWith('sheet.main+xml')) refuse('the file is not a workbook (.xlsx)')
  const workbook = await partOf(zip, mainName)
  if (workbook.elements[0]?.name !== 'workbook') refuse('the workbook was saved in an unsupported layout')
  const relations = await partOf(zip, relationsName(mainName))
  const targets = relationsOf(relations)
  const within = (kind: string) => {
    const target = targets.find(({ type }) => type.endsWith(kind))?.target
    return target === undefined ? undefined : resolved(mainName, target)
  }
  const byId = new Map(targets.map(({ id, target }) => [id, resolved(mainName, target)]))
  const sheets = workbook.elements
    .filter(({ name }) => name === 'sheet')
    .map(({ attributes }): OpenedSheet => ({
      name: attributes['name'] ?? '',
      part: byId.get(Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '') ?? '',
    }))
  const textsName = within('/sharedStrings')
  let texts: Promise<readonly string[]> | null = null
  return {
    zip,
    types,
    workbook,
    relations,
    sheets,
    styles: await partOf(zip, within('/styles') ?? ''),
    ...marksOf(workbook, sheets),
    sheet: async ({ part }) => {
      texts ??= readTexts(textsName === undefined ? undefined : await zip.text(textsName))
      return readSheet((await zip.text(part)) ?? refuse('a sheet is missing from the file'), await texts)
    },
  }
}

function relationsName(part: string): string {
  return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
}

/** The path of a reference, resolved against that of the part it is in. */
function resolved(from: string, target: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(from), target)
}

async function partOf(zip: OpenedZip, name: string): Promise<OpenedPart> {
  const xml = (await zip.text(name)) ?? refuse('the file is not a workbook (.xlsx)')
  return { name, xml, elements: await elementsOf(xml) }
}

function relationsOf({ elements }: OpenedPart): { id: string; type: string; target: string }[] {
  return elements
    .filter(({ name }) => name === 'Relationship')
    .map(({ attributes }) => ({
      id: attributes['Id'] ?? '',
      type: attributes['Type'] ?? '',
      target: attributes['Target'] ?? '',
    }))
}

function typeOf({ elements }: OpenedPart, part: string): string {
  const found = elements.find(({ name, attributes }) => name === 'Override' && attributes['PartName'] === `/${part}`)
  const ending = part.slice(part.lastIndexOf('.') + 1)
  const usual = elements.find(({ name, attributes }) => name === 'Default' && attributes['Extension'] === ending)
  return (found ?? usual)?.attributes['ContentType'] ?? ''
}

/** Only names of the whole workbook: a copied sheet has names too. */
function marksOf(
  { elements }: OpenedPart,
  sheets: readonly OpenedSheet[],
): Pick<OpenedWorkbook, 'marks' | 'lost' | 'orphans'> {
  const marks = new Map<string, Marked>()
  const lost = new Set<string>()
  const orphans = new Map<string, OrphanedMark>()
  for (const { name, attributes, text } of elements) {
    const called = attributes['name'] ?? ''
    if (name !== 'definedName' || !called.startsWith(markPrefix) || attributes['localSheetId'] !== undefined) continue
    const mark = called.slice(markPrefix.length)
    const match = /^\$?(?:'((?:[^']|'')*)'|([^'!]+))!\$([A-Z]+)\$(\d+)$/.exec(text.trim())
    const sheet = match && sheets.find((each) => each.name === (match[1]?.replaceAll("''", "'") ?? match[2]))
    const cell = match && { row: Number(match[4]) - 1, column: columnOf(match[3] ?? '') }
    if (sheet && cell) marks.set(mark, { sheet, ...cell })
    else lost.add(mark)
    if (!sheet && cell) orphans.set(mark, cell)
  }
  return { marks, lost, orphans }
}

/** The table of texts that cells refer to; readings of signs left out. */
async function readTexts(xml: string | undefined): Promise<readonly string[]> {
  const texts: string[] = []
  if (xml === undefined) return texts
  let [text, isText, reading] = ['', false, 0]
  await readXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') reading += 1
      else if (name === 't') isText = reading === 0
    },
    text(piece) {
      if (isText) text += piece
    },
    close(name) {
      if (name === 'si') texts.push(spelled(text))
      else if (name === 'rPh') reading -= 1
      else if (name === 't') isText = false
    },
  })
  return texts
}
