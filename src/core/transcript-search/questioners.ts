/** Lists the analysts who ask questions on calls. */

import { sections } from '#contract/api/calls.ts'
import type { ApiInputs } from '#contract/api/api.ts'
import type { Questioner } from '#contract/api/transcript-search.ts'
import { keyOf, mayBeSame, plainName, type PlainName } from '../calls/transcript/names.ts'
import type { TurnColumns } from '../full-text-index/turn-columns.ts'
import { wordsOf } from '../full-text-index/words.ts'
import type { TranscriptCall } from './transcript-call.ts'
import type { TranscriptCorpus } from './transcript-corpus.ts'

/** One analyst in the Q&A of one call. */
interface Appearance {
  readonly call: TranscriptCall
  readonly name: string
  readonly plain: PlainName
  readonly organization: string | null
  /** Turns that start a question, in order. */
  readonly questions: readonly number[]
  readonly words: number
  /** The sum of sentiment times words, and the number of words with a sentiment. */
  readonly scored: { readonly sum: number; readonly words: number }
}

/** The analysts who ask on calls, most questions first. Numbered speakers such as `Speaker 3` are left out. */
export function listQuestioners(
  transcripts: TranscriptCorpus,
  { symbols, text }: ApiInputs['search']['questioners'],
): Questioner[] {
  const wanted = symbols && new Set(symbols)
  const calls = transcripts.calls.filter(({ symbol }) => !wanted || (symbol !== null && wanted.has(symbol)))
  const filterWords = wordsOf(text ?? '')
  const appearances: Appearance[] = []
  for (const [call, columns] of transcripts.columnsOf(calls)) appearances.push(...appearancesIn(call, columns))
  return groupByPerson(appearances)
    .map(toQuestioner)
    .filter(({ name, organization }) => {
      const words = wordsOf(`${name} ${organization ?? ''}`)
      return filterWords.every((each) => words.some((word) => word.startsWith(each)))
    })
    .sort((left, right) => right.questions - left.questions || (right.lastSeen ?? 0) - (left.lastSeen ?? 0))
}

const qa = sections.indexOf('qa')

function appearancesIn(call: TranscriptCall, columns: TurnColumns): Appearance[] {
  const bySpeaker = new Map<number, { questions: number[]; words: number; sum: number; scored: number }>()
  for (let turn = 0; turn < call.turns; turn += 1) {
    const number = columns.speakers[turn] ?? 0
    if (columns.sections[turn] !== qa || call.speakers[number]?.side !== 'analyst') continue
    const totals = bySpeaker.get(number) ?? { questions: [], words: 0, sum: 0, scored: 0 }
    bySpeaker.set(number, totals)
    const [words, sentiment] = [columns.words[turn] ?? 0, columns.sentiments[turn] ?? 0]
    if (columns.questions[turn] === 1) totals.questions.push(turn)
    totals.words += words
    if (Number.isNaN(sentiment)) continue
    totals.sum += sentiment * words
    totals.scored += words
  }
  return [...bySpeaker].flatMap(([number, { questions, words, sum, scored }]) => {
    const speaker = call.speakers[number]
    const plain = plainName(speaker?.name ?? '')
    if (!speaker || questions.length === 0 || plain.words.length === 0 || plain.isNumbered) return []
    const { name, organization } = speaker
    return [{ call, name, plain, organization, questions, words, scored: { sum, words: scored } }]
  })
}

/** Appearances of one analyst, latest first. */
type Person = Appearance[]

/** Groups appearances by person. Similar names alone are not enough: `isSamePerson` needs a second sign. */
function groupByPerson(appearances: readonly Appearance[]): Person[] {
  const byFamily = new Map<string, Person[]>()
  for (const appearance of appearances.toSorted((left, right) => timeOf(right) - timeOf(left))) {
    const family = appearance.plain.words.at(-1) ?? ''
    const people = byFamily.get(family) ?? []
    byFamily.set(family, people)
    const same =
      people.find((person) => person.some((other) => isSamePerson(other, appearance, 'firm'))) ??
      people.find((person) => person.some((other) => isSamePerson(other, appearance, 'name')))
    if (same) same.push(appearance)
    else people.push([appearance])
  }
  return [...byFamily.values()].flat()
}

/**
 * By firm: the same firm, and names that may be the same (Bob and B. Smith). By name: identical names, and either a firm is
 * missing or both ask about the same company, as an analyst who changed firms does.
 */
function isSamePerson(one: Appearance, other: Appearance, by: 'firm' | 'name'): boolean {
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

function toQuestioner(person: Person): Questioner {
  const [latest] = person
  if (!latest) throw new Error('nobody')
  const times = person.flatMap(({ call }) => call.startedAt ?? [])
  const questions = sum(person.map((each) => each.questions.length))
  const words = sum(person.map((each) => each.words))
  const scored = sum(person.map((each) => each.scored.words))
  const longestName = person.toSorted(
    (left, right) => keyOf(right.plain).length - keyOf(left.plain).length || left.name.length - right.name.length,
  )[0]
  return {
    name: (longestName ?? latest).name,
    organization: person.find(({ organization }) => organization !== null)?.organization ?? null,
    calls: person.length,
    companies: [...new Set(person.flatMap(({ call }) => call.symbol ?? call.company ?? []))],
    questions,
    words,
    length: words / questions,
    sentiment: scored === 0 ? null : sum(person.map((each) => each.scored.sum)) / scored,
    firstSeen: times.length > 0 ? Math.min(...times) : null,
    lastSeen: times.length > 0 ? Math.max(...times) : null,
    latest: { callId: latest.call.callId, turn: latest.questions.at(-1) ?? 0 },
  }
}

function timeOf({ call }: Appearance): number {
  return call.startedAt ?? 0
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
