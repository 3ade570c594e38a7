/**
 * Hints on a screen's results: which condition to relax when nothing matches, and the median of the
 * first column.
 */

import { isMoneyUnit } from '#contract/service/statement-lines.ts'
import { medianOf } from '#contract/median.ts'
import type { ScreenCondition, ScreenResult } from '#contract/api/screens.ts'
import { formatFigure } from '../format/figures.ts'
import type { Scale } from '../format/scale.ts'
import { unitOf, valueForm } from './condition-format.ts'
import type { ScreenPage } from './screen-page.svelte.ts'
import { inSentence } from './screen-sentence.ts'
import { nameOf, type OwnNames } from './screen-subjects.ts'

/**
 * When nothing matches: the condition that excludes most, with the nearest value that matches a company, to the shown digits.
 * Null: none.
 */
export function relaxedCondition(
  relaxation: ScreenResult['relaxation'],
  conditions: readonly ScreenCondition[],
  own: OwnNames,
  scale: Scale,
): { readonly condition: ScreenCondition; readonly value: number } | null {
  const condition = conditions.find(({ id }) => id === relaxation?.conditionId)
  if (!relaxation || relaxation.value === null || !condition || !('operator' in condition)) return null
  const { factor, decimals } = valueForm(condition, own, scale)
  const isUpward = condition.operator === 'at-least' || condition.operator === 'above'
  const digit = 10 ** -decimals
  const inDigits = (relaxation.value * factor) / digit
  const isStrict = condition.operator === 'above' || condition.operator === 'below'
  const rounded = isUpward ? Math.floor(inDigits) : Math.ceil(inDigits)
  const typed = isStrict && rounded === inDigits ? rounded + (isUpward ? -1 : 1) : rounded
  return { condition, value: Number(((typed * digit) / factor).toPrecision(12)) }
}

/** Companies that a median needs. */
const fewestForMedian = 3

/** The median of the first column of figures, over the companies that match; null: it would mean nothing, as of amounts of money. */
export function columnMedian(page: ScreenPage, scale: Scale): { readonly name: string; readonly text: string } | null {
  const first = page.shownColumns.find(({ subject }) => subject?.kind === 'figure')?.subject
  if (first?.kind !== 'figure') return null
  const { unit, isChange } = unitOf(first, page.own)
  if (isChange || first.measure !== 'value' || isMoneyUnit(unit)) return null
  const figures = page.ordered
    .map((match) => page.valueOf(match, first))
    .filter((value) => typeof value === 'number')
    .toSorted((one, other) => one - other)
  const value = medianOf(figures)
  if (value === null || figures.length < fewestForMedian) return null
  return { name: inSentence(nameOf(first, page.own), first.field), text: formatFigure(value, unit, scale) }
}
