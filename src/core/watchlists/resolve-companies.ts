/** Finds the companies of a pasted table or text, for adding them to a watchlist. */

import { setImmediate } from 'node:timers/promises'
import papaparse from 'papaparse'
import type { ApiOutputs } from '#contract/api/api.ts'
import type { ResolvedCompany } from '#contract/api/watchlists.ts'
import { textOfSafe } from '#contract/api/spreadsheet-text.ts'
import { isLikelyName, readTerminalSymbol } from '#contract/api/terminal-symbols.ts'
import type { Reader } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import { recognise } from '../securities/identifiers.ts'
import { asHit } from '../securities/search-securities.ts'
import { listingOf, listingOnMarket, type NamedListing } from '../securities/listing.ts'

/** Names of columns, lower case without blanks, by what they hold. */
const heads: Readonly<Record<string, 'security' | 'name' | 'note'>> = {
  symbol: 'security',
  ticker: 'security',
  isin: 'security',
  figi: 'security',
  cusip: 'security',
  cik: 'security',
  security: 'security',
  identifier: 'security',
  company: 'name',
  name: 'name',
  note: 'note',
  notes: 'note',
}

/** A list holds no more. */
const mostSecurities = 20_000
/** Entries that are looked up before other requests have a turn. */
const slice = 50

/**
 * Looks up the securities in a pasted text in the library. What follows a line of known heads is a table with one security per row: from
 * the first line, or from a later one, as in a file that was added to typed lines. Elsewhere every cell is one. A cell that matches none
 * is split at commas, semicolons and bars; then into words, if they can only be symbols; else it is one name that the library does not
 * have. Throws `too-large`.
 */
export async function resolveCompanies(
  db: Reader,
  text: string,
  there: ReadonlySet<string>,
): Promise<ApiOutputs['watchlists']['resolveCompanies']> {
  const named: NumberedRead[] = []
  for (const part of partsOf(text.replace(/^\uFEFF/, ''))) {
    for (const each of readPart(db, part)) {
      if (named.length === mostSecurities)
        fail({ kind: 'too-large', operation: 'The list', limit: { count: mostSecurities, of: 'securities' } })
      if (named.push(each) % slice === 0) await setImmediate()
    }
  }
  /** The line that named a symbol first. */
  const firstLines = new Map<string, number>()
  const companies: ResolvedCompany[] = []
  const duplicates: { line: number; sameAs: number }[] = []
  for (const { security, ...each } of named) {
    const symbol = security?.symbol ?? each.text.toUpperCase()
    const sameAs = firstLines.get(symbol)
    if (sameAs === undefined) {
      firstLines.set(symbol, each.line)
      companies.push({
        ...each,
        security: security ? asHit(security, false) : null,
        listings: each.listings.map((listing) => asHit(listing, false)),
        onList: there.has(symbol),
      })
    } else duplicates.push({ line: each.line, sameAs })
  }
  return { companies, duplicates }
}

/** Part of a text, which ends where a table begins. */
interface Part {
  /** Lines of the text before it. */
  readonly before: number
  readonly text: string
}

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = []
  const begin = { line: 0, at: 0 }
  let [line, isQuoted] = [0, false]
  for (const { 0: written, index } of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    // A note may span lines, and have anything in it.
    if (line > 0 && !isQuoted && isLaterHead(written.trimEnd())) {
      parts.push({ before: begin.line, text: text.slice(begin.at, index) })
      Object.assign(begin, { line, at: index })
    }
    if (written.split('"').length % 2 === 0) isQuoted = !isQuoted
    line += 1
  }
  return [...parts, { before: begin.line, text: text.slice(begin.at) }]
}

/** In the midst of a text one known head among others may as well be a company's name; alone on its line, it is the head of one column. */
function isLaterHead(line: string): boolean {
  const delimiter = delimiterOf(line)
  if (delimiter === null) return headOf(line) === 'security'
  return line.split(delimiter).filter((cell) => headOf(cell) !== undefined).length > 1
}

function* readPart(db: Reader, { before, text }: Part): Generator<NumberedRead> {
  const delimiter = delimiterOf(text)
  const { data, meta } = papaparse.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    preview: mostSecurities + 2,
    ...(delimiter && { delimiter }),
  })
  const numbers = numbersOfLines(text, meta.delimiter)
  const lines = data.map((cells, at): Line => ({ number: before + (numbers[at] ?? at + 1), cells }))
  const head = lines[0]?.cells.map(headOf)
  yield* head && isTable(head) ? readRows(db, lines.slice(1), head) : readLines(db, lines)
}

interface Line {
  /** Line of the text, from 1. */
  readonly number: number
  readonly cells: readonly string[]
}

/** Numbers, from 1, of the lines that are read: lines of only delimiters, quotes and blanks are not. */
function numbersOfLines(text: string, delimiter: string): readonly number[] {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((line, at) => (line.replaceAll(delimiter, '').replaceAll('"', '').trim() === '' ? [] : at + 1))
}

type Head = 'security' | 'name' | 'note' | undefined

function headOf(cell: string): Head {
  return heads[cell.toLowerCase().replaceAll(/[^a-z]/g, '')]
}

function isTable(head: readonly Head[]): boolean {
  return head.some((each) => each === 'security' || each === 'name')
}

/** What separates the cells of a table, by its heads: notes may contain other delimiters. Null: none, or a single column. */
function delimiterOf(text: string): string | null {
  const [line = ''] = text.split(/[\r\n]/, 1)
  const found = [',', '\t', ';', '|'].find((mark) => {
    const head = line.split(mark).map(headOf)
    return head.length > 1 && isTable(head)
  })
  return found ?? null
}

type Read = Omit<ResolvedCompany, 'line' | 'security' | 'listings' | 'onList'> & {
  readonly security: NamedListing['security'] | null
  readonly listings: NamedListing['listings']
}
type NumberedRead = Read & { readonly line: number }

function* readRows(db: Reader, lines: readonly Line[], head: readonly Head[]): Generator<NumberedRead> {
  for (const { number, cells } of lines) for (const read of readRow(db, cells, head)) yield { ...read, line: number }
}

function* readLines(db: Reader, lines: readonly Line[]): Generator<NumberedRead> {
  for (const { number, cells } of lines) {
    const trimmed = cells.map((cell) => cell.trim())
    for (const read of readCells(db, trimmed)) yield { ...read, line: number }
  }
}

function* readCells(db: Reader, cells: Iterable<string>): Generator<Read> {
  for (const cell of cells) yield* readCell(db, cell)
}

/** The first of its cells that names a security; identifiers before names. */
function readRow(db: Reader, line: readonly string[], head: readonly Head[]): Read[] {
  const cells = (of: Head) => line.filter((_, at) => head[at] === of)
  const named = (of: Head) =>
    cells(of)
      .map((cell) => textOfSafe(cell).trim())
      .filter((cell) => cell !== '')
  // A note is the user's own text: it comes back as it went out, blanks and all.
  const note = cells('note')
    .map(textOfSafe)
    .filter((each) => each !== '')
    .join(' ')
  const [identifiers, names] = [named('security'), named('name')]
  const [first] = [...identifiers, ...names]
  if (first === undefined) return []
  for (const cell of identifiers) {
    const found = lookUp(db, cell)
    if (found) return [{ text: cell, note, ...found }]
  }
  for (const cell of names) {
    const found = listingOf(db, 'name', cell)
    if (found) return [{ text: cell, note, interpretedAs: 'name', ...found }]
  }
  return [{ ...unknown(first), note }]
}

function* readCell(db: Reader, cell: string): Generator<Read> {
  if (cell === '') return
  const whole = lookUp(db, cell) ?? named(db, cell)
  if (whole) {
    yield { text: cell, note: '', ...whole }
    return
  }
  const parts = cell.split(/[,;|\t]/)
  if (parts.length > 1) {
    yield* readCells(
      db,
      parts.map((part) => part.trim()),
    )
    return
  }
  const terminal = readTerminalSymbol(cell)
  if (terminal && isLikelyName(cell)) {
    yield { ...unknown(cell), interpretedAs: 'name' }
    return
  }
  if (terminal) {
    const isElsewhere = listingOf(db, 'symbol', terminal.symbol) !== undefined
    const interpretedAs = isElsewhere ? 'symbol, stored for another exchange' : 'unknown'
    yield { ...unknown(terminal.symbol), interpretedAs }
    return
  }
  const words = cell.split(/\s+/)
  if (words.length === 1) {
    yield unknown(cell)
    return
  }
  const isListOfSymbols =
    words.every((word) => /^[A-Z0-9.:^=/*-]{1,15}$/.test(word)) ||
    words.every((word) => /^[a-z0-9.]{1,5}$/.test(word)) ||
    [...new Set(words)].every((word) => lookUp(db, word) !== undefined)
  if (isListOfSymbols) yield* readCells(db, words)
  else yield { ...unknown(cell), interpretedAs: 'name' }
}

/** A text without a match, as the kind that its shape suggests. Nine characters with a wrong check digit may be a symbol. */
function unknown(text: string): Read {
  const identifier = recognise(text).find(({ checkDigit }) => checkDigit !== null)
  const isRight = identifier?.checkDigit === true
  const isOne = identifier !== undefined && (isRight || text.length === 12)
  const interpretedAs = isOne ? `${identifier.label}${isRight ? '' : ', invalid check digit'}` : 'unknown'
  return { text, note: '', interpretedAs, security: null, alternatives: 0, listings: [] }
}

function named(db: Reader, cell: string): Omit<Read, 'text' | 'note'> | undefined {
  const found = listingOf(db, 'name', cell)
  return found && { interpretedAs: 'name', ...found }
}

/** A symbol, an identifier, or a symbol as terminals write it: `HLDN US Equity`, `NYSE:HLDN`, `HLDN.OQ`. */
function lookUp(db: Reader, cell: string): Omit<Read, 'text' | 'note'> | undefined {
  const terminal = readTerminalSymbol(cell)
  for (const { type, value, label } of recognise(cell)) {
    if (type === 'exchange_info.mic_code' || type === 'exchange_info.exchange_country') continue
    if (type === 'classification.gics_code') continue
    const isTerminal = type === 'symbol' && value === terminal?.symbol
    const found = isTerminal ? listingOnMarket(db, terminal) : listingOf(db, type, value)
    if (found) return { interpretedAs: label, ...found }
  }
  return undefined
}
