/** Found securities as a table for a spreadsheet. */

import type { SecurityHit } from '#contract/api/securities.ts'
import type { SpreadsheetTable } from '../format/copied-table.ts'
import { plainText, resultColumns } from './result-columns.ts'

export function securitySheet(hits: readonly SecurityHit[]): SpreadsheetTable {
  return {
    heads: resultColumns.map(({ title }) => title),
    rows: hits.map((hit) =>
      resultColumns.map(({ key, kind }) => (kind === 'money' ? hit.marketCap : plainText(hit, key))),
    ),
  }
}
