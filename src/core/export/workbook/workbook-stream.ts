/** Writes an Excel workbook (.xlsx) as a stream. */

import type { PaperSize } from '#contract/api/paper-size.ts'
import { columnName } from './cells.ts'
import { inFormula } from './sheet-names.ts'
import { officeRelations, packageRelations, xmlDeclaration } from './relations.ts'
import { defaultPaper } from './page-setup.ts'
import { partsOfSheet, type SheetParts } from './sheet-parts.ts'
import { sheetXml, type Sheet, type SheetCount } from './sheet-xml.ts'
import { StyleBook } from './styles.ts'
import { xmlText } from './xml-text.ts'
import { ZipStream, type ByteSink } from './zip-stream.ts'

export const sheetTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Before the names that the program defines for its own cells. */
export const markPrefix = 'Tearsheet.'

interface WorkbookFacts {
  readonly title: string
  /** Name and version of the program: "Tearsheet 1.2.0". */
  readonly program: string
  /** Milliseconds since 1970. */
  readonly madeAt: number
}

/**
 * A workbook (Office Open XML, ECMA-376 part 1), written sheet by sheet while its rows are made, neither of which is held in
 * memory. Strings are written in their cells, since a table of strings would be complete only at the end. Programs calculate all
 * formulas when they open it.
 */
export class WorkbookStream {
  readonly #zip: ZipStream
  readonly #paper: PaperSize
  readonly #styles = new StyleBook()
  readonly #names: string[] = []
  readonly #marks: string[] = []
  readonly #printed: string[] = []
  readonly #types: SheetParts['types'][number][] = []
  #charts = 0

  constructor(sink: ByteSink, paper: PaperSize = defaultPaper) {
    this.#zip = new ZipStream(sink)
    this.#paper = paper
  }

  /** Throws RangeError when the sheet is larger than a spreadsheet can be. Gives how many rows it got, and how many texts were cut. */
  async add(sheet: Sheet): Promise<SheetCount> {
    let count: SheetCount = { rows: 0, cut: 0 }
    this.#names.push(sheet.name)
    this.#marks.push(...(sheet.marks ?? []).map(({ name, row, column }) => markXml(name, sheet.name, row, column)))
    this.#printed.push(...printedNames(sheet, this.#names.length - 1))
    const isActive = this.#names.length === 1
    const xml = sheetXml(sheet, { styles: this.#styles, paper: this.#paper }, (counted) => (count = counted), isActive)
    await this.#zip.add(`xl/worksheets/sheet${this.#names.length}.xml`, xml)
    const { parts, types } = partsOfSheet(sheet, this.#names.length, this.#charts + 1)
    this.#charts += sheet.charts?.length ?? 0
    this.#types.push(...types)
    for (const part of parts) await this.#part(part.name, part.xml)
    return count
  }

  async end({ title, program, madeAt }: WorkbookFacts): Promise<void> {
    const created = new Date(madeAt).toISOString().replace(/\.\d+Z$/, 'Z')
    await this.#part('xl/styles.xml', this.#styles.xml())
    await this.#part('xl/workbook.xml', workbookXml(this.#names, [...this.#printed, ...this.#marks]))
    await this.#part('xl/_rels/workbook.xml.rels', workbookRelations(this.#names.length))
    await this.#part(
      'docProps/core.xml',
      `${xmlDeclaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xmlText(title)}</dc:title><dc:creator>${xmlText(program)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created></cp:coreProperties>`,
    )
    await this.#part(
      '_rels/.rels',
      `${xmlDeclaration}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    )
    await this.#part('[Content_Types].xml', contentTypes(this.#names.length, this.#types))
    await this.#zip.end()
  }

  #part(name: string, xml: string): Promise<void> {
    return this.#zip.add(name, [xml])
  }
}

/** A hidden name for a cell, which goes where the cell goes. */
export function markXml(mark: string, sheet: string, row: number, column: number): string {
  return `<definedName name="${markPrefix}${mark}" hidden="1">${xmlText(markAddress(sheet, row, column))}</definedName>`
}

/** The reference of such a name; row and column from 0. */
export function markAddress(sheet: string, row: number, column: number): string {
  return `${inFormula(sheet)}$${columnName(column)}$${row + 1}`
}

/** The printed range of a sheet, and the rows repeated on each page, under the names that spreadsheets use. */
function printedNames({ name, page }: Sheet, at: number): string[] {
  const named = (what: string, cells: string) =>
    `<definedName name="_xlnm.${what}" localSheetId="${at}">${xmlText(inFormula(name) + cells)}</definedName>`
  const { area, headsUpTo, labelsUpTo } = page ?? {}
  const labels = labelsUpTo === undefined ? '' : `$A:$${columnName(labelsUpTo - 1)},${inFormula(name)}`
  return [
    ...(area ? [named('Print_Area', `$A$1:$${columnName(area.columns - 1)}$${area.rows}`)] : []),
    ...(headsUpTo === undefined ? [] : [named('Print_Titles', `${labels}$1:$${headsUpTo}`)]),
  ]
}

function workbookXml(names: readonly string[], marks: readonly string[]): string {
  const defined = marks.length === 0 ? '' : `<definedNames>${marks.join('')}</definedNames>`
  const sheets = names.map((name, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  return `${xmlDeclaration}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${officeRelations}"><bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets>${defined}<calcPr calcId="0" fullCalcOnLoad="1"/></workbook>`
}

function workbookRelations(sheets: number): string {
  const relations = Array.from(
    { length: sheets },
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${officeRelations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  return `${xmlDeclaration}<Relationships xmlns="${packageRelations}">${relations.join('')}<Relationship Id="rId${sheets + 1}" Type="${officeRelations}/styles" Target="styles.xml"/></Relationships>`
}

function contentTypes(sheets: number, types: SheetParts['types']): string {
  const ofSheets = types.map(({ name, type }) => `<Override PartName="/${name}" ContentType="${type}"/>`)
  const parts = Array.from(
    { length: sheets },
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${sheetTypes}.worksheet+xml"/>`,
  )
  return `${xmlDeclaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetTypes}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetTypes}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${parts.join('')}${ofSheets.join('')}</Types>`
}
