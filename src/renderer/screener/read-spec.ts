/** Parses and checks a screen's specification from the tab's location. */

import { isOnCalendar } from '#contract/api/calendar-limits.ts'
import {
  mostScreenPeriods,
  screenCallAttributes,
  screenColumnMeasures,
  screenGroupKinds,
  screenMeasures,
  screenOperators,
  screenPeriods,
  screenPlainColumns,
  screenRatingActions,
  screenSecurityFields,
} from '#contract/api/screen-terms.ts'
import type { ScreenColumn, ScreenCondition, ScreenGroup, ScreenSpec, ScreenUniverse } from '#contract/api/screens.ts'
import { isJsonObject, type JsonObject } from '#contract/service/json-object.ts'

const mostDays = 3650

/**
 * Parses a screen from the tab's settings, written by this version or an earlier one. An unreadable condition or column is left
 * out. Null: there are no settings, or they are not a screen's.
 */
export function readSpec(settings: string): ScreenSpec | null {
  const stored = objectIn(settings)
  if (!stored || !Array.isArray(stored['groups'])) return null
  return {
    universe: universeOf(stored['universe']),
    asOf: isOnCalendar(stored['asOf']) ? stored['asOf'] : null,
    oneCurrency: stored['oneCurrency'] === true,
    groups: readEach(stored['groups'], groupOf),
    columns: Array.isArray(stored['columns']) ? readEach(stored['columns'], columnOf) : null,
  }
}

function objectIn(text: string): JsonObject | null {
  try {
    const read: unknown = JSON.parse(text)
    return isJsonObject(read) ? read : null
  } catch {
    return null
  }
}

function universeOf(stored: unknown): ScreenUniverse {
  if (!isJsonObject(stored)) return { of: 'library' }
  const of = oneOf(stored['of'], ['watchlist', 'comparison', 'screen'])
  const id = textOf(stored['id'])
  return of === null || id === null ? { of: 'library' } : { of, id, name: textOf(stored['name']) ?? '' }
}

function groupOf(stored: JsonObject): ScreenGroup | null {
  const kind = oneOf(stored['kind'], screenGroupKinds)
  if (kind === null) return null
  return { kind, bypassed: stored['bypassed'] === true, conditions: readEach(stored['conditions'], conditionOf) }
}

function conditionOf(stored: JsonObject): ScreenCondition | null {
  const id = textOf(stored['id'])
  if (id === null) return null
  const value = typeof stored['value'] === 'number' ? stored['value'] : null
  const operator = oneOf(stored['operator'], screenOperators)
  const days = wholeOf(stored['days'], 1, mostDays)
  switch (stored['kind']) {
    case 'figure': {
      const field = textOf(stored['field'])
      const period = oneOf(stored['period'], screenPeriods)
      const measure = oneOf(stored['measure'], screenMeasures)
      const over = wholeOf(stored['over'], 1, mostScreenPeriods)
      if (field === null || period === null || measure === null || over === null || operator === null) return null
      return { kind: 'figure', id, field, period, measure, over, operator, value }
    }
    case 'security': {
      const field = oneOf(stored['field'], screenSecurityFields)
      return field === null ? null : { kind: 'security', id, field, values: textsOf(stored['values']) }
    }
    case 'call': {
      const attribute = oneOf(stored['attribute'], screenCallAttributes)
      return attribute === null || operator === null ? null : { kind: 'call', id, attribute, operator, value }
    }
    case 'rating': {
      const action = oneOf(stored['action'], screenRatingActions)
      return action === null || days === null ? null : { kind: 'rating', id, action, days, value }
    }
    case 'restatement':
      return days === null ? null : { kind: 'restatement', id, field: textOf(stored['field']), days, value }
    case 'search': {
      const searchId = textOf(stored['searchId'])
      if (searchId === null || days === null) return null
      return { kind: 'search', id, searchId, name: textOf(stored['name']) ?? '', days, value }
    }
    default:
      return null
  }
}

function columnOf(stored: JsonObject): ScreenColumn | null {
  switch (stored['kind']) {
    case 'plain': {
      const key = oneOf(stored['key'], screenPlainColumns)
      return key === null ? null : { kind: 'plain', key }
    }
    case 'condition': {
      const id = textOf(stored['id'])
      return id === null ? null : { kind: 'condition', id }
    }
    case 'figure': {
      const field = textOf(stored['field'])
      const period = oneOf(stored['period'], screenPeriods)
      const measure = oneOf(stored['measure'], screenColumnMeasures)
      if (field === null || period === null || measure === null) return null
      return { kind: 'figure', field, period, measure }
    }
    default:
      return null
  }
}

/** The readable items of a list. */
function readEach<Read>(stored: unknown, read: (stored: JsonObject) => Read | null): Read[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((each: unknown) => (isJsonObject(each) ? (read(each) ?? []) : []))
}

function oneOf<Value extends string>(stored: unknown, known: readonly Value[]): Value | null {
  return known.find((each) => each === stored) ?? null
}

/** Null: not a text, or empty. */
function textOf(stored: unknown): string | null {
  return typeof stored === 'string' && stored !== '' ? stored : null
}

function textsOf(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
}

function wholeOf(stored: unknown, least: number, most: number): number | null {
  return typeof stored === 'number' && Number.isInteger(stored) && stored >= least && stored <= most ? stored : null
}
