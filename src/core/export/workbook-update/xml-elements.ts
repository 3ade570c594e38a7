/** Lists the elements of an XML part by position, and replaces parts of its text. */

import { readXml } from './read-xml.ts'
import { refuse } from './refuse-workbook.ts'

/** An element by its position in a text. */
export interface Element {
  /** As written, with its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** 0: the root. */
  readonly depth: number
  readonly start: number
  /** Behind its opening tag. */
  readonly inside: number
  /** Before its closing tag, or `inside` where it has none. */
  readonly insideEnd: number
  readonly end: number
  readonly text: string
}

/** More elements than the lists, styles and names of any workbook have. */
const mostElements = 500_000

/** Every element of a part of a workbook, in the order in which they open. Refuses a part that is not well-formed. */
export async function elementsOf(xml: string): Promise<Element[]> {
  const found: { -readonly [Key in keyof Element]: Element[Key] }[] = []
  const open: number[] = []
  await readXml(xml, {
    open: (name, attributes, start, inside) => {
      if (found.length === mostElements) refuse('a part of the file is larger than any spreadsheet program writes')
      open.push(
        found.push({ name, attributes, depth: open.length, start, inside, insideEnd: inside, end: inside, text: '' }) -
          1,
      )
    },
    text: (text) => {
      const element = found[open.at(-1) ?? -1]
      if (element) element.text += text
    },
    close: (_, start, end) => {
      const element = found[open.pop() ?? -1]
      if (!element) return
      element.insideEnd = start
      element.end = end
    },
  })
  return found
}

/** Replacements of parts of a text that do not overlap. */
export class Splices {
  readonly #pieces: { readonly start: number; readonly end: number; readonly text: string }[] = []

  get size(): number {
    return this.#pieces.length
  }

  put(start: number, end: number, text: string): void {
    this.#pieces.push({ start, end, text })
  }

  /** Insertions at the same position keep their order. */
  applied(to: string): string {
    let [text, from] = ['', 0]
    for (const { start, end, text: piece } of this.#pieces.toSorted((one, other) => one.start - other.start)) {
      text += to.slice(from, start) + piece
      from = end
    }
    return text + to.slice(from)
  }

  /** An attribute of an element with another value, or in addition. */
  attribute(xml: string, { start, inside, name, attributes }: Element, key: string, value: string): void {
    const tag = xml.slice(start, inside)
    const found = attributes[key] === undefined ? null : new RegExp(`\\s${key}\\s*=\\s*("[^"]*"|'[^']*')`).exec(tag)
    const text = ` ${key}="${value}"`
    if (found) this.put(start + found.index, start + found.index + found[0].length, text)
    else this.put(start + 1 + name.length, start + 1 + name.length, text)
  }
}
