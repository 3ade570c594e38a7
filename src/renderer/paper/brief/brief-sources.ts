/** The numbered sources of the earnings brief. */

import type { EarningsBrief } from '#contract/api/brief.ts'
import { fromPacks } from '#contract/api/pack-words.ts'
import { formatLongCallDay } from '../../format/call-dates.ts'
import { formatInstant, formatInstantDay } from '../../format/dates.ts'
import { formatScore } from '../../format/figures.ts'
import { hashText, requestText } from '../source-line.ts'
import { sinceText } from './brief-text.ts'

type SourceOf = 'fundamentals' | 'transcript' | 'ratings' | 'news'

export interface BriefSources {
  /** The number beside a section's head; null: nothing of it is stored. */
  readonly numberOf: (of: SourceOf) => number | null
  /** The kind of record, its request without the key, when it was fetched, the pack in which it came, and its hash. */
  readonly rows: readonly { readonly number: number; readonly text: string }[]
  /** "No ratings since the call are stored." */
  readonly absent: readonly string[]
}

/** The sources of the page, numbered in the order of their sections. Pure. */
export function briefSources(brief: EarningsBrief): BriefSources {
  const numbers = new Map<SourceOf, number>()
  const rows = (['fundamentals', 'transcript', 'ratings', 'news'] as const).flatMap((of) => {
    const source = brief.sources[of]
    if (!source) return []
    const number = numbers.size + 1
    numbers.set(of, number)
    const origin = fromPacks(source, formatInstantDay)
    const record = [recordText(brief, of), `${requestText(source)}, fetched ${formatInstant(source.fetchedAt)}`]
    return [
      { number, text: [...record, ...(origin === null ? [] : [origin]), `sha256 ${hashText(source)}`].join(', ') },
    ]
  })
  return {
    numberOf: (of) => numbers.get(of) ?? null,
    rows,
    absent: [
      ...(brief.figures === null ? ['No statements are stored.'] : []),
      ...(brief.ratings.entries.length === 0 ? [`No ratings ${sinceText(brief)} are stored.`] : []),
      ...(brief.news.length === 0 ? [`No news ${sinceText(brief)} is stored.`] : []),
    ],
  }
}

function recordText({ call, figures, sources }: EarningsBrief, of: SourceOf): string {
  switch (of) {
    case 'fundamentals':
      return `${figures?.edition === 'lite' ? 'Lite' : 'Enhanced'} fundamentals`
    case 'transcript': {
      const record = call.startedAt === null ? 'Transcript' : `Transcript of ${formatLongCallDay(call.startedAt)}`
      return sources.confidence === null ? record : `${record}, confidence ${formatScore(sources.confidence)}`
    }
    case 'ratings':
      return 'Ratings'
    case 'news':
      return 'News'
    default:
      return of satisfies never
  }
}
