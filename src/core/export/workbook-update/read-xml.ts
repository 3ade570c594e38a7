/** A small XML reader for parts of a workbook. */

import { setImmediate } from 'node:timers/promises'
import { refuse } from './refuse-workbook.ts'

interface XmlEvents {
  /** `start`: where the tag begins; `inside`: after it. */
  open(name: string, attributes: Readonly<Record<string, string>>, start: number, inside: number): void
  text(text: string): void
  /** Position of the closing tag; for an element of a single tag, both are after it. */
  close(name: string, start: number, end: number): void
}

/** No part of a workbook is nested as deep (ECMA-376 part 1); beyond it one is made to keep its readers busy. */
const deepest = 100
/** Characters that are read before other requests have a turn. */
const slice = 128 * 1024

const damaged = 'a part of the file is damaged'

/**
 * Reads a part of a workbook from its beginning to its end, looking at each letter a fixed number of times. The part has to be
 * well-formed and without a document type, as the format demands (ECMA-376 part 2, §8.1.4): nothing is declared, included or expanded.
 * Refuses any other with words.
 */
export async function readXml(xml: string, events: XmlEvents): Promise<void> {
  const reader = new XmlReader(xml, events)
  for (let to = slice; !reader.readTo(to); to += slice) await setImmediate()
}

const nameHere = /[^\s/>"'=<]+/y
/** A value that is never closed ends at the next tag. */
const attributeHere = /\s+([^\s/>"'=<]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const endHere = /\s*(\/?)>/y
const closingHere = /<\/([^\s/>"'=<]+)\s*>/y
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

class XmlReader {
  readonly #xml: string
  readonly #events: XmlEvents
  readonly #open: string[] = []
  #at = 0

  constructor(xml: string, events: XmlEvents) {
    this.#xml = xml
    this.#events = events
  }

  /** Goes on until `to` is passed; true at the end of the part. */
  readTo(to: number): boolean {
    while (this.#at < this.#xml.length) {
      if (this.#at >= to) return false
      this.#readOne()
    }
    if (this.#open.length > 0) refuse(damaged)
    return true
  }

  #readOne(): void {
    const tag = this.#xml.indexOf('<', this.#at)
    if (tag !== this.#at) {
      const end = tag < 0 ? this.#xml.length : tag
      this.#events.text(withoutReferences(this.#xml.slice(this.#at, end)))
      this.#at = end
      return
    }
    switch (this.#xml[tag + 1]) {
      case '/':
        return this.#close(tag)
      case '?':
        this.#at = this.#after('?>', tag)
        return
      case '!':
        return this.#section(tag)
      default:
        return this.#element(tag)
    }
  }

  #element(start: number): void {
    const name = this.#match(nameHere, start + 1)[0]
    const attributes: Record<string, string> = {}
    let at = nameHere.lastIndex
    for (;;) {
      attributeHere.lastIndex = at
      const found = attributeHere.exec(this.#xml)
      if (!found) break
      const [, key = '', double, single] = found
      attributes[key] ??= withoutReferences(double ?? single ?? '')
      at = attributeHere.lastIndex
    }
    const isWhole = this.#match(endHere, at)[1] === '/'
    this.#at = endHere.lastIndex
    if (this.#open.length >= deepest) refuse(`a part of the file is nested more than ${deepest} levels deep`)
    this.#events.open(name, attributes, start, this.#at)
    if (isWhole) this.#events.close(name, this.#at, this.#at)
    else this.#open.push(name)
  }

  #close(start: number): void {
    const [, name = ''] = this.#match(closingHere, start)
    if (this.#open.pop() !== name) refuse(damaged)
    this.#at = closingHere.lastIndex
    this.#events.close(name, start, this.#at)
  }

  #section(start: number): void {
    if (this.#xml.startsWith('<!--', start)) {
      this.#at = this.#after('-->', start + 4)
    } else if (this.#xml.startsWith('<![CDATA[', start)) {
      this.#at = this.#after(']]>', start)
      this.#events.text(this.#xml.slice(start + 9, this.#at - 3))
    } else refuse('a part of the file declares a document type, which no spreadsheet program writes')
  }

  #after(end: string, from: number): number {
    const at = this.#xml.indexOf(end, from)
    return at < 0 ? refuse(damaged) : at + end.length
  }

  #match(expression: RegExp, at: number): RegExpExecArray {
    expression.lastIndex = at
    return expression.exec(this.#xml) ?? refuse(damaged)
  }
}

function withoutReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
  })
}
