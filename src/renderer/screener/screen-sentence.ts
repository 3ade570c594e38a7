/** Writes a screen's conditions as a sentence whose words link to their fields. */

import type { ScreenGroupKind } from '#contract/api/screen-terms.ts'
import type { ScreenCondition, ScreenSpec } from '#contract/api/screens.ts'
import { comparedLines, labelInSentence } from '#contract/api/figure-lines.ts'
import type { Scale } from '../format/scale.ts'
import { actionNames, operatorNames, periodNames, unitOf, valueText } from './condition-format.ts'
import { nameOf, type OwnNames } from './screen-subjects.ts'

/** A part of the sentence; `of` is the condition of its field. */
interface SentencePart {
  readonly text: string
  readonly of: string | null
}

export interface ScreenSentence {
  /** One sentence, or its clauses where it would be too long for one. */
  readonly clauses: readonly (readonly SentencePart[])[]
  readonly isList: boolean
}

/** Most characters of two lines. */
const longest = 420

/** A screen in words, from its conditions alone. */
export function sentenceOf(spec: Pick<ScreenSpec, 'groups'>, own: OwnNames, scale: Scale): ScreenSentence {
  const groups = spec.groups
    .filter(({ bypassed, conditions }) => !bypassed && conditions.length > 0)
    .map(({ kind, conditions }) => ({ kind, clauses: conditions.map((each) => clauseOf(each, own, scale)) }))
  const whole = groups.flatMap(({ kind, clauses }, at) => [
    ...(at === 0 ? [] : [plain('; and ')]),
    ...(kind === 'none' ? [plain('none of: ')] : []),
    ...clauses.flatMap((clause, index) => (index === 0 ? clause : [plain(joints[kind]), ...clause])),
  ])
  const length = whole.reduce((sum, { text }) => sum + text.length, 0)
  if (length === 0) return { clauses: [], isList: false }
  if (length <= longest) return { clauses: [ended(capitalized(whole))], isList: false }
  const list = groups.flatMap(({ kind, clauses }) =>
    kind === 'all'
      ? clauses
      : [clauses.flatMap((clause, at) => [plain(at === 0 ? heads[kind] : joints[kind]), ...clause])],
  )
  return { clauses: list.map((clause) => ended(capitalized(clause))), isList: true }
}

const joints: Readonly<Record<ScreenGroupKind, string>> = { all: ', and ', any: ', or ', none: '; ' }
const heads: Readonly<Record<Exclude<ScreenGroupKind, 'all'>, string>> = { any: '', none: 'none of: ' }

const plain = (text: string): SentencePart => ({ text, of: null })

/** A sentence without a value yet ends with its ellipsis. */
function ended(parts: readonly SentencePart[]): readonly SentencePart[] {
  return parts.at(-1)?.text.endsWith('…') ? parts : [...parts, plain('.')]
}

function capitalized([first, ...rest]: readonly SentencePart[]): readonly SentencePart[] {
  return first ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest] : []
}

function clauseOf(condition: ScreenCondition, own: OwnNames, scale: Scale): readonly SentencePart[] {
  const { id } = condition
  const field = (text: string): SentencePart => ({ text, of: id })
  const value = (figure: number | null) => field(valueText(condition, figure, own, scale))
  const name = nameOf(condition, own)
  switch (condition.kind) {
    case 'figure': {
      const { period, measure, over, operator } = condition
      const line = inSentence(name, condition.field)
      const bound = [plain(` is ${operatorNames[operator]} `), value(condition.value)]
      // The last twelve months precede the line, as in "LTM revenue"; a quarter or a year follows it.
      const before = period === 'ltm' ? [plain('LTM ')] : []
      const during = period === 'ltm' ? [] : [plain(` for the ${periodNames[period]}`)]
      const span = plain(` over ${over} ${period === 'year' ? 'years' : 'quarters'}`)
      switch (measure) {
        case 'value':
          return [...before, field(line), ...during, ...bound]
        case 'change':
          return [...before, field(`${line} ${changeWord(condition, own)} y/y`), ...during, ...bound]
        case 'average':
          return [plain('average '), ...before, field(line), span, ...bound]
        case 'growth':
          return [...before, field(`${line} ${changeWord(condition, own)}`), span, ...bound]
        case 'cagr':
          return [
            plain(`${over}-year `),
            ...before,
            field(`${line} CAGR`),
            ...(period === 'year' ? [] : during),
            ...bound,
          ]
        case 'rank':
          return [plain('sector rank by '), ...before, field(line), ...during, ...bound]
        default:
          return measure satisfies never
      }
    }
    case 'security':
      return [
        field(inSentence(name, '')),
        plain(' is '),
        field(condition.values.length === 0 ? '…' : orList(condition.values)),
      ]
    case 'call':
      return [
        field(inSentence(name, '').replace(',', '')),
        plain(` is ${operatorNames[condition.operator]} `),
        value(condition.value),
      ]
    case 'rating':
      return [
        plain('at least '),
        field(`${condition.value ?? '…'}`),
        plain(' '),
        field(actionWord(condition)),
        plain(` in ${condition.days} days`),
      ]
    case 'restatement':
      return [
        field(condition.field === null ? 'any line' : inSentence(name.replace('Restated, ', ''), condition.field)),
        plain(' restated by more than '),
        value(condition.value),
        plain(` in ${condition.days} days`),
      ]
    case 'search':
      return [
        field(`“${condition.name}”`),
        plain(' has at least '),
        value(condition.value),
        plain(
          ` ${condition.value === 1 ? 'hit' : 'hits'} in calls, ratings and news over the last ${condition.days} days`,
        ),
      ]
    default:
      return condition satisfies never
  }
}

function changeWord(condition: ScreenCondition, own: OwnNames): string {
  const { unit } = unitOf(condition, own)
  return unit === 'percent' || unit === 'ratio' || unit === 'days' || unit === 'score' ? 'change' : 'growth'
}

export function actionWord({ action, value }: Extract<ScreenCondition, { kind: 'rating' }>): string {
  if (action === 'any') return value === 1 ? 'rating action' : 'rating actions'
  const word = actionNames[action].toLowerCase()
  return value === 1 ? word.slice(0, -1) : word
}

/** In lower case, except abbreviations and the user's names. */
export function inSentence(name: string, field: string): string {
  if (field.startsWith('own.') || field.startsWith('=')) return name
  const known = comparedLines.has(field) || field === '' || field === 'marketCap'
  return known ? labelInSentence(name) : name
}

export function orList(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`
}
