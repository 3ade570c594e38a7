/** The rows of what changed between two calls: tone, topics and vocabulary. */

import type { CallComparison } from '#contract/api/call-comparison.ts'
import { formatChange, formatScore } from '../../format/figures.ts'
import { toneOf, type Tone } from '../../format/tone.ts'
import type { PassageFilter } from '../comparison-rows.ts'
import { toneLabel, topicNote } from '../comparison-text.ts'
import { formatFixed, formatNumber } from '../../format/counts.ts'

export interface ChangeRow {
  readonly key: string
  readonly label: string
  /** Of the label, where it is a word of the calls; null: not stated. */
  readonly language?: string | null
  readonly note?: string
  readonly mono?: boolean
  readonly strong?: boolean
  /** Begins a part of its own. */
  readonly apart?: boolean
  readonly earlier: number | null
  readonly later: number | null
  /** Of the earlier call, of the later, and the change. */
  readonly figures: readonly { readonly text: string; readonly tone: Tone }[]
  readonly choose?: () => void
}

type Choose = (filter: PassageFilter) => void

const plain = (text: string) => ({ text, tone: '' }) as const

export function toneRows({ tone }: CallComparison, choose: Choose): ChangeRow[] {
  return tone.map((row, at) => {
    const { part, speaker, earlier, later } = row
    const change = earlier === null || later === null ? null : later - earlier
    const text = formatChange(change, 'score')
    const label = toneLabel(row)
    return {
      key: `${at}`,
      label,
      ...(speaker !== null && { note: speaker }),
      strong: part === 'whole',
      earlier,
      later,
      figures: [plain(formatScore(earlier)), plain(formatScore(later)), { text, tone: toneOf(change, 'up', text) }],
      ...(part !== 'whole' && { choose: () => choose({ by: 'part', part, speaker, label }) }),
    }
  })
}

/** Topics with the largest share of either call. */
const mostTopics = 8

export function topicRows({ topics }: CallComparison, choose: Choose): ChangeRow[] {
  return topics
    .map((topic, index) => ({ topic, index }))
    .filter(({ topic }) => topic.foundBy !== 'none')
    .toSorted(({ topic: one }, { topic: other }) => other.later + other.earlier - (one.later + one.earlier))
    .slice(0, mostTopics)
    .map(({ topic, index }) => {
      const [earlier, later] = [Math.round(topic.earlier * 100), Math.round(topic.later * 100)]
      return {
        key: `${index}`,
        label: topic.title,
        note: topicNote(topic),
        earlier,
        later,
        figures: [plain(share(earlier)), plain(share(later)), plain(changeOf(later - earlier))],
        choose: () => choose({ by: 'topic', topic: index, label: topic.title }),
      }
    })
}

/** Counts as figures; the chart is by mentions per 1,000 words, as the order is. */
export function vocabularyRows({ vocabulary, ...calls }: CallComparison, choose: Choose): ChangeRow[] {
  const hasFallen = (at: number) => {
    const { per1000 } = vocabulary[at] ?? {}
    return per1000 !== undefined && per1000.later < per1000.earlier
  }
  return vocabulary.map(({ word, earlier, later, per1000 }, at) => ({
    key: word,
    label: word,
    language: calls[later > 0 ? 'later' : 'earlier'].language,
    note: `Per 1,000 words of the company: ${formatFixed(per1000.earlier, 2)} → ${formatFixed(per1000.later, 2)}`,
    mono: true,
    apart: at > 0 && hasFallen(at) && !hasFallen(at - 1),
    earlier: per1000.earlier,
    later: per1000.later,
    figures: [plain(count(earlier)), plain(count(later)), plain(changeOf(later - earlier))],
    choose: () => choose({ by: 'word', word, label: `“${word}”` }),
  }))
}

function share(percent: number): string {
  return percent === 0 ? '-' : `${percent}%`
}

function count(mentions: number): string {
  return mentions === 0 ? '-' : formatNumber(mentions)
}

function changeOf(difference: number): string {
  return difference === 0 ? '-' : formatChange(difference, 'days')
}
