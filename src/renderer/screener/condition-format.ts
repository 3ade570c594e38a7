/**
 * Labels, units and values of a screen's conditions: formatted, and parsed as typed. Also formats
 * the figures of the results.
 */

import type { ScreenMeasure, ScreenOperator, ScreenPeriod, ScreenRatingAction } from '#contract/api/screen-terms.ts'
import type { ScreenCondition } from '#contract/api/screens.ts'
import { readNumber, separatorsOf } from '#contract/api/number-format.ts'
import type { ColumnKind } from '#contract/api/exports.ts'
import { isProportion, type UnitKind } from '#contract/service/statement-lines.ts'
import { changeCell, changeKind } from '../format/change-cells.ts'
import { formatChange, formatFigure, scaleOf } from '../format/figures.ts'
import type { Scale } from '../format/scale.ts'
import { unitOfField, type OwnNames } from './screen-subjects.ts'
import { formatDecimals } from '../format/counts.ts'
import { numberFormat } from '../format/number-format.svelte.ts'

/** The parts of a condition, in words. */
export const periodNames: Readonly<Record<ScreenPeriod, string>> = {
  quarter: 'latest quarter',
  ltm: 'LTM',
  year: 'latest year',
}
export const measureNames: Readonly<Record<ScreenMeasure, string>> = {
  value: 'value',
  change: 'change, y/y',
  average: 'average of',
  growth: 'growth over',
  cagr: 'CAGR over',
  rank: 'rank in sector',
}
export const operatorNames: Readonly<Record<ScreenOperator, string>> = {
  'at-least': 'at least',
  'at-most': 'at most',
  above: 'above',
  below: 'below',
}
export const actionNames: Readonly<Record<ScreenRatingAction, string>> = {
  up: 'Upgrades',
  down: 'Downgrades',
  initiated: 'Initiations',
  reiterated: 'Reiterations',
  any: 'Any action',
}

/** How a condition's value is typed: its figure times `factor`, followed by `suffix`. */
interface ValueForm {
  readonly factor: number
  readonly suffix: string
  readonly decimals: number
  /** One step of the line that is dragged, as it is typed. */
  readonly step: number
}

const plain: ValueForm = { factor: 1, suffix: '', decimals: 0, step: 1 }
const percent: ValueForm = { factor: 100, suffix: '%', decimals: 1, step: 1 }

/** The unit of its figures: a change of a proportion is a difference, of all else growth. */
export function unitOf(
  condition: ScreenCondition,
  own: OwnNames,
): { readonly unit: UnitKind; readonly isChange: boolean } {
  switch (condition.kind) {
    case 'figure': {
      const unit = unitOfField(condition.field, own)
      if (condition.measure === 'rank') return { unit: 'count', isChange: false }
      const isChange = condition.measure !== 'value' && condition.measure !== 'average'
      return { unit, isChange }
    }
    case 'call':
      return condition.attribute === 'days-since'
        ? { unit: 'days', isChange: false }
        : { unit: 'score', isChange: condition.attribute === 'sentiment-change' }
    case 'restatement':
      return { unit: 'percent', isChange: false }
    case 'security':
    case 'rating':
    case 'search':
      return { unit: 'count', isChange: false }
    default:
      return condition satisfies never
  }
}

export function valueForm(condition: ScreenCondition, own: OwnNames, scale: Scale): ValueForm {
  const { unit, isChange } = unitOf(condition, own)
  if (isChange && unit === 'percent') return { factor: 10_000, suffix: 'bps', decimals: 0, step: 10 }
  if (isChange && !isProportion(unit)) return percent
  switch (unit) {
    case 'percent':
      return percent
    case 'ratio':
      return { factor: 1, suffix: 'x', decimals: 2, step: 0.1 }
    case 'score':
      return { factor: 1, suffix: '', decimals: 2, step: 0.05 }
    case 'money':
    case 'shares': {
      const { divisor } = scaleOf[scale]
      return {
        factor: 1 / divisor,
        suffix: scale === 'units' ? '' : scale,
        decimals: scale === 'units' ? 0 : 1,
        step: scale === 'units' ? 1e6 : 10,
      }
    }
    case 'per-share':
      return { factor: 1, suffix: '', decimals: 2, step: 0.1 }
    case 'per-employee':
      return { factor: 1e-3, suffix: 'k', decimals: 0, step: 10 }
    case 'days':
      return { ...plain, suffix: 'days' }
    case 'count':
      return plain
    default:
      return unit satisfies never
  }
}

/** As typed, in the number format of the window and without groups: 0.12 as `12.0`. More typed digits are kept. */
export function typedValue(value: number | null, { factor, decimals }: ValueForm): string {
  if (value === null) return ''
  const typed = Number((value * factor).toPrecision(12))
  const digits = String(typed).split('.')[1]?.length ?? 0
  const point = typed.toFixed(Math.min(8, Math.max(decimals, digits)))
  return point.replace('.', separatorsOf(numberFormat()).decimal)
}

/** Undefined: it is no number, or not finished; null: it is empty. */
export function readValue(text: string, { factor, suffix }: ValueForm): number | null | undefined {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(suffix === '' ? /$^/ : suffix, '')
    .replace(/%$/, '')
    .trim()
  if (bare === '') return null
  const signed = /^\((.*)\)$/.exec(bare)?.[1]
  const number = readNumber(signed === undefined ? bare : `-${signed}`, numberFormat())
  return number === undefined ? undefined : Number((number / factor).toPrecision(12))
}

/** With its unit, as in a sentence: `12.0%`, `50 bps`. */
export function valueText(condition: ScreenCondition, value: number | null, own: OwnNames, scale: Scale): string {
  const form = valueForm(condition, own, scale)
  if (value === null) return '…'
  const typed = formatDecimals(Number((value * form.factor).toPrecision(12)), form.decimals, 8)
  const gap = ['%', 'x', 'k', ''].includes(form.suffix) ? '' : ' '
  // 1,234.5 million, not millions.
  const suffix = form.suffix.endsWith('ions') || form.suffix === 'thousands' ? form.suffix.slice(0, -1) : form.suffix
  return `${typed}${gap}${suffix}`
}

/** A figure of the results, as tables write it. */
export function cellText(
  condition: ScreenCondition,
  cell: string | number | null,
  own: OwnNames,
  scale: Scale,
): string {
  if (typeof cell === 'string' && cell !== 'n.m.') return cell
  if (condition.kind === 'security') return ''
  const { unit, isChange } = unitOf(condition, own)
  const figure = typeof cell === 'string' ? 'n.m.' : cell
  return isChange ? formatChange(figure, unit) : formatFigure(figure, unit, scale)
}

/** A figure of the results in a spreadsheet: in full, in the unit that the head of its column names. */
export function spreadsheetCell(
  condition: ScreenCondition,
  cell: string | number | null,
  own: OwnNames,
): string | number | null {
  const { unit, isChange } = unitOf(condition, own)
  return isChange && typeof cell === 'number' ? changeCell(cell, unit) : cell
}

/** The kind of a column of such figures; null: of words. */
export function spreadsheetKind(condition: ScreenCondition, own: OwnNames): ColumnKind | null {
  if (condition.kind === 'security') return null
  const { unit, isChange } = unitOf(condition, own)
  return isChange ? changeKind(unit) : unit
}
