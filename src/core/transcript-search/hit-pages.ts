/** Reads a page of grouped hits with snippets. */

import type { CallEntry } from '#contract/api/calls.ts'
import type { Hit, HitGroup, HitRow, Snippet } from '#contract/api/transcript-search.ts'
import { secondsOf, type SetTimes } from '../calls/transcript/segment-times.ts'
import type { Reader } from '../database/reader-writer.ts'
import type { Group, HitGroups, HitPositions } from './hit-groups.ts'
import type { Ranking } from './rank-hits.ts'
import { getTurnTexts, getDocumentTexts } from './search-store.ts'
import { cutSnippet, type MatchedSpan } from './matched-spans.ts'
import type { Texts } from './stored-texts.ts'
import type { TranscriptCall } from './transcript-call.ts'
import type { TranscriptCorpus } from './transcript-corpus.ts'

/** Number of hits that a collapsed group shows. */
const shownHits = 3

/** What a search needs of the list of calls and of the user's settings. */
export interface ShownCalls {
  entries(callIds: readonly string[]): ReadonlyMap<string, CallEntry>
  /** Unit and offset that the user set for a call's timestamps. */
  timesSetFor(callId: string): SetTimes | null
}

export interface HitContext {
  readonly reader: Reader
  readonly texts: Texts
  readonly spansOf: (text: string) => readonly MatchedSpan[]
  readonly calls: ShownCalls
}

/** The groups of a page with their best hits. */
export function readGroups(
  groups: readonly Group[],
  hits: HitPositions,
  ranking: Ranking,
  context: HitContext,
): HitGroup[] {
  const { transcripts, documents } = context.texts
  const best = bestTurns(groups, hits, ranking, transcripts)
  const turns = readTurns(
    groups.flatMap((group) => best.get(group) ?? []),
    context,
  )
  const texts = readDocuments(
    groups.flatMap((group) => group.documents),
    context,
  )
  const entries = context.calls.entries(groups.flatMap(({ callId }) => callId ?? []))
  return groups.map((group) => {
    const call = group.call === null ? undefined : transcripts.calls[group.call]
    const first = group.documents.map((position) => ({
      item: documents.itemAt(position),
      text: texts.get(position),
    }))[0]
    const entry = group.callId === null ? undefined : entries.get(group.callId)
    return {
      call: entry ?? null,
      title: entry?.title ?? call?.title ?? first?.text?.title ?? '',
      symbol: call?.symbol ?? first?.item.symbol ?? null,
      at: call?.startedAt ?? first?.item.at ?? null,
      count: group.count,
      hits: [
        ...(best.get(group) ?? []).flatMap((position) => turns.get(position) ?? []),
        ...group.documents.flatMap((position) => texts.get(position)?.hit ?? []),
      ],
    }
  })
}

/** A page of the hits of all groups, one row each; turns come before summaries. */
export function readRows(
  groups: HitGroups,
  hits: HitPositions,
  context: HitContext,
  offset: number,
  limit: number,
): HitRow[] {
  const { transcripts, documents } = context.texts
  const wanted: { group: Group; documents: readonly number[]; turns: readonly number[] }[] = []
  let [skipped, remaining] = [0, limit]
  // Each group has a hit at least, so that no more of them are needed than hits.
  for (const group of groups.page(0, offset + limit)) {
    const from = Math.max(0, offset - skipped)
    skipped += group.count
    if (from >= group.count) continue
    if (remaining === 0) break
    const { call } = group
    const turns = call === null ? [] : hits.turns.positions(transcripts.starts[call], transcripts.starts[call + 1])
    const turnsHere = turns.slice(from, from + remaining)
    const begin = Math.max(0, from - turns.length)
    const summaries = group.documents.slice(begin, begin + remaining - turnsHere.length)
    remaining -= turnsHere.length + summaries.length
    wanted.push({ group, documents: summaries, turns: turnsHere })
  }
  const turns = readTurns(
    wanted.flatMap((each) => each.turns),
    context,
  )
  const texts = readDocuments(
    wanted.flatMap((each) => each.documents),
    context,
  )
  const entries = context.calls.entries(wanted.flatMap(({ group }) => group.callId ?? []))
  return wanted.flatMap(({ group, ...selected }) => {
    const call = group.call === null ? undefined : transcripts.calls[group.call]
    const item = group.documents[0] === undefined ? undefined : documents.itemAt(group.documents[0])
    const common = {
      callId: group.callId,
      symbol: call?.symbol ?? item?.symbol ?? null,
      company: call?.company ?? item?.company ?? null,
      at: call?.startedAt ?? item?.at ?? null,
    }
    const title = (group.callId === null ? undefined : entries.get(group.callId)?.title) ?? call?.title
    return [
      ...selected.turns.flatMap((position): HitRow[] => {
        const hit = turns.get(position)
        return hit ? [{ ...hit, ...common, title: title ?? '' }] : []
      }),
      ...selected.documents.flatMap((position): HitRow[] => {
        const text = texts.get(position)
        return text ? [{ ...text.hit, ...common, title: title ?? text.title }] : []
      }),
    ]
  })
}

/** The best hits in the turns of each group, in the order of the turns. Their lengths are read where there are more than are shown. */
function bestTurns(
  groups: readonly Group[],
  hits: HitPositions,
  ranking: Ranking,
  transcripts: TranscriptCorpus,
): ReadonlyMap<Group, readonly number[]> {
  const best = new Map<Group, readonly number[]>()
  const toChoose = new Map<TranscriptCall, Group>()
  for (const group of groups) {
    if (group.call === null) continue
    const positions = hits.turns.positions(transcripts.starts[group.call], transcripts.starts[group.call + 1])
    best.set(group, positions)
    if (positions.length > shownTurns(group)) toChoose.set(transcripts.callAt(group.call), group)
  }
  for (const [call, { words }] of transcripts.columnsOf([...toChoose.keys()])) {
    const group = toChoose.get(call)
    if (!group || group.call === null) continue
    const start = transcripts.starts[group.call] ?? 0
    const scored = (best.get(group) ?? []).map((position) => ({
      position,
      score: ranking.scoreOfTurn(position, words[position - start] ?? 0),
    }))
    scored.sort((left, right) => right.score - left.score || left.position - right.position)
    const chosen = scored.slice(0, shownTurns(group)).map(({ position }) => position)
    best.set(
      group,
      chosen.sort((left, right) => left - right),
    )
  }
  return best
}

/** A summary takes the place of one. */
function shownTurns({ documents }: Group): number {
  return documents.length === 0 ? shownHits : shownHits - 1
}

/** Reads turns as hits, by position. */
export function readTurns(
  positions: readonly number[],
  { reader, texts, spansOf, calls }: HitContext,
): Map<number, Hit> {
  const { transcripts } = texts
  const located = positions.map((position) => ({ position, ...transcripts.turnAt(position) }))
  const stored = new Map(
    getTurnTexts(
      reader,
      located.map(({ call, turn }) => call.firstId + turn),
    ).map((row) => [row.id, row]),
  )
  const sets = new Map(
    [...new Set(located.map(({ call }) => call))].map((call) => [call, calls.timesSetFor(call.callId)]),
  )
  return new Map(
    located.flatMap(({ position, call, turn }): [number, Hit][] => {
      const row = stored.get(call.firstId + turn)
      if (!row) return []
      const set = sets.get(call)
      const speaker = call.speakers[row.speaker]
      const hit: Hit = {
        kind: 'turn',
        turn: row.position,
        recordId: null,
        segmentId: row.segmentId,
        start: secondsOf(row.start, set?.unit ?? call.unit, set?.offset),
        end: secondsOf(row.end, set?.unit ?? call.unit, set?.offset),
        speaker: speaker?.name ?? null,
        role: speaker?.role ?? null,
        organization: speaker?.organization ?? null,
        side: speaker?.side ?? 'unknown',
        section: row.section,
        sectionInferred: call.sectionsFrom === 'inferred',
        sentiment: row.sentiment,
        confidence: row.confidence,
        corrected: row.isCorrected === 1,
        snippet: cutSnippet(row.text, spansOf(row.text)),
        language: call.language,
      }
      return [[position, hit]]
    }),
  )
}

/** Reads documents as hits with their titles, by position. */
export function readDocuments(
  positions: readonly number[],
  { reader, texts, spansOf }: HitContext,
): Map<number, { title: string; hit: Hit }> {
  const items = positions.map((position) => texts.documents.itemAt(position))
  const stored = new Map(
    getDocumentTexts(
      reader,
      items.map(({ id }) => id),
    ).map((row) => [row.id, row]),
  )
  return new Map(
    positions.flatMap((position): [number, { title: string; hit: Hit }][] => {
      const item = texts.documents.itemAt(position)
      const row = stored.get(item.id)
      if (!row) return []
      const hit: Hit = {
        kind: item.kind,
        turn: -1,
        recordId: item.kind === 'summary' ? null : row.recordId,
        segmentId: null,
        start: null,
        end: null,
        speaker: null,
        role: null,
        organization: null,
        side: 'unknown',
        section: 'whole',
        sectionInferred: false,
        sentiment: row.sentiment,
        confidence: null,
        corrected: false,
        snippet: snippetOf(row, spansOf),
        language: row.language,
      }
      return [[position, { title: row.title, hit }]]
    }),
  )
}

/** The snippet is from the body, or from the title when only the title has a hit or there is no body. */
function snippetOf({ title, body }: { title: string; body: string }, spansOf: HitContext['spansOf']): Snippet {
  const inBody = spansOf(body)
  const inTitle = inBody.length > 0 ? [] : spansOf(title)
  return inTitle.length > 0 || body === '' ? cutSnippet(title, inTitle) : cutSnippet(body, inBody)
}
