/** Example screens, offered on the empty screener. */

import type { ScreenCondition, ScreenConditionOf, ScreenSpec } from '#contract/api/screens.ts'
import { emptySpec } from './screen-page.svelte.ts'

interface ScreenExample {
  readonly title: string
  readonly spec: ScreenSpec
}

const figure = (
  id: string,
  field: string,
  value: number,
  more: Partial<ScreenConditionOf<'figure'>> = {},
): ScreenCondition => ({
  kind: 'figure',
  id,
  field,
  period: 'quarter',
  measure: 'value',
  over: 4,
  operator: 'at-least',
  value,
  ...more,
})
const all = (...conditions: ScreenCondition[]): ScreenSpec => ({
  ...emptySpec,
  groups: [{ kind: 'all', bypassed: false, conditions }],
})

/** To start from, on the empty page. */
export const screenExamples: readonly ScreenExample[] = [
  {
    title: 'Profitable and growing',
    spec: all(figure('a', 'calculated.operating_margin', 0.12), figure('b', 'Revenue', 0.04, { measure: 'change' })),
  },
  {
    title: 'Improving margins',
    spec: all(
      figure('a', 'calculated.operating_margin', 0.005, { measure: 'change' }),
      figure('b', 'calculated.fcf_margin', 0.05, { period: 'ltm' }),
    ),
  },
  {
    title: 'Net cash, no downgrades',
    spec: {
      ...emptySpec,
      groups: [
        { kind: 'all', bypassed: false, conditions: [figure('a', 'calculated.net_debt', 0, { operator: 'below' })] },
        {
          kind: 'none',
          bypassed: false,
          conditions: [{ kind: 'rating', id: 'b', action: 'down', days: 90, value: 1 }],
        },
      ],
    },
  },
]
