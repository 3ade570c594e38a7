import { sections, type CallEntry } from '#contract/api/calls.ts'
import type { Hit, HitGroup, HitRow, Snippet, FullTextQuery } from '#contract/api/transcript-search.ts'
import { secondsOf, type SetTimes } from '../calls/transcript/segment-times.ts'
import type { Reader } from '../database/reader-writer.ts'
import type { BitSet } from './bit-set.ts'
import type { Ranking } from './rank.ts'
import { getTurnTexts, getDocumentTexts } from './search-store.ts'
import { cutSnippet, type Span } from './matched-spans.ts'
import type { Texts } from './stored-texts.ts'

/** Places of the hits, turns and other texts each in their corpus. */
export interface Places {
  readonly turns: BitSet
  readonly written: BitSet
}

/** A call with its turns and summary, or a rating or news item by itself. */
interface Group {
  readonly callId: string | null
  /** Index of the call among the spoken ones. */
  call: number | null
  /** Places among the written ones. */
  readonly written: number[]
  count: number
  score: number
  readonly at: number
}

/** Hits by call, rating and news item, in the order asked. */
export function groupsOf(
  { spoken, written }: Texts,
  hits: Places,
  ranking: Ranking,
  order: FullTextQuery['order'],
): Group[] {
  const counts = spoken.countByCall(hits.turns)
  const groups: Group[] = []
  const byCall = new Map<string, Group>()
  for (const [call, { callId, startedAt }] of spoken.calls.entries()) {
    const count = counts[call] ?? 0
    if (count === 0) continue
    const group = { callId, call, written: [], count, score: ranking.calls[call] ?? 0, at: startedAt ?? 0 }
    groups.push(group)
    byCall.set(callId, group)
  }
  hits.written.each((place) => {
    const { callId, at } = written.itemAt(place)
    const score = ranking.scoreOfDocument(place)
    const group = callId === null ? undefined : byCall.get(callId)
    if (group) {
      group.written.push(place)
      group.count += 1
      group.score += score
      return
    }
    const alone = { callId, call: null, written: [place], count: 1, score, at: at ?? 0 }
    groups.push(alone)
    if (callId !== null) byCall.set(callId, alone)
  })
  const newest = (left: Group, right: Group) => right.at - left.at
  if (order === 'newest') return groups.sort(newest)
  if (order === 'most-hits') return groups.sort((left, right) => right.count - left.count || newest(left, right))
  return groups.sort((left, right) => right.score - left.score || newest(left, right))
}

/** Hits that a group shows before it is opened. */
const shown = 3

/** What a search shows of calls as lists and the reader do. */
export interface ShownCalls {
  entries(callIds: readonly string[]): ReadonlyMap<string, CallEntry>
  /** The user's own unit and offset for the times of a call. */
  timesSetFor(callId: string): SetTimes | null
}

export interface HitContext {
  readonly reader: Reader
  readonly texts: Texts
  readonly spansOf: (text: string) => readonly Span[]
  readonly calls: ShownCalls
}

/** The groups of a page, told in full with their best hits. */
export function readGroups(groups: readonly Group[], hits: Places, ranking: Ranking, told: HitContext): HitGroup[] {
  const { spoken, written } = told.texts
  const best = groups.map(({ call, written: summaries }) => {
    if (call === null) return []
    const places = hits.turns.places(spoken.starts[call], spoken.starts[call + 1])
    return bestOf(places, ranking, shown - Math.min(summaries.length, shown - 1))
  })
  const turns = readTurns(best.flat(), told)
  const texts = readDocuments(
    groups.flatMap((group) => group.written),
    told,
  )
  const entries = told.calls.entries(groups.flatMap(({ callId }) => callId ?? []))
  return groups.map((group, at) => {
    const call = group.call === null ? undefined : spoken.calls[group.call]
    const first = group.written.map((place) => ({ item: written.itemAt(place), text: texts.get(place) }))[0]
    const entry = group.callId === null ? undefined : entries.get(group.callId)
    return {
      call: entry ?? null,
      title: entry?.title ?? call?.title ?? first?.text?.title ?? '',
      symbol: call?.symbol ?? first?.item.symbol ?? null,
      at: call?.startedAt ?? first?.item.at ?? null,
      count: group.count,
      hits: [
        ...group.written.flatMap((place) => texts.get(place)?.hit ?? []),
        ...(best[at] ?? []).flatMap((place) => turns.get(place) ?? []),
      ],
    }
  })
}

/** The hits of the groups one by one, those of a summary before the turns; so many of them behind so many. */
export function readRows(
  groups: readonly Group[],
  hits: Places,
  told: HitContext,
  offset: number,
  limit: number,
): HitRow[] {
  const { spoken, written } = told.texts
  const wanted: { group: Group; written: readonly number[]; turns: readonly number[] }[] = []
  let [passed, left] = [0, limit]
  for (const group of groups) {
    const from = Math.max(0, offset - passed)
    passed += group.count
    if (from >= group.count) continue
    if (left === 0) break
    const { call } = group
    const turns = call === null ? [] : hits.turns.places(spoken.starts[call], spoken.starts[call + 1])
    const summaries = group.written.slice(from, from + left)
    const begin = Math.max(0, from - group.written.length)
    const turnsHere = turns.slice(begin, begin + left - summaries.length)
    left -= summaries.length + turnsHere.length
    wanted.push({ group, written: summaries, turns: turnsHere })
  }
  const turns = readTurns(
    wanted.flatMap((each) => each.turns),
    told,
  )
  const texts = readDocuments(
    wanted.flatMap((each) => each.written),
    told,
  )
  const entries = told.calls.entries(wanted.flatMap(({ group }) => group.callId ?? []))
  return wanted.flatMap(({ group, ...taken }) => {
    const call = group.call === null ? undefined : spoken.calls[group.call]
    const item = group.written[0] === undefined ? undefined : written.itemAt(group.written[0])
    const of = {
      callId: group.callId,
      symbol: call?.symbol ?? item?.symbol ?? null,
      company: call?.company ?? item?.company ?? null,
      at: call?.startedAt ?? item?.at ?? null,
    }
    const title = (group.callId === null ? undefined : entries.get(group.callId)?.title) ?? call?.title
    return [
      ...taken.written.flatMap((place): HitRow[] => {
        const text = texts.get(place)
        return text ? [{ ...text.hit, ...of, title: title ?? text.title }] : []
      }),
      ...taken.turns.flatMap((place): HitRow[] => {
        const hit = turns.get(place)
        return hit ? [{ ...hit, ...of, title: title ?? '' }] : []
      }),
    ]
  })
}

/** The so many best, in the order of the call. */
function bestOf(places: readonly number[], ranking: Ranking, many: number): number[] {
  if (places.length <= many) return [...places]
  return places
    .map((place) => ({ place, score: ranking.scoreOfTurn(place) }))
    .sort((left, right) => right.score - left.score || left.place - right.place)
    .slice(0, many)
    .map(({ place }) => place)
    .sort((left, right) => left - right)
}

/** Turns as hits, by place. */
export function readTurns(places: readonly number[], { reader, texts, spansOf, calls }: HitContext): Map<number, Hit> {
  const { spoken } = texts
  const placed = places.map((place) => ({ place, ...spoken.turnAt(place) }))
  const stored = new Map(
    getTurnTexts(
      reader,
      placed.map(({ call, turn }) => call.firstId + turn),
    ).map((row) => [row.id, row]),
  )
  const sets = new Map(
    [...new Set(placed.map(({ call }) => call))].map((call) => [call, calls.timesSetFor(call.callId)]),
  )
  return new Map(
    placed.flatMap(({ place, call, turn }): [number, Hit][] => {
      const row = stored.get(call.firstId + turn)
      if (!row) return []
      const { columns, speakers } = call
      const set = sets.get(call)
      const speaker = speakers[columns.speakers[turn] ?? 0]
      const hit: Hit = {
        kind: 'turn',
        turn: row.position,
        recordId: null,
        segmentId: row.segmentId,
        start: secondsOf(row.start, set?.unit ?? call.unit, set?.offset),
        speaker: speaker?.name ?? null,
        role: speaker?.role ?? null,
        organization: speaker?.organization ?? null,
        side: speaker?.side ?? 'unknown',
        section: sections[columns.sections[turn] ?? 0] ?? 'whole',
        sectionInferred: call.sectionsFrom === 'inferred',
        sentiment: row.sentiment,
        confidence: row.confidence,
        snippet: cutSnippet(row.text, spansOf(row.text)),
      }
      return [[place, hit]]
    }),
  )
}

/** Texts that are not spoken, as hits, with their titles; by place. */
export function readDocuments(
  places: readonly number[],
  { reader, texts, spansOf }: HitContext,
): Map<number, { title: string; hit: Hit }> {
  const items = places.map((place) => texts.written.itemAt(place))
  const stored = new Map(
    getDocumentTexts(
      reader,
      items.map(({ id }) => id),
    ).map((row) => [row.id, row]),
  )
  return new Map(
    places.flatMap((place): [number, { title: string; hit: Hit }][] => {
      const item = texts.written.itemAt(place)
      const row = stored.get(item.id)
      if (!row) return []
      const hit: Hit = {
        kind: item.kind,
        turn: -1,
        recordId: item.kind === 'summary' ? null : item.recordId,
        segmentId: null,
        start: null,
        speaker: null,
        role: null,
        organization: null,
        side: 'unknown',
        section: 'whole',
        sectionInferred: false,
        sentiment: item.sentiment,
        confidence: null,
        snippet: snippetOf(row, spansOf),
      }
      return [[place, { title: row.title, hit }]]
    }),
  )
}

/** Of the body, or of the title where only that has a hit or there is no body. */
function snippetOf({ title, body }: { title: string; body: string }, spansOf: HitContext['spansOf']): Snippet {
  const inBody = spansOf(body)
  const inTitle = inBody.length > 0 ? [] : spansOf(title)
  return inTitle.length > 0 || body === '' ? cutSnippet(title, inTitle) : cutSnippet(body, inBody)
}
