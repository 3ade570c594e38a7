import { Parser } from 'htmlparser2'

/** An element of a text, by where it stands in it. */
export interface Element {
  /** As it is written, with its prefix. */
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

/** Every element of a part of a workbook, in the order in which they open. */
export function elementsOf(xml: string): Element[] {
  const found: { -readonly [Key in keyof Element]: Element[Key] }[] = []
  const open: number[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const inside = parser.endIndex + 1
        const places = { start: parser.startIndex, inside, insideEnd: inside, end: inside }
        open.push(found.push({ name, attributes, depth: open.length, ...places, text: '' }) - 1)
      },
      ontext(text) {
        const element = found[open.at(-1) ?? -1]
        if (element) element.text += text
      },
      onclosetag() {
        const element = found[open.pop() ?? -1]
        if (!element || xml.startsWith('/>', element.inside - 2)) return
        element.insideEnd = parser.startIndex
        element.end = parser.endIndex + 1
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return found
}

/** Pieces of a text that become others, none within another. */
export class Splices {
  readonly #pieces: { readonly start: number; readonly end: number; readonly text: string }[] = []

  get size(): number {
    return this.#pieces.length
  }

  put(start: number, end: number, text: string): void {
    this.#pieces.push({ start, end, text })
  }

  /** All that was put at one place stands there in the order in which it was put. */
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
