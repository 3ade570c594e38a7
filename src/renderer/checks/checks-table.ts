/** The table of turns to check: columns and cells. */

import type { PassageToCheck } from '#contract/api/turn-checks.ts'
import { checkAuthor, checkState, reasonsText } from '../app/turn-checks/check-text.ts'
import { formatCallDay } from '../format/call-dates.ts'
import { formatFixed } from '../format/counts.ts'
import { formatCallTime } from '../format/dates.ts'
import type { ListCell, ListColumn } from '../ui/list-table.ts'

type CheckColumn = 'symbol' | 'date' | 'time' | 'confidence' | 'reasons' | 'speaker' | 'text' | 'state' | 'author'

export const checkColumns: readonly ListColumn<CheckColumn>[] = [
  { key: 'symbol', title: 'Company', width: 88 },
  { key: 'date', title: 'Call', width: 80 },
  { key: 'time', title: 'Time', width: 72, align: 'end' },
  { key: 'confidence', title: 'Confidence', width: 88, align: 'end' },
  { key: 'reasons', title: 'Contains', width: 140 },
  { key: 'speaker', title: 'Speaker', width: 128 },
  { key: 'text', title: 'Transcript', width: 200, grows: true },
  { key: 'state', title: 'State', width: 80 },
  { key: 'author', title: 'Author', width: 120 },
]

export function checkCells(passage: PassageToCheck): Record<CheckColumn, ListCell> {
  const { symbol, startedAt, start, confidence, reasons, speaker, text, language, check } = passage
  return {
    symbol: symbol ?? '',
    date: startedAt === null ? '' : formatCallDay(startedAt),
    time: start === null ? '' : formatCallTime(start),
    confidence: formatFixed(confidence, 2),
    reasons: reasonsText(reasons),
    speaker: speaker ?? '',
    text: { pieces: [{ text: check?.correction ?? text, hit: false }], language },
    state: { text: checkState(check), tone: check === null ? 'accent' : 'third' },
    author: checkAuthor(check),
  }
}
