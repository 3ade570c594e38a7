/** The numbered sources of the tear sheet. */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { fromPacks } from '#contract/api/pack-words.ts'
import type { RecordsSource } from '#contract/api/provenance.ts'
import type { SheetTable, TearSheetFacts } from '#contract/api/tear-sheet.ts'
import { formatLongCallDay } from '../../format/call-dates.ts'
import { formatInstant, formatInstantDay } from '../../format/dates.ts'
import type { PaperSettings } from '../paper-settings.ts'
import { hashText, requestText } from '../source-line.ts'
import { formatNumber } from '../../format/counts.ts'

type SourceOf = keyof TearSheetFacts['sources']

export interface SourceRow {
  readonly number: number
  readonly record: string
  readonly request: string
  readonly fetched: string
  /** The first eight digits of the hash. */
  readonly hash: string
}

export interface SheetSources {
  /** The number next to a section's heading; null: nothing of it is stored, or none of its sections is chosen. */
  readonly numberOf: (of: SourceOf) => number | null
  /** For the facts on the latest period: quarters or, where none are stored, fiscal years. */
  readonly latest: number | null
  readonly rows: readonly SourceRow[]
  /** "Sources 1, 2: from a pack made by Ada on 27 Sep 25." */
  readonly origins: readonly string[]
  /** "Ratings: none stored." */
  readonly absent: readonly string[]
}

/** They rest on the latest period, and on others of its kind. */
const latestSections: readonly string[] = ['balance', 'latest', 'checks', 'ratios', 'filing-text']

/** The sources of sections besides these, in the order of the list. */
const sections: readonly (readonly [of: SourceOf, sections: readonly string[], absent: string])[] = [
  ['quarters', ['quarters-chart', 'quarters'], 'Quarters: none stored.'],
  ['years', ['years-charts', 'years'], 'Fiscal years: none stored.'],
  ['call', ['call'], 'Calls: none stored.'],
  ['ratings', ['ratings'], 'Ratings: none stored.'],
  ['news', ['news'], 'News: none stored.'],
  ['security', ['company'], 'Security record: none stored.'],
]

/** The sources of the sections that are printed, numbered in their order. Pure. */
export function sheetSources(facts: TearSheetFacts, settings: Pick<PaperSettings, 'shows'>): SheetSources {
  const latest = facts.figures?.basis === 'annual' ? 'years' : 'quarters'
  const wanted = sections.filter(([of, own]) =>
    [...own, ...(of === latest ? latestSections : [])].some((section) => settings.shows(section)),
  )
  const numbers = new Map<SourceOf, number>()
  const origins = new Map<string, number[]>()
  const rows = wanted.flatMap(([of]): SourceRow[] => {
    const source = facts.sources[of]
    if (!source) return []
    const number = numbers.size + 1
    numbers.set(of, number)
    const origin = fromPacks(source, formatInstantDay)
    if (origin !== null) origins.set(origin, [...(origins.get(origin) ?? []), number])
    return [
      {
        number,
        record: recordText(facts, of, source),
        request: requestText(source),
        fetched: formatInstant(source.fetchedAt),
        hash: hashText(source),
      },
    ]
  })
  return {
    numberOf: (of) => numbers.get(of) ?? null,
    latest: numbers.get(latest) ?? null,
    rows,
    origins: [...origins].map(
      ([origin, from]) => `${from.length === 1 ? 'Source' : 'Sources'} ${from.join(', ')}: ${origin}.`,
    ),
    absent: wanted.flatMap(([of, , absent]) => (facts.sources[of] ? [] : [absentText(facts, of, absent)])),
  }
}

/** A call may be listed though its transcript is not stored. */
function absentText({ call }: TearSheetFacts, of: SourceOf, absent: string): string {
  return of === 'call' && call ? 'Latest call: transcript not downloaded.' : absent
}

function recordText(facts: TearSheetFacts, of: SourceOf, source: RecordsSource): string {
  const { figures, call, ratings, news, security } = facts
  switch (of) {
    case 'quarters':
      return `${editionName(figures?.edition)} fundamentals, ${spanOf(figures?.quarters)}`
    case 'years':
      return `${editionName(figures?.edition)} fundamentals, ${spanOf(figures?.years)}`
    case 'call': {
      const startedAt = call?.entry.startedAt ?? null
      return startedAt === null ? 'Latest call, transcript' : `Call of ${formatLongCallDay(startedAt)}, transcript`
    }
    case 'ratings':
      return `Ratings, ${countOf(source.records, 'record')} of ${countOf(ratings.firms, 'firm')}`
    case 'news':
      return `News, latest ${source.records} of ${news.total}`
    case 'security': {
      const figi = security?.record['identifiers.figi'] ?? ''
      return ['Security record', figi].filter((part) => part !== '').join(' ')
    }
    default:
      return of satisfies never
  }
}

function editionName(edition: 'enhanced' | 'lite' | undefined): string {
  return edition === 'lite' ? 'Lite' : 'Enhanced'
}

/** "Q4 FY2022 to Q3 FY2025". */
function spanOf(table: SheetTable | undefined): string {
  const stored = table?.columns.filter((column) => column.stored !== null) ?? []
  const [first, last] = [stored[0], stored.at(-1)]
  if (!first || !last) return ''
  return first === last ? fiscalPeriodName(last) : `${fiscalPeriodName(first)} to ${fiscalPeriodName(last)}`
}

/** Without paging, and without what the path says already. */
function countOf(count: number, of: string): string {
  return `${formatNumber(count)} ${of}${count === 1 ? '' : 's'}`
}
