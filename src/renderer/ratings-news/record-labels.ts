/** Labels and sentences for ratings and news: facets, rating actions, news types. */

import { ArrowDown, ArrowUp, Minus, Newspaper, NotebookText, Plus, CircleQuestionMark } from 'lucide'
import type { CalendarQuarter } from '#contract/api/ratings-news.ts'
import type { FacetGroup, NewsTopic, TargetMove } from '#contract/api/ratings-news-facets.ts'
import type { NewsEntry } from '#contract/api/news.ts'
import type { RatingEntry, RatingKind } from '#contract/api/ratings.ts'
import type { Tone } from '../format/tone.ts'
import { absent } from '../format/figures.ts'
import type { IconOf } from '../ui/icon.ts'

/** The filters of ratings and news, in words. */
export const facetTitles: Readonly<Record<FacetGroup, string>> = {
  sort: 'Show',
  action: 'Action',
  opinion: 'Rating',
  target: 'Price target',
  firm: 'Firm',
  news: 'News',
}

interface ActionLabel {
  readonly word: string
  readonly icon: IconOf
  readonly tone: Tone
}

export const actionLabels: Readonly<Record<RatingKind, ActionLabel>> = {
  up: { word: 'Upgraded', icon: ArrowUp, tone: 'up' },
  down: { word: 'Downgraded', icon: ArrowDown, tone: 'down' },
  initiated: { word: 'Initiated', icon: Plus, tone: '' },
  reiterated: { word: 'Reiterated', icon: Minus, tone: '' },
  unknown: { word: 'Other action', icon: CircleQuestionMark, tone: '' },
  note: { word: 'Note', icon: NotebookText, tone: '' },
}

const sortLabels = { rating: 'Ratings', news: 'News' }
const targetLabels: Readonly<Record<TargetMove, string>> = {
  raised: 'Raised',
  cut: 'Cut',
  large: 'Changed by 10%+',
}
const newsLabels: Readonly<Record<NewsTopic, string>> = {
  gainers: 'Day’s gainers',
  losers: 'Day’s losers',
  call: 'About a call',
  rating: 'About a rating',
}
const labels: Readonly<Partial<Record<FacetGroup, Readonly<Record<string, string>>>>> = {
  sort: sortLabels,
  action: Object.fromEntries(Object.entries(actionLabels).map(([kind, { word }]) => [kind, word])),
  target: targetLabels,
  news: newsLabels,
}

/** A value as the filters name it; one that the service names, unchanged. */
export function facetValueLabel(group: FacetGroup, value: string, received = value): string {
  return labels[group]?.[value] ?? received
}

/** The action of a rating; one that is not known, as received. */
export function actionText({ kind, action }: Pick<RatingEntry, 'kind' | 'action'>): string {
  return kind === 'unknown' ? action || absent : actionLabels[kind].word
}

const verbs: Partial<Record<RatingKind, string>> = {
  up: 'upgrades to',
  down: 'downgrades to',
  initiated: 'initiates at',
  reiterated: 'reiterates',
}

/** A rating in a sentence: `Castell & Rowe upgrades to Buy`. */
export function ratingSentence(entry: Pick<RatingEntry, 'firmName' | 'kind' | 'action' | 'rating'>): string {
  const { kind, rating } = entry
  const firm = entry.firmName ?? 'Unknown firm'
  const verb = verbs[kind]
  return verb && rating ? `${firm} ${verb} ${rating}` : [firm, actionText(entry), rating].filter(Boolean).join(', ')
}

export const newsIcon = Newspaper

/** How the shares moved on the day, as a word; empty when the service states no type. */
export function newsTypeText({ kind, type }: Pick<NewsEntry, 'kind' | 'type'>): string {
  if (kind === 'gainers') return 'day’s gainer'
  return kind === 'losers' ? 'day’s loser' : (type ?? '')
}

export function quarterName({ year, quarter }: CalendarQuarter): string {
  return `Q${quarter} ${year}`
}
