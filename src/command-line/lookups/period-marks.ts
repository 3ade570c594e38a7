/** The marks of a period that change the meaning of its figures: in a response, and as notes under its table. */

import { z } from 'zod'
import { receivedWords, staleWords } from '#contract/api/figure-mark-words.ts'
import { markedFields, periodRemark, type MarkedFields, type PeriodRemark } from '#contract/api/financials.ts'

const { unreadable, kept, withdrawn } = markedFields.shape

/** Fields of the response. */
export const periodMarks = {
  stale: z.boolean().describe('The stored data of the period is older than the refresh interval'),
  unreadable: unreadable.describe('Fields whose values arrived damaged; their figures are n/a'),
  kept: kept.describe(
    'Fields without a readable value in the latest response. Their last readable figures are given, fetched before fetchedAt; the source of the figure gives the fetch time',
  ),
  withdrawn: withdrawn.describe('Fields that the service withdrew: n/a'),
  remarks: z
    .array(periodRemark.pick({ kind: true, message: true }))
    .describe('Remarks on the period, such as a share split, a gap before it or an extra week'),
}

interface Marked extends Pick<MarkedFields, 'unreadable' | 'kept' | 'withdrawn'> {
  readonly stale: boolean
  readonly remarks: readonly Pick<PeriodRemark, 'kind' | 'message'>[]
}

export function marksOf({ stale, unreadable, kept, withdrawn, remarks }: Marked) {
  return {
    stale,
    unreadable,
    kept,
    withdrawn,
    remarks: remarks.map(({ kind, message }) => ({ kind, message })),
  }
}

interface NamedPeriod extends Marked {
  /** `FY2025`, `HLDN FY2025`. */
  readonly name: string
  /** Stands before its remarks where the table has several companies. */
  readonly company?: string
}

interface ShownLine {
  readonly field: string
  readonly label: string
}

/** Sentences as the window has them, with the periods and the shown lines that they are about; each once. */
export function markNotes(periods: readonly NamedPeriod[], lines: readonly ShownLine[]): readonly string[] {
  const stale = periods.filter((period) => period.stale).map(({ name }) => name)
  const received = (['unreadable', 'kept', 'withdrawn'] as const).flatMap((kind) => {
    const marked = periods.flatMap(({ name, [kind]: fields }) => {
      const labels = lines.filter(({ field }) => fields.includes(field)).map(({ label }) => label)
      return labels.length === 0 ? [] : [`${name}: ${labels.join(', ')}`]
    })
    return marked.length === 0 ? [] : [`${receivedWords[kind]} ${marked.join('; ')}.`]
  })
  const remarks = periods.flatMap(({ company, remarks }) =>
    remarks.map(({ message }) => (company === undefined ? message : `${company}: ${message}`)),
  )
  return [...new Set([...remarks, ...received]), ...(stale.length === 0 ? [] : [`${staleWords} ${stale.join(', ')}.`])]
}
