/** The charts above the statements as a picture. */

import type { ChartPicture } from '../../ui/chart/chart-scene.ts'
import type { StripPanel } from './chart-plan.ts'
import { periodName, type ColumnPeriod } from './periods.ts'

export interface StripPictureText {
  readonly symbol: string
  /** In the order of the columns, including LTM, which no chart shows. */
  readonly periods: readonly ColumnPeriod[]
  readonly source: string
}

/** Periods in the order of the table. */
export function stripPicture(
  panels: readonly StripPanel[],
  { symbol, periods, source }: StripPictureText,
): ChartPicture {
  const axis = periods.flatMap((period) => (period.kind === 'ltm' ? [] : [periodName(period)]))
  const range = axis.length < 2 ? (axis[0] ?? '') : `${axis[0] ?? ''} to ${axis.at(-1) ?? ''}`
  const notes = panels.length === 1 ? panels.map(({ note }) => note) : []
  return {
    title: `${symbol}: ${stripTitle(panels)}`,
    subtitle: [range, ...notes].filter((part) => part !== '').join(', '),
    source,
    panels: panels.map(({ plan, note, write, ...panel }) => ({
      title: titleOf({ plan, ...panel }),
      note: panels.length === 1 ? '' : note,
      axis,
      plan,
      write,
      absent: '',
    })),
  }
}

/** "Revenue, Operating margin". */
export function stripTitle(panels: readonly StripPanel[]): string {
  return panels.map(titleOf).join(', ')
}

function titleOf({ title, plan }: Pick<StripPanel, 'title' | 'plan'>): string {
  return title === '' ? plan.series.map(({ name }) => name).join(', ') : title
}
