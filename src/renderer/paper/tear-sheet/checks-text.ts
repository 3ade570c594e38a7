/**
 * Sentences of the tear sheet on data quality: tie-outs of the stored periods, and restatements.
 */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { Figure } from '#contract/api/financials.ts'
import { labelInSentence, unitOf } from '#contract/api/figure-lines.ts'
import type { SheetFigures } from '#contract/api/tear-sheet.ts'
import { formatLongInstantDay } from '../../format/dates.ts'
import { formatFigure } from '../../format/figures.ts'
import { paperScale } from '../paper-figures.ts'

interface ChecksText {
  /** "44 of 45" */
  readonly tie: string
  readonly rest: string
  readonly year: string
}

/** The tie-outs of a company's stored periods, in sentences. Pure. */
export function checksText({ ties, yearNotStored }: Pick<SheetFigures, 'ties' | 'yearNotStored'>): ChecksText {
  const { tie, known, of, unchecked } = ties
  const extra = [
    ...(known > 0 ? [`${known} more with known breaks only`] : []),
    ...(unchecked > 0 ? [`${unchecked} could not be checked`] : []),
  ]
  return {
    tie: `${tie} of ${of}`,
    rest: `periods tie within and across the statements${extra.length === 0 ? '' : `, ${extra.join(', ')}`}.`,
    year:
      yearNotStored === null
        ? ''
        : `FY${yearNotStored} is not stored yet, so its quarters are not checked against the year.`,
  }
}

/** "Q2 FY2025 revenue 1,301.2 to 1,296.8, cost of revenue 714.9 to 710.5, detected 14 Nov 2025; more in Tearsheet." Pure. */
export function restatedText({ figures, more }: SheetFigures['restated']): string {
  const together = Map.groupBy(figures, ({ recordId, seenAt }) => `${recordId} ${seenAt}`)
  const texts = [...together.values()].flatMap((changes) => {
    const [first] = changes
    if (!first) return []
    const changed = changes.map(({ field, label, previous, current }) => {
      const write = (figure: Figure) => formatFigure(figure, unitOf(field), paperScale)
      return `${labelInSentence(label)} ${write(previous)} to ${write(current)}`
    })
    return `${fiscalPeriodName(first)} ${changed.join(', ')}, detected ${formatLongInstantDay(first.seenAt)}`
  })
  return `${texts.join('; ')}${more ? '; more in Tearsheet' : ''}.`
}
