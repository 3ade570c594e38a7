/** The columns that a watchlist can show, with their labels. */

import { figureLines } from '#contract/api/figure-lines.ts'
import { isLineMeant } from '#contract/api/former-labels.ts'
import type { OwnMetric } from '#contract/api/metrics.ts'
import {
  figureColumnId,
  figureColumnKinds,
  plainColumns,
  type FigureColumnKind,
} from '#contract/api/watchlist-columns.ts'

interface AvailableColumn {
  readonly id: string
  readonly label: string
}

export const figureColumnLabels: Readonly<Record<FigureColumnKind, string>> = {
  number: 'latest quarter',
  change: 'y/y',
  trend: '8 quarters',
}

interface AvailableFigure {
  readonly field: string
  readonly label: string
  /** One column a kind. */
  readonly ids: Readonly<Record<FigureColumnKind, string>>
}

/** Everything but figures. */
export const availablePlainColumns: readonly AvailableColumn[] = plainColumns.map(({ id, label }) => ({ id, label }))

/** Lines that may be columns and contain the words, the analyst's first. */
export function availableFigures(own: readonly OwnMetric[], words: string): readonly AvailableFigure[] {
  const sought = words.trim().toLowerCase()
  const lines = [
    ...own.map(({ id, name }) => ({ field: `own.${id}`, label: name })),
    ...[...figureLines.values()].map(({ field, label }) => ({ field, label })),
  ]
  return lines
    .filter((line) => isLineMeant(line, sought))
    .map(({ field, label }) => ({
      field,
      label,
      ids: Object.fromEntries(
        figureColumnKinds.map((kind) => [kind, figureColumnId(kind, field)]),
      ) as AvailableFigure['ids'],
    }))
}
