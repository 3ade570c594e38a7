/**
 * Adds sheets and styles to the parts of a workbook that list them (content types, relations,
 * workbook.xml).
 */

import { posix } from 'node:path'
import type { Sheet } from '../workbook/sheet-xml.ts'
import { sheetNames } from '../workbook/sheet-names.ts'
import type { StyleAdditions, StyleBase } from '../workbook/styles.ts'
import { officeRelations } from '../workbook/relations.ts'
import { markAddress, markPrefix, markXml, sheetTypes } from '../workbook/workbook-stream.ts'
import { xmlText } from '../workbook/xml-text.ts'
import type { Marked, OpenedWorkbook, OpenedPart } from './opened-workbook.ts'
import { refuse } from './refuse-workbook.ts'
import { Splices, type Element } from './xml-elements.ts'

const ownFormats = 164

/** The parts of a workbook that describe other parts: changed where a sheet or a style is added, and nowhere else. */
export class PackageParts {
  readonly styleBase: StyleBase
  readonly #book: OpenedWorkbook
  readonly #changed = new Map<string, string | null>()
  readonly #added: { readonly sheet: Sheet; readonly part: string }[] = []
  readonly #changedMarks = new Map<string, Marked>()

  constructor(book: OpenedWorkbook) {
    this.#book = book
    const { elements } = book.styles
    if (elements[0]?.name !== 'styleSheet') refuse('the cell styles were saved in an unsupported layout')
    const count = (name: string) => childrenOf(elements, only(elements, name)).length
    const formats = elements.flatMap(({ name, attributes }) =>
      name === 'numFmt' ? [Number(attributes['numFmtId'])] : [],
    )
    this.styleBase = {
      format: Math.max(ownFormats, ...formats.map((id) => id + 1)),
      fonts: count('fonts'),
      fills: count('fills'),
      borders: count('borders'),
      cells: count('cellXfs'),
    }
  }

  /** A name that no sheet has yet. */
  freeName(wantedName: string): string {
    const taken = [...this.#book.sheets.map(({ name }) => name), ...this.#added.map(({ sheet }) => sheet.name)]
    return sheetNames([...taken, wantedName]).at(-1) ?? wantedName
  }

  /** Stays as it is packed where nothing of it is another. */
  replace(part: string, before: string, now: string): void {
    if (now !== before) this.#changed.set(part, now)
  }

  /** A mark of a sheet that was renamed without it names that sheet again. */
  moveMark(mark: string, marked: Marked): void {
    this.#changedMarks.set(`${markPrefix}${mark}`, marked)
  }

  add(sheet: Sheet, xml: string): void {
    const folder = posix.join(posix.dirname(this.#book.workbook.name), 'worksheets')
    let number = this.#book.sheets.length + 1
    const isTaken = (name: string) => this.#book.zip.parts.has(name) || this.#changed.has(name)
    while (isTaken(`${folder}/sheet${number}.xml`)) number += 1
    const part = `${folder}/sheet${number}.xml`
    this.#changed.set(part, xml)
    this.#added.push({ sheet, part })
  }

  /** Changed parts by name; null: a removed one. */
  finished(looks: StyleAdditions): ReadonlyMap<string, string | null> {
    const { styles, workbook, relations, types } = this.#book
    this.replace(styles.name, styles.xml, this.#styles(looks))
    const chains = relations.elements.filter(({ attributes }) => attributes['Type']?.endsWith('/calcChain') ?? false)
    // The calculation chain lists the cells with formulas; spreadsheet programs create it again.
    for (const { attributes } of chains) {
      this.#changed.set(posix.join(posix.dirname(workbook.name), attributes['Target'] ?? ''), null)
    }
    const ids = this.#added.map((_, at) => freeId(relations.elements, at))
    this.replace(workbook.name, workbook.xml, this.#workbook(ids))
    this.replace(relations.name, relations.xml, this.#relations(ids, chains))
    this.replace(types.name, types.xml, this.#types())
    return this.#changed
  }

  #workbook(ids: readonly string[]): string {
    const { xml, elements } = this.#book.workbook
    const splices = new Splices()
    const known = elements.filter(({ name }) => name === 'sheet')
    const reference = Object.keys(known[0]?.attributes ?? {}).find((key) => key.endsWith(':id')) ?? 'r:id'
    let sheetId = Math.max(0, ...known.map(({ attributes }) => Number(attributes['sheetId'])))
    const sheets = this.#added.map(({ sheet }, at) => {
      sheetId += 1
      return `<sheet name="${xmlText(sheet.name)}" sheetId="${sheetId}" ${reference}="${ids[at] ?? ''}"/>`
    })
    const all = only(elements, 'sheets')
    splices.put(all.insideEnd, all.insideEnd, sheets.join(''))
    const marks = this.#added.flatMap(({ sheet }) =>
      (sheet.marks ?? []).map(({ name, row, column }) => markXml(name, sheet.name, row, column)),
    )
    const names = only(elements, 'definedNames')
    splices.put(names.insideEnd, names.insideEnd, marks.join(''))
    for (const { name, attributes, inside, insideEnd } of elements) {
      const moved = name === 'definedName' ? this.#changedMarks.get(attributes['name'] ?? '') : undefined
      if (moved) splices.put(inside, insideEnd, xmlText(markAddress(moved.sheet.name, moved.row, moved.column)))
    }
    const calculating = elements.find(({ name }) => name === 'calcPr')
    if (calculating) splices.attribute(xml, calculating, 'fullCalcOnLoad', '1')
    else splices.put(names.end, names.end, '<calcPr fullCalcOnLoad="1"/>')
    return splices.applied(xml)
  }

  #relations(ids: readonly string[], chains: readonly Element[]): string {
    const { relations, workbook } = this.#book
    const splices = new Splices()
    for (const { start, end } of chains) splices.put(start, end, '')
    const added = this.#added.map(({ part }, at) => {
      const target = posix.relative(posix.dirname(workbook.name), part)
      return `<Relationship Id="${ids[at] ?? ''}" Type="${officeRelations}/worksheet" Target="${target}"/>`
    })
    return appended(relations, splices, added)
  }

  #types(): string {
    const { types } = this.#book
    const splices = new Splices()
    for (const { attributes, start, end } of types.elements) {
      if (attributes['ContentType']?.endsWith('calcChain+xml') === true) splices.put(start, end, '')
    }
    const added = this.#added.map(
      ({ part }) => `<Override PartName="/${part}" ContentType="${sheetTypes}.worksheet+xml"/>`,
    )
    return appended(types, splices, added)
  }

  #styles(looks: StyleAdditions): string {
    const { xml, elements } = this.#book.styles
    const splices = new Splices()
    for (const name of ['numFmts', 'fonts', 'fills', 'borders', 'cellXfs'] as const) {
      const { count, xml: text } = looks[name]
      const element = elements.find((each) => each.name === name && each.depth === 1)
      if (count === 0) continue
      if (!element || element.inside === element.insideEnd) {
        const [at, end] = element ? [element.start, element.end] : [elements[0]?.inside ?? 0, elements[0]?.inside ?? 0]
        splices.put(at, end, `<${name} count="${count}">${text}</${name}>`)
        continue
      }
      splices.attribute(xml, element, 'count', String(childrenOf(elements, element).length + count))
      splices.put(element.insideEnd, element.insideEnd, text)
    }
    return splices.applied(xml)
  }
}

function appended({ xml, elements }: OpenedPart, splices: Splices, added: readonly string[]): string {
  const root = elements[0]
  if (root && added.length > 0) splices.put(root.insideEnd, root.insideEnd, added.join(''))
  return splices.applied(xml)
}

function only(elements: readonly Element[], name: string): Element {
  return elements.find((each) => each.name === name) ?? refuse('the workbook was saved in an unsupported layout')
}

function childrenOf(elements: readonly Element[], of: Element): Element[] {
  return elements.filter(({ depth, start }) => depth === of.depth + 1 && start >= of.inside && start < of.insideEnd)
}

function freeId(elements: readonly Element[], at: number): string {
  const taken = new Set(elements.map(({ attributes }) => attributes['Id']))
  let number = elements.length + at
  while (taken.has(`rId${number}`)) number += 100
  return `rId${number}`
}
