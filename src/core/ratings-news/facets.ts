/** Filters and counts the combined list of ratings and news by facets. */

import type { ChosenFacets, FacetCount, RatingsNewsFilter } from '#contract/api/ratings-news.ts'
import {
  facetGroups,
  newsTopics,
  recordSorts,
  targetMoves,
  type FacetGroup,
} from '#contract/api/ratings-news-facets.ts'
import { ratingKinds } from '#contract/api/ratings.ts'
import { firmName } from '../ratings/rating-actions.ts'
import { targetMovesOf, type ListedRecord } from './listed-records.ts'

type FacetCounts = Readonly<Record<FacetGroup, FacetCount[]>>

/** Values of a record in a group; null: the group does not concern the record. */
function valuesOf(record: ListedRecord, group: FacetGroup): readonly string[] | null {
  if (group === 'sort') return [record.sort]
  if (record.sort === 'news') return group === 'news' ? record.topics : null
  switch (group) {
    case 'action':
      return [record.kind]
    case 'opinion':
      return record.rating === '' ? [] : [record.rating.toLowerCase()]
    case 'target':
      return targetMovesOf(record)
    case 'firm':
      return record.firm === '' ? [] : [record.firm.toLowerCase()]
    case 'news':
      return null
  }
}

const groupsOf: Readonly<Record<ListedRecord['sort'], readonly FacetGroup[]>> = {
  rating: ['action', 'opinion', 'target', 'firm'],
  news: ['news'],
}
const isChosen = (chosen: ChosenFacets, group: FacetGroup) => (chosen[group]?.length ?? 0) > 0

/**
 * Whether a record matches in every group that applies to it. A choice that applies to ratings only excludes news, and the
 * reverse; with choices of both, each narrows its own.
 */
function matches(record: ListedRecord, chosen: ChosenFacets, except?: FacetGroup): boolean {
  const own = groupsOf[record.sort]
  if (except === undefined || except === 'sort') {
    const isOtherChosen = facetGroups.some(
      (group) => group !== 'sort' && !own.includes(group) && isChosen(chosen, group),
    )
    if (isOtherChosen && !own.some((group) => isChosen(chosen, group))) return false
  }
  return facetGroups.every((group) => {
    const values = chosen[group]
    if (group === except || values === undefined || values.length === 0) return true
    const has = valuesOf(record, group)
    return has === null || has.some((value) => values.includes(value))
  })
}

export function filterByFacets(records: readonly ListedRecord[], chosen: ChosenFacets): ListedRecord[] {
  return records.filter((record) => matches(record, chosen))
}

const allValues: Readonly<Partial<Record<FacetGroup, readonly string[]>>> = {
  sort: recordSorts,
  action: ratingKinds,
  target: targetMoves,
  news: newsTopics,
}

/** For each value of each group, how many records match it and the choices of the other groups. */
export function countFacets(records: readonly ListedRecord[], chosen: ChosenFacets): FacetCounts {
  const count = (group: FacetGroup) => countGroup(records, chosen, group)
  return {
    sort: count('sort'),
    action: count('action'),
    opinion: count('opinion'),
    target: count('target'),
    firm: count('firm'),
    news: count('news'),
  }
}

function countGroup(records: readonly ListedRecord[], chosen: ChosenFacets, group: FacetGroup): FacetCount[] {
  const counts = new Map((allValues[group] ?? chosen[group] ?? []).map((value) => [value, 0]))
  const labels = new Map<string, string>()
  for (const record of records) {
    const values = valuesOf(record, group)
    if (values === null || values.length === 0) continue
    const isCounted = matches(record, chosen, group)
    for (const value of values) {
      if (isCounted) counts.set(value, (counts.get(value) ?? 0) + 1)
      else if (!counts.has(value)) counts.set(value, 0)
      if (record.sort === 'rating' && !labels.has(value)) labels.set(value, labelOf(record, group, value))
    }
  }
  const listed = [...counts].map(([value, of]) => ({ value, label: labels.get(value) ?? value, count: of }))
  if (allValues[group]) return listed
  return listed.toSorted((one, other) => other.count - one.count || one.label.localeCompare(other.label))
}

function labelOf({ firm, rating }: { firm: string; rating: string }, group: FacetGroup, value: string): string {
  if (group === 'firm') return firmName(firm)
  return group === 'opinion' ? rating : value
}

/** All of a filter but its facets, its time and whether a record is new. */
export function isOfFilter(record: ListedRecord, filter: RatingsNewsFilter): boolean {
  const { symbols, text, id, exchange, company, shareClassFigi } = filter
  if (symbols !== undefined && !record.symbols.some((symbol) => symbols.includes(symbol))) return false
  if (id !== undefined && record.id !== id) return false
  if (company !== undefined && !record.company.toLowerCase().includes(company.toLowerCase())) return false
  // A field that only one of the two sorts has leaves out the other.
  if (exchange !== undefined && (record.sort !== 'rating' || !sameText(record.exchange, exchange))) return false
  if (shareClassFigi !== undefined && (record.sort !== 'news' || !sameText(record.shareClassFigi, shareClassFigi)))
    return false
  const words = (text ?? '').toLowerCase().split(/\s+/)
  return words.every((word) => record.words.includes(word))
}

function sameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The time of the filter: both ends included, and the calendar quarter. */
export function isInTime({ at }: ListedRecord, { from, to, quarter }: RatingsNewsFilter): boolean {
  if (from === undefined && to === undefined && quarter === undefined) return true
  if (at === null) return false
  if ((from !== undefined && at < from) || (to !== undefined && at > to)) return false
  if (quarter === undefined) return true
  const first = Date.UTC(quarter.year, (quarter.quarter - 1) * 3)
  return at >= first && at < Date.UTC(quarter.year, quarter.quarter * 3)
}
