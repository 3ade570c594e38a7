/**
 * The points and trails of a scatter as the table that "Copy values" copies, in full precision, for
 * a spreadsheet.
 */

import { copiedSheet, type SpreadsheetCell } from '../format/copied-table.ts'
import { asOfText } from '../format/dates.ts'
import { adjustedWords } from '../app/period-marks.ts'
import type { CopiedTable } from '../ui/clipboard.ts'
import type { Scatter, ScatterPoint } from './scatter.ts'

interface CopiedScatter {
  readonly isOneCurrency: boolean
  readonly isAdjusted: boolean
  readonly asOf: number | null
}

/** Every point, with the periods of its trail below it, in full precision and unscaled. Hidden companies are left out. */
export function copiedScatter(
  { points, up, across, period }: Scatter,
  { isOneCurrency, isAdjusted, asOf }: CopiedScatter,
): CopiedTable {
  const rows = points.filter(({ isHidden }) => !isHidden).flatMap(rowsOf)
  return copiedSheet({
    heads: [
      `Reported currency${isOneCurrency ? ' (treated as one)' : ''}, unscaled${adjustedWords(isAdjusted)}${asOfText(asOf)}`,
      'Company',
      'Period',
      'Period end',
      across.label,
      up.label,
      'In medians',
    ],
    rows: [...rows, ['Median', '', period, '', across.median, up.median, '']],
  })
}

function rowsOf({
  symbol,
  name,
  state,
  ends,
  acrossValue,
  upValue,
  trail,
}: ScatterPoint): (readonly SpreadsheetCell[])[] {
  const [own, ...before] = trail
  return [
    [symbol, name, own?.period ?? '', ends, acrossValue, upValue, state === 'current' ? 'yes' : 'no'],
    ...before.map(({ period, ends: end, place }): readonly SpreadsheetCell[] => [
      symbol,
      name,
      period,
      end,
      place?.x ?? null,
      place?.y ?? null,
      '',
    ]),
  ]
}
