import Database from 'better-sqlite3'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonText } from '#contract/api/serialized-json.ts'
import type {
  ScreenCondition,
  ScreenConditionOf,
  ScreenGroup,
  ScreenMatch,
  ScreenResult,
  ScreenSpec,
} from '#contract/api/screens.ts'
import { enhanced } from '../records.ts'

let count = 0

/** A condition on a figure; the latest quarter's own figure unless it says otherwise. */
export function figure(
  field: string,
  operator: ScreenConditionOf<'figure'>['operator'],
  value: number | null,
  more: Partial<ScreenConditionOf<'figure'>> = {},
): ScreenConditionOf<'figure'> {
  count += 1
  return {
    kind: 'figure',
    id: `c${count}`,
    field,
    period: 'quarter',
    measure: 'value',
    over: 1,
    operator,
    value,
    ...more,
  }
}

export function group(kind: ScreenGroup['kind'], ...conditions: ScreenCondition[]): ScreenGroup {
  return { kind, bypassed: false, conditions }
}

export function screen(...groups: ScreenGroup[]): ScreenSpec {
  return { universe: { of: 'library' }, asOf: null, oneCurrency: false, groups, columns: null }
}

export function matchesIn({ matches }: ScreenResult): readonly ScreenMatch[] {
  return readJsonText(matches)
}

export function symbolsIn(result: ScreenResult): string[] {
  return matchesIn(result).map(({ symbol }) => symbol)
}

/** SQL on the library of a profile's only live or sample workspace, beside the core. */
export function askLibrary<Row>(profile: string, sql: string): Row[] {
  const file = readdirSync(profile, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('library.db'))
    .map((name) => join(profile, name))
    .find((name) => countRows(name, 'fundamental_period') > 0)
  if (file === undefined) throw new Error('no library has statements')
  const database = new Database(file, { readonly: true })
  try {
    return database.prepare<[], Row>(sql).all()
  } finally {
    database.close()
  }
}

/** A change of what is the user's own, beside a core that is closed. */
export function changeDesk(profile: string, sql: string, ...values: string[]): void {
  const file = readdirSync(profile, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('desk.db'))
    .map((name) => join(profile, name))
    .find((name) => countRows(name, 'saved_screen') > 0)
  if (file === undefined) throw new Error('no screen is saved')
  const database = new Database(file)
  try {
    database.prepare(sql).run(...values)
  } finally {
    database.close()
  }
}

function countRows(file: string, table: 'fundamental_period' | 'saved_screen'): number {
  const database = new Database(file, { readonly: true })
  try {
    return database.prepare(`SELECT 1 FROM ${table}`).all().length
  } finally {
    database.close()
  }
}

const ends = ['03-31', '06-30', '09-30', '12-31']

/** Quarters that follow each other up to one, oldest first. */
export function quartersTo(
  symbol: string,
  [year, quarter]: readonly [year: number, quarter: number],
  figures: readonly Readonly<Record<string, number | null>>[],
): Record<string, unknown>[] {
  return figures.map((each, index) => {
    const place = year * 4 + quarter - 1 - (figures.length - 1 - index)
    const [its, number] = [Math.floor(place / 4), (place % 4) + 1]
    return enhanced({ symbol, quarter: `Q${number}`, year: its, end: `${its}-${ends[number - 1] ?? ''}` }, each)
  })
}
