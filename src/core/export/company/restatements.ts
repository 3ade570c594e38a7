/** Restatements of a company's figures, as notes on cells of its workbook. */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { Scale } from '#contract/api/exports.ts'
import type { Figure } from '#contract/api/financials.ts'
import { labelInSentence, labelOf, unitOf } from '#contract/api/figure-lines.ts'
import type { Reader } from '../../database/reader-writer.ts'
import type { CompanySeries } from '../../fundamentals/company-series.ts'
import { changedSince } from '../../fundamentals/records-as-of.ts'
import { localDayInWords, localTimeInWords } from '../../instant.ts'
import { numberFormat, shownText } from '../number-formats.ts'
import { noRestatements, type Restatements } from './line-sheet.ts'

/** As many as fit on a line. */
const mostInSentence = 3

/** What the service changed of a company's figures since it first sent them; nothing for an earlier day. */
export function restatementsOf(
  db: Reader,
  { periods }: CompanySeries,
  scale: Scale,
  asOf: number | null,
): Restatements {
  const restated = new Set(periods.flatMap((period) => period.restated.map((field) => `${period.recordId} ${field}`)))
  const changes = changedSince(
    db,
    periods.map(({ recordId }) => recordId),
    0,
  ).filter(({ kind, recordId, field }) => asOf === null && kind === 'restated' && restated.has(`${recordId} ${field}`))
  const shown = (figure: Figure, field: string) =>
    typeof figure !== 'number' ? (figure ?? 'n/a') : shownText(figure, numberFormat(unitOf(field), scale))
  const notes = new Map(
    changes.map(({ recordId, field, previous, current, seenAt }) => [
      `${recordId} ${field}`,
      `Restated, detected ${localTimeInWords(seenAt)}\n${shown(previous, field)} to ${shown(current, field)}\nRecord ${recordId}`,
    ]),
  )
  return {
    noteOf: (recordId, field) => notes.get(`${recordId} ${field}`),
    sentence: (fields, recordIds) => {
      const ours = changes.filter(({ recordId, field }) => fields.has(field) && recordIds.has(recordId))
      if (ours.length === 0) return noRestatements
      const each = ours
        .slice(0, mostInSentence)
        .map(
          ({ quarter, year, field, previous, current, seenAt }) =>
            `${fiscalPeriodName({ quarter, year })} ${labelInSentence(labelOf(field))} ${shown(previous, field)} to ${shown(current, field)} (${localDayInWords(seenAt)})`,
        )
      const more = ours.length - each.length
      return `${each.join('; ')}${more > 0 ? `; and ${more} more` : ''}. Shaded above.`
    },
  }
}
