import { sections } from '#contract/api/calls.ts'
import type { ApiInputs } from '#contract/api/api.ts'
import type { Questioner } from '#contract/api/transcript-search.ts'
import { keyOf, mayBeSame, plainName, type PlainName } from '../calls/transcript/names.ts'
import type { TranscriptCall } from './transcript-call.ts'
import type { TranscriptCorpus } from './transcript-corpus.ts'
import { wordsOf } from './words.ts'

/** One analyst in the Q&A of one call. */
interface Appearance {
  readonly call: TranscriptCall
  readonly name: string
  readonly plain: PlainName
  readonly organization: string | null
  /** Turns with which a question begins, in order. */
  readonly questions: readonly number[]
  readonly words: number
  /** Sum over the turns of sentiment by words, and the words that have one. */
  readonly felt: { readonly sum: number; readonly words: number }
}

/** Who asks on the calls, most questions first. `Speaker 3` is nobody across calls, and is left out. */
export function listQuestioners(
  spoken: TranscriptCorpus,
  { symbols, text }: ApiInputs['search']['whoAsks'],
): Questioner[] {
  const wanted = symbols && new Set(symbols)
  const calls = spoken.calls.filter(({ symbol }) => !wanted || (symbol !== null && wanted.has(symbol)))
  const sought = wordsOf(text ?? '')
  return joined(calls.flatMap(appearancesIn))
    .map(told)
    .filter(({ name, organization }) => {
      const words = wordsOf(`${name} ${organization ?? ''}`)
      return sought.every((each) => words.some((word) => word.startsWith(each)))
    })
    .sort((left, right) => right.questions - left.questions || (right.lastSeen ?? 0) - (left.lastSeen ?? 0))
}

const qa = sections.indexOf('qa')

function appearancesIn(call: TranscriptCall): Appearance[] {
  const { columns } = call
  const said = new Map<number, { questions: number[]; words: number; sum: number; felt: number }>()
  for (let turn = 0; turn < call.turns; turn += 1) {
    const number = columns.speakers[turn] ?? 0
    if (columns.sections[turn] !== qa || call.speakers[number]?.side !== 'analyst') continue
    const so = said.get(number) ?? { questions: [], words: 0, sum: 0, felt: 0 }
    said.set(number, so)
    const [words, sentiment] = [columns.words[turn] ?? 0, columns.sentiments[turn] ?? 0]
    if (columns.questions[turn] === 1) so.questions.push(turn)
    so.words += words
    if (Number.isNaN(sentiment)) continue
    so.sum += sentiment * words
    so.felt += words
  }
  return [...said].flatMap(([number, { questions, words, sum, felt }]) => {
    const speaker = call.speakers[number]
    const plain = plainName(speaker?.name ?? '')
    if (!speaker || questions.length === 0 || plain.words.length === 0 || plain.isNumbered) return []
    const { name, organization } = speaker
    return [{ call, name, plain, organization, questions, words, felt: { sum, words: felt } }]
  })
}

/** Newest first. */
type Person = Appearance[]

/** Appearances by person: joined only where the names may be one and something else speaks for it too. */
function joined(appearances: readonly Appearance[]): Person[] {
  const byFamily = new Map<string, Person[]>()
  for (const appearance of appearances.toSorted((left, right) => timeOf(right) - timeOf(left))) {
    const family = appearance.plain.words.at(-1) ?? ''
    const people = byFamily.get(family) ?? []
    byFamily.set(family, people)
    const same =
      people.find((person) => person.some((other) => areOne(other, appearance, 'firm'))) ??
      people.find((person) => person.some((other) => areOne(other, appearance, 'name')))
    if (same) same.push(appearance)
    else people.push([appearance])
  }
  return [...byFamily.values()].flat()
}

/**
 * By firm: the same house, and names that may be one (Bob and B. Smith). By name: word for word the same, and either no house is
 * named, or they ask about the same company: an analyst who changed houses.
 */
function areOne(one: Appearance, other: Appearance, by: 'firm' | 'name'): boolean {
  if (one.call === other.call) return false
  const isSameName = keyOf(one.plain) === keyOf(other.plain)
  if (by === 'firm')
    return (
      one.organization !== null &&
      other.organization !== null &&
      isSameFirm(one.organization, other.organization) &&
      (isSameName || (one.plain.words.length > 1 && other.plain.words.length > 1 && mayBeSame(one.plain, other.plain)))
    )
  if (!isSameName || one.plain.words.length < 2 || (one.plain.words[0] ?? '').length < 2) return false
  return (
    one.organization === null ||
    other.organization === null ||
    (one.call.symbol !== null && one.call.symbol === other.call.symbol)
  )
}

const legalForms = new Set(
  'inc llc llp lp ltd limited plc corp corporation co company sa ag nv se and the group securities capital markets research'.split(
    ' ',
  ),
)

/** `Goldman Sachs & Co. LLC` and `Goldman Sachs`, `J.P. Morgan` and `JPMorgan`. */
function isSameFirm(one: string, other: string): boolean {
  const [left, right] = [bareFirm(one), bareFirm(other)]
  return left !== '' && left === right
}

function bareFirm(name: string): string {
  const words = wordsOf(name)
  const bare = words.filter((word) => !legalForms.has(word))
  return (bare.length > 0 ? bare : words).join('')
}

function told(person: Person): Questioner {
  const [newest] = person
  if (!newest) throw new Error('nobody')
  const times = person.flatMap(({ call }) => call.startedAt ?? [])
  const questions = sum(person.map((each) => each.questions.length))
  const words = sum(person.map((each) => each.words))
  const felt = sum(person.map((each) => each.felt.words))
  const fullest = person.toSorted(
    (left, right) => keyOf(right.plain).length - keyOf(left.plain).length || left.name.length - right.name.length,
  )[0]
  return {
    name: (fullest ?? newest).name,
    organization: person.find(({ organization }) => organization !== null)?.organization ?? null,
    calls: person.length,
    companies: [...new Set(person.flatMap(({ call }) => call.symbol ?? call.company ?? []))],
    questions,
    words,
    length: words / questions,
    sentiment: felt === 0 ? null : sum(person.map((each) => each.felt.sum)) / felt,
    firstSeen: times.length > 0 ? Math.min(...times) : null,
    lastSeen: times.length > 0 ? Math.max(...times) : null,
    newest: { callId: newest.call.callId, turn: newest.questions.at(-1) ?? 0 },
  }
}

function timeOf({ call }: Appearance): number {
  return call.startedAt ?? 0
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
