/** The rows of a call comparison: heads of groups, passages, and lines for hidden ones. */

import type { CallComparison, CallPart, ComparedPassage, PassageKind } from '#contract/api/call-comparison.ts'
import { kindCounts, partLabels, speakerName, topicNote } from './comparison-text.ts'

export type Grouping = 'topic' | 'speaker' | 'spoken'

/** What the user chose in the panel; null: nothing. */
export type PassageFilter =
  | { readonly by: 'topic'; readonly topic: number; readonly label: string }
  | { readonly by: 'word'; readonly word: string; readonly label: string }
  | { readonly by: 'part'; readonly part: CallPart; readonly speaker: string | null; readonly label: string }

export interface RowOptions {
  readonly kinds: ReadonlySet<PassageKind>
  readonly grouping: Grouping
  /** Keys of groups. */
  readonly folded: ReadonlySet<string>
  /** Name; empty: all. */
  readonly speaker: string
  readonly filter: PassageFilter | null
}

export type ComparisonRow =
  | {
      readonly is: 'head'
      readonly key: string
      readonly title: string
      /** How its title was found. */
      readonly note: string
      readonly counts: string
      readonly isFolded: boolean
    }
  /** `index`: into the passages. */
  | { readonly is: 'passage'; readonly key: string; readonly index: number; readonly group: string }
  | { readonly is: 'hidden'; readonly key: string; readonly text: string }

type Compared = Pick<CallComparison, 'topics' | 'earlier' | 'later'>

interface Group {
  readonly key: string
  readonly title: string
  readonly note: string
  readonly indexes: number[]
}

export function comparisonRows(
  compared: Compared,
  passages: readonly ComparedPassage[],
  { kinds, grouping, folded, speaker, filter }: RowOptions,
): ComparisonRow[] {
  const fits = (passage: ComparedPassage) => isWanted(compared, passage, { speaker, filter })
  const groups = groupsOf(compared, passages, grouping, fits)
  return groups.flatMap(({ key, title, note, indexes }) => {
    const isFolded = folded.has(key)
    const counts = kindCounts(indexes.flatMap((index) => passages[index]?.kind ?? []))
    const head: ComparisonRow = { is: 'head', key, title, note, counts, isFolded }
    return isFolded ? [head] : [head, ...rowsOfGroup(key, indexes, passages, kinds)]
  })
}

/** The shown passages of one call in the order in which they were spoken, as indexes into the passages. */
export function passagesOfCall(
  compared: Compared,
  passages: readonly ComparedPassage[],
  side: 'earlier' | 'later',
  { kinds, speaker, filter }: Pick<RowOptions, 'kinds' | 'speaker' | 'filter'>,
): number[] {
  return passages
    .flatMap((passage, index) => {
      const spoken = passage[side]
      const isShown = spoken && kinds.has(passage.kind) && isWanted(compared, passage, { speaker, filter })
      return isShown ? [{ index, turn: spoken.turn, from: spoken.from }] : []
    })
    .sort((one, other) => one.turn - other.turn || one.from - other.from)
    .map(({ index }) => index)
}

function isWanted(
  compared: Compared,
  passage: ComparedPassage,
  { speaker, filter }: Pick<RowOptions, 'speaker' | 'filter'>,
): boolean {
  return (
    (speaker === '' || speakersOf(compared, passage).includes(speaker)) &&
    (filter === null || fitsFilter(compared, passage, filter))
  )
}

/** Neighboring hidden passages are one line. */
function rowsOfGroup(
  group: string,
  indexes: readonly number[],
  passages: readonly ComparedPassage[],
  kinds: ReadonlySet<PassageKind>,
): ComparisonRow[] {
  const rows: ComparisonRow[] = []
  let hidden: PassageKind[] = []
  const close = (at: number) => {
    if (hidden.length > 0) rows.push({ is: 'hidden', key: `${group} hidden ${at}`, text: kindCounts(hidden) })
    hidden = []
  }
  for (const [at, index] of indexes.entries()) {
    const kind = passages[index]?.kind
    if (kind === undefined) continue
    if (!kinds.has(kind)) {
      hidden.push(kind)
      continue
    }
    close(at)
    rows.push({ is: 'passage', key: `passage ${index}`, index, group })
  }
  close(indexes.length)
  return rows
}

function groupsOf(
  compared: Compared,
  passages: readonly ComparedPassage[],
  grouping: Grouping,
  fits: (passage: ComparedPassage) => boolean,
): Group[] {
  const groups = new Map<string, Group>()
  for (const [index, passage] of passages.entries()) {
    if (!fits(passage)) continue
    const named = groupOf(compared, passage, grouping)
    const group = groups.get(named.key) ?? { ...named, indexes: [] }
    groups.set(named.key, group)
    group.indexes.push(index)
  }
  const found = [...groups.values()]
  // Topics have an order of their own: that of the later call, what has none is last.
  return grouping === 'topic' ? compared.topics.flatMap((_, topic) => groups.get(`topic ${topic}`) ?? []) : found
}

function groupOf(compared: Compared, passage: ComparedPassage, grouping: Grouping): Omit<Group, 'indexes'> {
  const { topic, part } = passage
  switch (grouping) {
    case 'topic': {
      const { title, foundBy } = compared.topics[topic] ?? { title: '', foundBy: 'none' }
      return { key: `topic ${topic}`, title, note: topicNote({ foundBy }) }
    }
    case 'speaker': {
      const [name = ''] = speakersOf(compared, passage)
      return { key: `speaker ${part} ${name}`, title: `${partLabels[part]}, ${name}`, note: '' }
    }
    case 'spoken': {
      const isQuestions = part === 'answers' || part === 'questions'
      const title = isQuestions ? 'Questions and answers' : part === 'remarks' ? 'Prepared remarks' : partLabels[part]
      return { key: `spoken ${title}`, title, note: '' }
    }
    default:
      return grouping satisfies never
  }
}

/** Who speaks it, of the later call first. */
export function speakersOf({ earlier, later }: Compared, passage: ComparedPassage): string[] {
  return [
    ...(passage.later ? [speakerName(later, passage.later.speaker)] : []),
    ...(passage.earlier ? [speakerName(earlier, passage.earlier.speaker)] : []),
  ]
}

function fitsFilter(compared: Compared, passage: ComparedPassage, filter: PassageFilter): boolean {
  switch (filter.by) {
    case 'topic':
      return passage.topic === filter.topic
    case 'word': {
      const text = `${passage.earlier?.text ?? ''} ${passage.later?.text ?? ''}`.toLowerCase()
      return text.includes(filter.word.toLowerCase())
    }
    case 'part':
      return (
        passage.part === filter.part &&
        (filter.speaker === null || speakersOf(compared, passage).includes(filter.speaker))
      )
    default:
      return filter satisfies never
  }
}
