/** Counts spoken figures by how they compare with the statements, for the line under the head and the list. */

import type { SpokenFigure } from '#contract/api/spoken-figures.ts'
import { formatCounted, formatNumber } from '../../format/counts.ts'

export const figureVerdicts = ['agrees', 'restated', 'differs', 'not-judged', 'guidance'] as const
export type FigureVerdict = (typeof figureVerdicts)[number]

/** The sign after a figure in the text and before it in the list. */
export const figureSigns: Readonly<Record<FigureVerdict, string>> = {
  agrees: '=',
  restated: 'r',
  differs: '≠',
  'not-judged': '?',
  guidance: '»',
}

/** How many figures have each verdict; those whose match the user called wrong are in none. */
export type FigureCounts = Readonly<Record<FigureVerdict | 'all', number>>

export function countFigures(figures: readonly SpokenFigure[]): FigureCounts {
  const counts = { all: 0, agrees: 0, restated: 0, differs: 0, 'not-judged': 0, guidance: 0 }
  for (const { verdict, dismissed } of figures) {
    if (dismissed) continue
    counts.all += 1
    counts[verdict.is] += 1
  }
  return counts
}

/** The parts of "31 figures: 17 agree, 1 restated since, 1 differs, 12 not comparable", which add up. */
export interface FigureSummaryText {
  readonly all: string
  readonly agree: string
  /** Empty where none was. */
  readonly restated: string
  readonly differ: string
  readonly rest: string
}

export function summaryOf(counts: FigureCounts): FigureSummaryText {
  const verb = (count: number, verb: string) => `${formatNumber(count)} ${verb}${count === 1 ? 's' : ''}`
  return {
    all: formatCounted(counts.all, 'figure'),
    agree: verb(counts.agrees, 'agree'),
    restated: counts.restated === 0 ? '' : `${formatNumber(counts.restated)} restated since`,
    differ: verb(counts.differs, 'differ'),
    rest: `${formatNumber(counts['not-judged'] + counts.guidance)} not comparable`,
  }
}
