/** The marks of a period that change the meaning of its figures: in a response, and as notes under its table. */

import { z } from 'zod'
import { receivedWords, staleWords } from '#contract/api/figure-mark-words.ts'
import {
  markedFields,
  periodRemark,
  type MarkedFields,
  type PeriodRemark,
  type SplitAdjusted,
} from '#contract/api/financials.ts'
import { ownIdOf } from '#contract/api/line-groups.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import { splitsAdjusted } from './shared-fields.ts'

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
  adjusted: z
    .string()
    .nullable()
    .describe(
      'How EPS and shares of the period are adjusted for a share split or, in a comparison of growth, how those behind its growth are. It also says where they could not be adjusted: such figures are "n.m.". null: as reported',
    ),
}

interface Marked extends Pick<MarkedFields, 'unreadable' | 'kept' | 'withdrawn'> {
  readonly stale: boolean
  readonly remarks: readonly Pick<PeriodRemark, 'kind' | 'message'>[]
}

interface ReadPeriod extends Marked {
  readonly adjusted?: SplitAdjusted
}

/** `shown`: the figures, or their growth, which may have only the figures that it is measured from adjusted. */
export function marksOf(
  { stale, unreadable, kept, withdrawn, remarks, adjusted }: ReadPeriod,
  shown: keyof NonNullable<SplitAdjusted>,
) {
  return {
    stale,
    unreadable,
    kept,
    withdrawn,
    remarks: remarks.map(({ kind, message }) => ({ kind, message })),
    adjusted: adjusted?.[shown] ?? null,
  }
}

interface NamedPeriod extends Marked {
  /** `FY2025`, `HLDN FY2025`. */
  readonly name: string
  /** Stands before its remarks where the table has several companies. */
  readonly company?: string
  readonly adjusted: string | null
}

interface ShownLine {
  readonly field: string
  readonly label: string
  readonly unit: UnitKind
}

interface ShownFigures {
  readonly adjustedForSplits: boolean
  /** They are the growth of the lines. */
  readonly isGrowth: boolean
}

/** Sentences as the window has them, with the periods and the shown lines that they are about; each once. */
export function markNotes(
  periods: readonly NamedPeriod[],
  lines: readonly ShownLine[],
  { adjustedForSplits, isGrowth }: ShownFigures,
): readonly string[] {
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
  // Growth may be adjusted where only the figures that it is measured from are, and those of the period are as reported.
  const adjustedFigures = isGrowth ? 'Growth of EPS and shares in' : 'EPS and shares of'
  const adjusted = [...Map.groupBy(periods, (period) => period.adjusted)].flatMap(([how, each]) =>
    how === null ? [] : [`${adjustedFigures} ${each.map(({ name }) => name).join(', ')}: ${how}`],
  )
  return [
    ...new Set([
      ...remarks,
      ...(adjustedForSplits && lines.some(mayBeAdjusted) ? [splitsAdjusted, ...adjusted] : []),
      ...received,
    ]),
    ...(stale.length === 0 ? [] : [`${staleWords} ${stale.join(', ')}.`]),
  ]
}

/** EPS, shares, and the user's own metrics, which may be calculated from them. */
function mayBeAdjusted({ field, unit }: ShownLine): boolean {
  return unit === 'per-share' || unit === 'shares' || ownIdOf(field) !== null
}
