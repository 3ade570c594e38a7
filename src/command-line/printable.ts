/** Texts of the service, of packs and of files as a terminal may show them. */

import type { Writable } from 'node:stream'

/** They end a line, move the cursor, change colors, or reorder the text. */
const control = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu

/** A text on one line with single spaces, without characters that a terminal obeys. */
export function printable(text: string): string {
  return printableLine(text).replaceAll(/\s+/g, ' ').trim()
}

/** The same with the spaces that it has, which may belong to a path. */
export function printableLine(text: string): string {
  return text.replaceAll(control, ' ')
}

/** Every line of text that a command writes goes through this. */
export function writeLine(stream: Writable, text: string): void {
  stream.write(`${printableLine(text)}\n`)
}

/** JSON of the same data, in which these characters are escaped; JSON itself escapes the first 32. */
export function printableJson(data: unknown): string {
  return JSON.stringify(data, null, 2).replaceAll(
    /[\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
