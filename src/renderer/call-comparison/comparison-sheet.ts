/** Passages of a call comparison as a table for a spreadsheet. */

import type { CallComparison, ComparedPassage, SpokenPassage } from '#contract/api/call-comparison.ts'
import type { SpreadsheetTable } from '../format/copied-table.ts'
import { formatCallTime } from '../format/dates.ts'
import { kindLabels, partLabels, speakerName } from './comparison-text.ts'

/** @param names of the earlier and the later call, for the heads */
export function comparisonSheet(
  { earlier, later, topics }: CallComparison,
  passages: readonly ComparedPassage[],
  names: readonly [earlier: string, later: string],
): SpreadsheetTable {
  const heads = names.flatMap((name) => [`${name}, time`, `${name}, speaker`, `${name}, text`, `${name}, sentiment`])
  const cells = (passage: SpokenPassage | null, call: CallComparison['later']) =>
    passage === null
      ? ['', '', '', null]
      : [
          passage.second === null ? '' : formatCallTime(passage.second),
          speakerName(call, passage.speaker),
          passage.text,
          passage.sentiment,
        ]
  return {
    heads: ['Kind', 'Alike', 'Topic (inferred)', 'Section', ...heads],
    rows: passages.map((passage) => [
      kindLabels[passage.kind],
      passage.likeness === 0 ? null : passage.likeness,
      topics[passage.topic]?.title ?? '',
      partLabels[passage.part],
      ...cells(passage.earlier, earlier),
      ...cells(passage.later, later),
    ]),
  }
}
