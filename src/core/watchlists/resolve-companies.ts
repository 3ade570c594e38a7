/** Finds the companies of a pasted table or text, for adding them to a watchlist. */

import { setImmediate } from 'node:timers/promises'
import papaparse from 'papaparse'
import type { ApiOutputs } from '#contract/api/api.ts'
import type { ResolvedCompany } from '#contract/api/watchlists.ts'
import { textOfSafe } from '#contract/api/spreadsheet-text.ts'
import { readTerminalSymbol } from '#contract/api/terminal-symbols.ts'
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
 * Looks up the securities in a pasted text in the library. If its first line has known heads it is a table with one security per
 * row; else every cell is one. A cell that matches none is split at commas, semicolons and bars; then into words, if they can
 * only be symbols; else it is one name that the library does not have. Throws `too-large`.
 */
export async function resolveCompanies(
  db: Reader,
  text: string,
  there: ReadonlySet<string>,
): Promise<ApiOutputs['watchlists']['resolveCompanies']> {
  const table = text.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(table)
  const { data, meta } = papaparse.parse<string[]>(table, {
    skipEmptyLines: 'greedy',
    preview: mostSecurities + 2,
    ...(delimiter && { delimiter }),
  })
  const numbers = numbersOfLines(table, meta.delimiter)
  const lines = data.map((cells, at): Line => ({ number: numbers[at] ?? at + 1, cells }))
  const head = lines[0]?.cells.map(headOf)
  const named: NumberedRead[] = []
  const found = head && isTable(head) ? readRows(db, lines.slice(1), head) : readLines(db, lines)
  for (const each of found) {
    if (named.length === mostSecurities)
      fail({ kind: 'too-large', operation: 'The list', limit: { count: mostSecurities, of: 'securities' } })
    if (named.push(each) % slice === 0) await setImmediate()
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
  for (const { type, value, label } of recognise(cell)) {
    if (type === 'exchange_info.mic_code' || type === 'exchange_info.exchange_country') continue
    if (type === 'classification.gics_code') continue
    const found = listingOf(db, type, value)
    if (found) return { interpretedAs: label, ...found }
  }
  const terminal = readTerminalSymbol(cell)
  const found = terminal && listingOnMarket(db, terminal)
  return found && { interpretedAs: 'symbol', ...found }
}
