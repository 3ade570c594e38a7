/**
 * A quote from a call with its speaker, date and time: as text to paste, and as rows for a
 * spreadsheet.
 */

import type { CallReading } from '#contract/api/calls.ts'
import type { TextPosition } from './transcript/passages.ts'
import { quotedSegments } from '#contract/api/quoted-segments.ts'
import { safeText } from '#contract/api/spreadsheet-text.ts'
import { htmlTable, textFormat } from '../format/html-table.ts'
import { formatCallTime } from '../format/dates.ts'
import type { CopiedTable } from '../ui/clipboard.ts'

/** Some words of a call with all that is needed to find them again. Unknown parts are empty. */
export interface Quote {
  /** The words, preceded by the name where several people speak. */
  readonly words: string
  /** Empty where several speak: they are named in the words. */
  readonly speaker: string
  readonly role: string
  readonly organization: string
  readonly company: string
  readonly symbol: string
  readonly call: string
  /** YYYY-MM-DD, the day on which the call began, in its time zone. */
  readonly date: string
  /** h:mm:ss from the start of the call. */
  readonly time: string
  readonly callId: string
  /** Ids of all quoted turns: `12`, or `12, 13`. */
  readonly segmentIds: string
}

export function quoteAt(
  { entry, turns, speakers }: Pick<CallReading, 'entry' | 'turns' | 'speakers'>,
  position: TextPosition,
): Quote {
  const said = spokenAt({ turns, speakers }, position)
  const [first] = said
  const alone = said.every(({ number }) => number === first?.number)
  const speaker = alone ? speakers[first?.number ?? -1] : undefined
  const start = turns.start[position.firstTurn] ?? null
  return {
    words: said.map(({ name, words }) => (alone || name === '' ? words : `${name}: ${words}`)).join('\n'),
    speaker: speaker?.name ?? '',
    role: speaker?.role ?? '',
    organization: speaker?.organization ?? '',
    company: entry.company ?? '',
    symbol: entry.symbol ?? '',
    call: entry.title,
    date: /^\d{4}-\d\d-\d\d/.exec(entry.startTime ?? '')?.[0] ?? '',
    time: start === null ? '' : formatCallTime(start),
    callId: entry.callId,
    segmentIds: quotedSegments(turns, position).join(', '),
  }
}

/** Turn by turn; turns that follow each other of one speaker are one. */
function spokenAt(
  { turns, speakers }: Pick<CallReading, 'turns' | 'speakers'>,
  { firstTurn, from, lastTurn, to }: TextPosition,
): { number: number; name: string; words: string }[] {
  const said: { number: number; name: string; words: string }[] = []
  for (let turn = firstTurn; turn <= lastTurn; turn += 1) {
    const text = turns.text[turn] ?? ''
    const words = text.slice(turn === firstTurn ? from : 0, turn === lastTurn ? to : text.length).trim()
    if (words === '') continue
    const number = turns.speaker[turn] ?? -1
    const before = said.at(-1)
    if (before?.number === number) before.words += `\n${words}`
    else said.push({ number, name: speakers[number]?.name ?? '', words })
  }
  return said
}

/** “We grew.” – Jane Doe, Chief Executive Officer, Acme Inc (ACME), Q3 2025 call, 2025-10-28, 0:31:48, call_id …, segment_id 12 */
export function quoteText(quote: Quote): string {
  const { speaker, role, organization, company, symbol, call, date, time, callId, segmentIds } = quote
  const source = company !== '' && symbol !== '' ? `${company} (${symbol})` : company || symbol
  const parts = [
    speaker,
    role,
    organization === company ? '' : organization,
    source,
    call === symbol ? '' : call,
    date,
    time,
    `call_id ${callId}`,
    segmentIds === '' ? '' : `segment_id ${segmentIds}`,
  ]
  return `“${quote.words}” – ${parts.filter((part) => part !== '').join(', ')}`
}

interface Column {
  readonly head: string
  readonly of: (quote: Quote) => string
  /** Excel's cell format; text stays text, whatever it looks like. */
  readonly format: string
}

const columns: readonly Column[] = [
  { head: 'Quote', of: ({ words }) => words, format: textFormat },
  { head: 'Speaker', of: ({ speaker }) => speaker, format: textFormat },
  { head: 'Role', of: ({ role }) => role, format: textFormat },
  { head: 'Organization', of: ({ organization }) => organization, format: textFormat },
  { head: 'Company', of: ({ company }) => company, format: textFormat },
  { head: 'Symbol', of: ({ symbol }) => symbol, format: textFormat },
  { head: 'Call', of: ({ call }) => call, format: textFormat },
  { head: 'Date', of: ({ date }) => date, format: 'yyyy-mm-dd' },
  { head: 'Time', of: ({ time }) => time, format: '[h]:mm:ss' },
  { head: 'call_id', of: ({ callId }) => callId, format: textFormat },
  { head: 'segment_id', of: ({ segmentIds }) => segmentIds, format: textFormat },
]

/** A row per quote, in either format that a spreadsheet reads; nothing in it is taken for a formula (docs/promises.md X1). */
export function quoteRows(quotes: readonly Quote[], { heads = false } = {}): CopiedTable {
  const lines = quotes.map((quote) => columns.map(({ of, format }) => ({ text: onOneLine(of(quote)), format })))
  const headLine = heads ? columns.map(({ head }) => head) : []
  const textLines = lines.map((line) => line.map(({ text }) => tabCell(safeText(text))))
  return {
    text: [...(heads ? [headLine] : []), ...textLines].map((line) => line.join('\t')).join('\r\n'),
    ...htmlTable(lines, headLine),
  }
}

function onOneLine(cell: string): string {
  return cell.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** A cell that begins with a quotation mark would be read up to the next one, over tabs and lines. */
function tabCell(cell: string): string {
  return cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell
}
