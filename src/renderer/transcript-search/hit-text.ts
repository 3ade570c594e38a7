/** Labels and sentences of a transcript search: facets, counts, scope, sentiment. */

import type { Section, SpeakerSide } from '#contract/api/calls.ts'
import type { Facet, Hit, SearchScope, FullTextResult } from '#contract/api/transcript-search.ts'
import { formatMonth } from '../format/dates.ts'
import { formatCounted, formatFixed, formatNumber } from '../format/counts.ts'

/** The filters of a search, in words. */
export const facetTitles: Readonly<Record<Facet['name'], string>> = {
  company: 'Company',
  section: 'Section',
  side: 'Speaker',
  role: 'Role',
  sentiment: 'Sentiment',
  year: 'Year',
  kind: 'Found in',
}

const sectionWords: Readonly<Record<Section, string>> = {
  prepared: 'Prepared remarks',
  qa: 'Questions and answers',
  whole: 'No section',
}
const sideWords: Readonly<Record<SpeakerSide, string>> = {
  company: 'Company',
  analyst: 'Analysts',
  operator: 'Operator',
  unknown: 'Unknown',
}
const kindWords: Readonly<Record<Hit['kind'], string>> = {
  turn: 'Calls',
  summary: 'Summaries',
  rating: 'Ratings',
  news: 'News',
}
const sentimentWords = { negative: 'Negative', neutral: 'Neutral', positive: 'Positive', none: 'Not stated' } as const

/** A facet's value in words; names stand as received. */
export function facetLabel(name: Facet['name'], { value, label, count, inferred }: Facet['values'][number]): string {
  switch (name) {
    case 'section':
      return wordOf(sectionWords, value) + inferredWords(inferred, count)
    case 'side':
      return wordOf(sideWords, value)
    case 'sentiment':
      return wordOf(sentimentWords, value)
    case 'kind':
      return wordOf(kindWords, value)
    case 'company':
      return label === value ? value : `${value} ${label}`
    case 'role':
    case 'year':
      return label
    default:
      return name satisfies never
  }
}

function wordOf(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? value
}

/** `, inferred` where all hits of a section are in calls that announce no questions; `, 12 inferred` where some are. */
function inferredWords(inferred: number, count: number): string {
  if (inferred === 0) return ''
  return inferred === count ? ', inferred' : `, ${formatNumber(inferred)} inferred`
}

export function sectionWord({ section, sectionInferred }: Pick<Hit, 'section' | 'sectionInferred'>): string {
  return section === 'whole' ? '' : `${sectionWords[section]}${sectionInferred ? ', inferred' : ''}`
}

/** A hit that is not a turn. */
export function kindWord(kind: Exclude<Hit['kind'], 'turn'>): string {
  return { summary: 'Summary', rating: 'Rating', news: 'News' }[kind]
}

/** Role and firm, as far as they are known and differ from the name. */
export function roleText({ speaker, role, organization }: Hit): string {
  return [role, organization].filter((part) => part && part !== speaker).join(', ')
}

/** `in 17 calls, 9 companies`. */
export function hitCountText({ hits, calls, companies }: FullTextResult): { strong: string; rest: string } {
  if (hits === 0) return { strong: 'No hits', rest: '' }
  const parts = [
    calls > 0 ? formatCounted(calls, 'call') : '',
    companies > 0 ? formatCounted(companies, 'company', 'companies') : '',
  ].filter((part) => part !== '')
  return { strong: formatCounted(hits, 'hit'), rest: parts.length > 0 ? `in ${parts.join(', ')}` : '' }
}

/** `412 calls, 38 companies, Jan 2021 to Nov 2025`. */
export function searchScopeText({ calls, companies, others, from, to }: SearchScope): string {
  const span = from === null || to === null ? '' : spanWords(formatMonth(from), formatMonth(to))
  return [
    formatCounted(calls, 'call'),
    companies > 0 ? formatCounted(companies, 'company', 'companies') : '',
    others > 0 ? formatCounted(others, 'other text') : '',
    span,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** What the hits do not include, or not yet; null: nothing. */
export function notIndexedText({ unread, staysUnread }: SearchScope): string | null {
  if (unread === 0) return null
  const texts = `${formatNumber(unread)} stored ${unread === 1 ? 'text' : 'texts'}`
  return staysUnread
    ? `Search is incomplete: ${texts} cannot be indexed because this profile is read-only. Open the profile once with write access.`
    : `Search is incomplete: ${texts} ${unread === 1 ? 'is' : 'are'} not indexed yet.`
}

function spanWords(from: string, to: string): string {
  return from === to ? from : `${from} to ${to}`
}

/** Forms of a word that are named; the others are counted. */
const fewForms = 8

/** `price, priced, prices and 4 more`. */
export function wordFormsText(forms: readonly string[]): string {
  const named = forms.slice(0, fewForms).join(', ')
  return forms.length > fewForms ? `${named} and ${forms.length - fewForms} more` : named
}

/** A level, so without a sign: `0.31`, `(0.20)`, `-`. */
export function formatSentiment(value: number | null): string {
  if (value === null) return ''
  if (value === 0) return '-'
  const digits = formatFixed(Math.abs(value), 2)
  return value < 0 ? `(${digits})` : digits
}
