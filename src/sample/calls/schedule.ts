/** The dates and kinds of a sample company's calls. */

import { addDays, timeOf, weekdayFrom } from '../data/calendar.ts'
import { randomFor, uuidFor } from '../data/random.ts'
import type { CompanySeed } from '../data/seeds.ts'
import { companySeeds, exchangeOf } from '../data/seeds.ts'
import type { CompanyStatements, StatementPeriod } from '../statements/company-statements.ts'
import { publishedAt } from '../statements/records.ts'

export type CallStatus = 'COMPLETED' | 'IN_PROGRESS' | 'FAILED'
type CallKind = 'earnings' | 'conference' | 'annual-meeting'

/** One scheduled call; its words are composed only on request. */
export interface PlannedCall {
  readonly id: string
  readonly seed: CompanySeed
  readonly kind: CallKind
  /** The period that is spoken of: of an earnings call the one reported, otherwise the last one reported. */
  readonly period: StatementPeriod
  /** Milliseconds, UTC. */
  readonly starts: number
  /** Offset of the company's exchange from UTC at that time, such as -04:00. */
  readonly offset: string
  readonly status: CallStatus
  /** The later state of a call in progress. */
  readonly ends: 'COMPLETED' | 'FAILED'
}

/** A company without any calls. */
const holdsNone = 'KLNC'
const callsOfEach = 3
/** The company with a longer history, whose last call has a spoken recording. */
export const longHistory = { symbol: 'HLDN', calls: 8 }

/** Calls other than ordinary, completed earnings calls. */
/** The last of them has a status of its own (exceptions.json). */
const failed = ['JRGM 2026Q1', 'TRVO 2026Q2', 'QLND 2026Q2', 'FNWT 2026Q1']
const inProgress: Readonly<Record<string, 'COMPLETED' | 'FAILED'>> = {
  'SDGE 2027Q3': 'COMPLETED',
  'HRTF 2026Q3': 'FAILED',
}
const others: readonly { symbol: string; kind: CallKind; date: string; status?: CallStatus }[] = [
  { symbol: 'LWFL', kind: 'conference', date: '2026-11-20', status: 'IN_PROGRESS' },
  { symbol: 'KSTM', kind: 'conference', date: '2026-09-09' },
  { symbol: 'NRWT', kind: 'conference', date: '2026-09-10' },
  { symbol: 'RVST', kind: 'conference', date: '2026-06-03' },
  { symbol: 'MRWD', kind: 'conference', date: '2026-06-10' },
  { symbol: 'ARMV', kind: 'annual-meeting', date: '2026-05-07' },
  { symbol: 'STMR', kind: 'annual-meeting', date: '2026-04-28' },
]

const zones: Readonly<Record<string, string>> = {
  US: 'America/New_York',
  CA: 'America/Toronto',
  GB: 'Europe/London',
  DE: 'Europe/Berlin',
  SE: 'Europe/Stockholm',
  JP: 'Asia/Tokyo',
}

/** @returns such as -05:00, summer time observed */
function offsetAt(zone: string, milliseconds: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    milliseconds,
  )
  const name = parts.find((each) => each.type === 'timeZoneName')?.value ?? 'GMT'
  return name === 'GMT' ? '+00:00' : name.replace('GMT', '')
}

function startOf(seed: CompanySeed, date: string, hour: number, minute: number) {
  const zone = zones[exchangeOf(seed.exchange).country] ?? 'America/New_York'
  const local = timeOf(date) + (hour * 60 + minute) * 60_000
  const offset = offsetAt(zone, local)
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  const shift = (hours * 60 + minutes) * 60_000
  return { starts: offset.startsWith('-') ? local + shift : local - shift, offset }
}

/** @param statements of a company, made when its calls are planned for the first time. Latest first. */
export function plannedCalls(statements: (symbol: string) => CompanyStatements | undefined): PlannedCall[] {
  const calls: PlannedCall[] = []
  for (const seed of companySeeds) {
    const company = statements(seed.symbol)
    if (company === undefined || seed.symbol === holdsNone) continue
    const count = seed.symbol === longHistory.symbol ? longHistory.calls : callsOfEach
    for (const period of company.quarters.slice(-count)) calls.push(earningsCall(seed, period))
    for (const other of others.filter((each) => each.symbol === seed.symbol)) {
      const reported = company.quarters.filter((each) => publishedAt(seed, each).slice(0, 10) <= other.date).at(-1)
      if (reported === undefined) continue
      const time = startOf(
        seed,
        other.date,
        other.kind === 'conference' ? 11 : 14,
        other.kind === 'conference' ? 20 : 0,
      )
      calls.push({
        id: uuidFor('call', seed.symbol, other.kind, other.date),
        seed,
        kind: other.kind,
        period: reported,
        ...time,
        status: other.status ?? 'COMPLETED',
        ends: 'COMPLETED',
      })
    }
  }
  return calls.sort((one, other) => other.starts - one.starts || one.seed.symbol.localeCompare(other.seed.symbol, 'en'))
}

/** On the evening of the filing in New York for half of the American companies, on the next morning for everybody else. */
function earningsCall(seed: CompanySeed, period: StatementPeriod): PlannedCall {
  const filed = publishedAt(seed, period).slice(0, 10)
  const habit = randomFor('call time', seed.symbol)
  const american = exchangeOf(seed.exchange).country === 'US'
  const evening = american && (seed.symbol === longHistory.symbol || habit.chance(0.5))
  const time = evening
    ? startOf(seed, weekdayFrom(filed), 17, 0)
    : startOf(seed, weekdayFrom(addDays(filed, 1)), habit.whole(8, 10), habit.pick([0, 30]))
  const name = `${seed.symbol} ${period.fiscalYear}${period.quarter}`
  const turnsOut = inProgress[name]
  return {
    id: uuidFor('call', seed.symbol, period.fiscalYear, period.quarter),
    seed,
    kind: 'earnings',
    period,
    ...time,
    status: failed.includes(name) ? 'FAILED' : turnsOut === undefined ? 'COMPLETED' : 'IN_PROGRESS',
    ends: turnsOut ?? 'COMPLETED',
  }
}
