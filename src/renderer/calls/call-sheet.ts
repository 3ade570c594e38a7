/** Calls as a table for a spreadsheet, with the service's call ids. */

import type { ListedCall } from '#contract/api/calls.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { SpreadsheetTable, SpreadsheetCell } from '../format/copied-table.ts'
import { recordingText, statusText } from './call-labels.ts'

const heads = [
  'Date',
  'Start, UTC',
  'Symbol',
  'Company',
  'Title',
  'Fiscal quarter, inferred',
  'Length, s',
  'Status',
  'Turns',
  'Words',
  'Versions',
  'Recording',
  'Sentiment, remarks',
  'Sentiment, answers',
  'Confidence',
  'Questions',
  'Read',
  'Played',
  'Notes',
  'Hits',
  'start_time',
  'call_id',
] as const

/** The start time is included as received as well. */
export function callSheet(entries: readonly ListedCall[]): SpreadsheetTable {
  return {
    heads,
    rows: entries.map((entry): SpreadsheetCell[] => {
      const { startedAt, stored } = entry
      const [day = null, clock] = startedAt === null ? [] : new Date(startedAt).toISOString().split('T')
      return [
        day,
        clock?.slice(0, 8) ?? null,
        entry.symbol,
        entry.company,
        entry.title,
        entry.quarter && fiscalPeriodName(entry.quarter),
        entry.seconds,
        entry.status && statusText(entry.status),
        stored?.turns ?? null,
        stored?.words ?? null,
        stored?.versions ?? null,
        entry.recording === 'unknown' ? null : recordingText[entry.recording],
        entry.remarks,
        entry.answers,
        entry.confidence,
        entry.questions,
        entry.read,
        entry.played,
        entry.notes,
        entry.hits,
        entry.startTime,
        entry.callId,
      ]
    }),
  }
}
