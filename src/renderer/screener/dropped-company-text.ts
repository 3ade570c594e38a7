/** The sentence that says why a company no longer matches a screen. */

import type { ScreenCondition, DroppedCompany } from '#contract/api/screens.ts'
import { formatInstantDay } from '../format/dates.ts'
import type { Scale } from '../format/scale.ts'
import { valueForm, valueText } from './condition-format.ts'
import { headOf } from './screen-columns.ts'
import { actionWord, orList } from './screen-sentence.ts'
import { nameOf, type OwnNames } from './screen-subjects.ts'

interface DroppedCompanyContext {
  readonly conditions: readonly ScreenCondition[]
  readonly own: OwnNames
  readonly scale: Scale
  /** When the results were last seen, ms UTC. */
  readonly seenAt: number
}

/** Why a company left: the figure that changed, what it was, and when the period that changed it was fetched. */
export function droppedCompanyText(
  dropped: DroppedCompany,
  { conditions, own, scale, seenAt }: DroppedCompanyContext,
): string {
  const { conditionId, previous, current, period, fetchedAt } = dropped
  const condition = conditions.find(({ id }) => id === conditionId)
  if (!condition) return 'Not in the universe, or can no longer be evaluated'
  const value = (figure: number) => rounded(condition, figure, own, scale)
  switch (condition.kind) {
    case 'security':
      return `${nameOf(condition, own)} is not ${orList(condition.values)}`
    case 'rating':
      return `${current ?? 0} ${actionWord({ ...condition, value: current })} in ${condition.days} days`
    case 'search':
      return `${current ?? 0} ${current === 1 ? 'hit' : 'hits'} of “${condition.name}” in ${condition.days} days`
    case 'restatement':
      return `${nameOf(condition, own)}, by ${current === null ? 'n/a' : value(current)} in ${condition.days} days`
    case 'figure':
    case 'call': {
      const [title, note] = headOf(condition, own)
      const name = [title, note.replace(', bps', '')].filter((part) => part !== '').join(' ')
      const was = previous === null || previous === current ? '' : `, was ${value(previous)}`
      const isNew = period !== null && fetchedAt !== null && fetchedAt > seenAt
      const until = was !== '' && isNew ? ` until ${period} was fetched on ${formatInstantDay(fetchedAt)}` : ''
      return `${name} ${current === null ? 'n/a' : value(current)}${was}${until}`
    }
    default:
      return condition satisfies never
  }
}

/** To the digits that are shown; the user may type more. */
function rounded(condition: ScreenCondition, figure: number, own: OwnNames, scale: Scale): string {
  const { factor, decimals } = valueForm(condition, own, scale)
  return valueText(condition, Number((figure * factor).toFixed(decimals)) / factor, own, scale)
}
