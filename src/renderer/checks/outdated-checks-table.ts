/** The table of checks whose words the transcript no longer has: columns and cells. */

import type { OutdatedCheck } from '#contract/api/turn-checks.ts'
import { checkAuthor, checkState } from '../app/turn-checks/check-text.ts'
import { formatCallDay } from '../format/call-dates.ts'
import { formatLongInstantDay } from '../format/dates.ts'
import type { ListCell, ListColumn } from '../ui/list-table.ts'

type OutdatedColumn = 'symbol' | 'date' | 'text' | 'state' | 'correction' | 'author' | 'at'

export const outdatedColumns: readonly ListColumn<OutdatedColumn>[] = [
  { key: 'symbol', title: 'Company', width: 88 },
  { key: 'date', title: 'Call', width: 88 },
  { key: 'text', title: 'Words checked', width: 240, grows: true },
  { key: 'state', title: 'State', width: 88 },
  { key: 'correction', title: 'Correction', width: 240, grows: true },
  { key: 'author', title: 'Author', width: 104 },
  { key: 'at', title: 'Checked', width: 104 },
]

export function outdatedCells(outdated: OutdatedCheck): Record<OutdatedColumn, ListCell> {
  const { words, check, symbol, startedAt, language } = outdated
  const quoted = (text: string): ListCell => ({ pieces: [{ text, hit: false }], language })
  return {
    symbol: symbol ?? '',
    date: startedAt === null ? '' : formatCallDay(startedAt),
    text: quoted(words.text),
    state: checkState(check),
    correction: quoted(check.correction ?? ''),
    author: checkAuthor(check),
    at: formatLongInstantDay(check.at),
  }
}
