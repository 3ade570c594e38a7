/**
 * What a condition can be about (lines, metrics, ratings, calls, fields of a security): names,
 * units, suggestions while typing, and the condition that typed text means.
 */

import { calculatedLines, comparisonLines } from '#contract/api/calculated-lines.ts'
import { comparedLines } from '#contract/api/figure-lines.ts'
import type { OwnMetric } from '#contract/api/metrics.ts'
import {
  formulaMark,
  marketCapField,
  type ScreenCallAttribute,
  type ScreenSecurityField,
} from '#contract/api/screen-terms.ts'
import type { ScreenCondition } from '#contract/api/screens.ts'
import type { SavedSearch } from '#contract/api/transcript-search.ts'
import { insightLines, metricLines, statementLines, type UnitKind } from '#contract/service/statement-lines.ts'

/** A possible subject of a condition, suggested while its name is typed. */
export interface ScreenSubject {
  readonly name: string
  /** Creates a condition on it without a value, with this id. */
  readonly make: (id: string) => ScreenCondition
}

/** The user's lines and those in conditions, by field. */
export type OwnNames = ReadonlyMap<string, { readonly label: string; readonly unit: UnitKind }>

export const securityNames: Readonly<Record<ScreenSecurityField, string>> = {
  sector: 'Sector',
  industry: 'Industry',
  country: 'Country',
  exchange: 'Exchange',
  type: 'Security type',
  currency: 'Trading currency',
}

const callNames: Readonly<Record<ScreenCallAttribute, string>> = {
  sentiment: 'Call sentiment',
  'sentiment-change': 'Call sentiment, change',
  'days-since': 'Days since latest call',
}

const ratingName = 'Rating actions'
const marketCapName = 'Market cap'
const restatedName = (field: string | null) => `Restated, ${field === null ? 'any line' : nameOfField(field)}`
const searchName = (name: string) => `Search: ${name}`
const usualDays = 90

/** A line's label. */
export function nameOfField(field: string): string {
  if (field === marketCapField) return marketCapName
  if (field.startsWith(formulaMark)) return field.slice(formulaMark.length).trim()
  return comparedLines.get(field)?.label ?? field
}

export function unitOfField(field: string, own: OwnNames): UnitKind {
  if (field === marketCapField) return 'money'
  return comparedLines.get(field)?.unit ?? own.get(field)?.unit ?? (field.startsWith(formulaMark) ? 'ratio' : 'count')
}

export function nameOf(condition: ScreenCondition, own: OwnNames): string {
  switch (condition.kind) {
    case 'figure':
      return own.get(condition.field)?.label ?? nameOfField(condition.field)
    case 'security':
      return securityNames[condition.field]
    case 'call':
      return callNames[condition.attribute]
    case 'rating':
      return ratingName
    case 'restatement':
      return restatedName(condition.field)
    case 'search':
      return searchName(condition.name)
    default:
      return condition satisfies never
  }
}

/** A condition on the latest quarter, or on twelve months for lines that need a year. */
export function figureOn(field: string, id: string): ScreenCondition {
  const needsYear = comparisonLines.some((line) => line.field === field && line.needsYear === true)
  const period = needsYear ? 'ltm' : 'quarter'
  return { kind: 'figure', id, field, period, measure: 'value', over: 4, operator: 'at-least', value: null }
}

/** In the order in which they are offered. */
export function screenSubjects(own: readonly OwnMetric[], searches: readonly SavedSearch[]): readonly ScreenSubject[] {
  const fields = [...comparisonLines, ...calculatedLines, ...metricLines, ...statementLines, ...insightLines]
  return [
    ...own.map(({ id: metric, name }) => ({ name, make: (id: string) => figureOn(`own.${metric}`, id) })),
    ...fields.map(({ field }) => ({ name: nameOfField(field), make: (id: string) => figureOn(field, id) })),
    { name: marketCapName, make: (id) => figureOn(marketCapField, id) },
    ...(Object.keys(securityNames) as ScreenSecurityField[]).map((field) => ({
      name: securityNames[field],
      make: (id: string): ScreenCondition => ({ kind: 'security', id, field, values: [] }),
    })),
    ...(Object.keys(callNames) as ScreenCallAttribute[]).map((attribute) => ({
      name: callNames[attribute],
      make: (id: string): ScreenCondition => ({
        kind: 'call',
        id,
        attribute,
        operator: attribute === 'days-since' ? 'at-most' : 'at-least',
        value: null,
      }),
    })),
    { name: ratingName, make: (id) => ({ kind: 'rating', id, action: 'any', days: usualDays, value: 1 }) },
    ...searches.map(({ id: searchId, name }) => ({
      name: searchName(name),
      make: (id: string): ScreenCondition => ({ kind: 'search', id, searchId, name, days: usualDays, value: 1 }),
    })),
    ...[null, ...statementLines.map(({ field }) => field)].map((field) => ({
      name: restatedName(field),
      make: (id: string): ScreenCondition => ({ kind: 'restatement', id, field, days: 365, value: 0 }),
    })),
  ]
}

/** The typed text as a condition: a subject by its name, or a formula; null: neither. */
export function conditionFor(text: string, id: string, subjects: readonly ScreenSubject[]): ScreenCondition | null {
  const wanted = text.trim()
  const subject = subjects.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (subject) return subject.make(id)
  return wanted.includes('[') ? figureOn(`${formulaMark}${wanted.replace(/^=/, '')}`, id) : null
}
