/** What a user types or pastes: queries, formulas, figures, days and symbols. */

import { readTerminalSymbol } from '#contract/api/terminal-symbols.ts'
import { readProxyAddress } from '#contract/proxy-address.ts'
import { recognise } from '#core/securities/identifiers.ts'
import { formulaReader } from '#core/metrics/read-formula.ts'
import { queryReader, queryTokensOf } from '#core/transcript-search/parse-query.ts'
import { numberFormats, readNumber } from '#contract/api/number-format.ts'
import { fold } from '../../../../src/renderer/call/find/fold-text.ts'
import { hitsIn, parseFind } from '../../../../src/renderer/call/find/find-pattern.ts'
import { readOffset, writeOffset } from '../../../../src/renderer/call/times/timestamp-settings.ts'
import { readDay } from '../../../../src/renderer/format/read-day.ts'
import { asSymbol, readDocumentQuery, readQuery } from '../../../../src/renderer/palette/company-codes.ts'
import { answeredUnless, demandSame, type TextReader } from './text-reader.ts'

const searchQuery = queryReader()
const formula = formulaReader()
const lines = [
  { field: 'Revenue', label: 'Revenue' },
  { field: 'GrossProfit', label: 'Gross profit' },
  { field: 'calculated.gross_margin', label: 'Gross margin' },
]

/** Throws for an error that points to no place in the text. */
function demandPlace(text: string, { from, to }: { readonly from: number; readonly to: number }): void {
  if (from < 0 || from > to || to > text.length) throw new Error(`the error is at ${from} to ${to} of ${text.length}`)
}

export const typedTexts: readonly TextReader[] = [
  {
    name: 'the command field',
    words: ['FA', 'VSPO', 'TEAR', 'sheet', 'BRF', 'DIFF', 'GUID', 'US Equity', 'NYSE:', '.L', 'BRK/B', '\t'],
    examples: ['VSPO FA', 'TEAR VSPO', 'HLDN US Equity', 'wear and tear'],
    longest: 8000,
    read: (text) => {
      const { view, subject } = readQuery(text)
      const found = [view, readDocumentQuery(text), readTerminalSymbol(text), asSymbol(subject)]
      return answeredUnless(found.every((each) => each === null || each === undefined))
    },
  },
  {
    name: 'a search query',
    words: [
      'pricing',
      'AND',
      'OR',
      'NOT',
      'NEAR/5',
      'NEAR(',
      '(',
      ')',
      '"',
      '“',
      '*',
      'speaker:',
      'date',
      '>=',
      '2025-09',
      ',',
    ],
    examples: [
      'pricing NEAR/5 power',
      '"gross margin" AND NOT churn*',
      'speaker:smith (a OR b)',
      'date>=2025-01 NEAR(a b, 3)',
    ],
    longest: 2000,
    read: (text) => {
      const { error } = searchQuery(text)
      for (const token of queryTokensOf(text, error)) demandPlace(text, token)
      if (error) demandPlace(text, error)
      return answeredUnless(error !== undefined)
    },
  },
  {
    name: 'a formula',
    words: [
      'Revenue',
      '[Gross profit]',
      '+',
      '-',
      '*',
      '/',
      '^',
      '(',
      ')',
      'prior(',
      'share(',
      ',',
      '1.5',
      '%',
      '×',
      '[',
    ],
    examples: ['[Gross profit] / Revenue', 'growth(Revenue) * 100', 'max(1, Revenue - prior(Revenue))', '2 ^ -(3)'],
    longest: 2000,
    read: (text) => {
      const { error } = formula(text, lines)
      if (error) demandPlace(text, error)
      return answeredUnless(error !== undefined)
    },
  },
  {
    name: 'the find box of a call',
    words: ['gross', 'marg', '"', '*', 'é', '株価', '-', '\u0301', '[', '\\', '{2}'],
    examples: ['gross marg', '"gross margin"', 'pric* increase', '株価'],
    longest: 8000,
    read: (text) => {
      const pattern = parseFind(text.slice(0, 200))
      if (pattern === null) return 'refused'
      const hits = hitsIn(fold(text), pattern)
      for (const [from, to] of hits) demandPlace(text, { from, to })
      return 'answered'
    },
  },
  {
    name: 'a figure of a condition',
    words: ['1', '0', '.', ',', '%', '-', '+', '(', ')', 'e', 'million', '∞', '0x'],
    examples: ['12.5', '1,234.5', '-0.3', '1.234,5', '1 234,5'],
    longest: 8000,
    read: (text) => {
      const values = numberFormats.flatMap((format) => readNumber(text, format) ?? [])
      if (!values.every(Number.isFinite)) throw new Error(`read as ${values.join(', ')}`)
      return answeredUnless(values.length === 0)
    },
  },
  {
    name: 'a day',
    words: ['27', ' ', 'Sep', 'September', '2025', '25', '-', '.', '02', '30', '0000', '99999'],
    examples: ['27 Sep 25', '2025-09-27', '29-feb-2024', '27 September 2025'],
    longest: 8000,
    read: (text) => {
      const day = readDay(text)
      if (day !== null) demandSame('a day', day, readDay(day))
      return answeredUnless(day === null)
    },
  },
  {
    name: 'an offset of timestamps',
    words: ['-', '−', '+', '1', ':', '30', '.', ',', '7200', ' '],
    examples: ['4.5', '-12', '1:30', '-0:05'],
    longest: 8000,
    read: (text) => {
      const seconds = readOffset(text)
      if (seconds === null) return 'refused'
      const rounded = Math.round(seconds * 100) / 100
      if (readOffset(writeOffset(seconds)) !== rounded) throw new Error(`${seconds} is written ${writeOffset(seconds)}`)
      return 'answered'
    },
  },
  {
    name: 'an identifier of a security',
    words: ['US0378331005', 'BBG000B9XRY4', '037833100', '0000320193', 'AAPL', '.', ' ', 'BRK'],
    examples: ['US0378331005', 'BBG000B9XRY4', 'Apple Inc.'],
    longest: 2000,
    read: (text) => answeredUnless(recognise(text).length === 0),
  },
  {
    name: 'the address of a proxy',
    words: ['http://', 'socks5://', 'proxy.example', ':', '8080', '@', '[::1]', '/', '65536'],
    examples: ['http://proxy.example:8080', 'socks5://[::1]:1080', 'proxy'],
    longest: 8000,
    read: (text) => {
      const { address } = readProxyAddress(text)
      if (address !== null) demandSame('a proxy', address, readProxyAddress(address).address)
      return answeredUnless(address === null)
    },
  },
]
