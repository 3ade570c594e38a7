/** Joins the names of turns and the list of participants to one list of speakers. */

import type { CallDetail } from '#contract/service/calls.ts'
import { keyOf, mayBeSame, plainName, type PlainName } from './names.ts'
import { announcesQuestion, singleBlanks } from './operator-phrases.ts'
import { isSameCompany } from './roles.ts'
import type { RawTurn } from './turns.ts'

/** A speaker or participant. */
export interface Person {
  readonly name: string
  readonly role: string | null
  readonly organization: string | null
  readonly mentions: number | null
  readonly humanVerified: boolean | null
}

/** The one speaker of all turns that name none. */
const unnamed = 'Unknown speaker'

interface Joined {
  /** Speakers, in the order of their first turn; then the other participants. */
  readonly people: readonly Person[]
  /** An index into `people` per turn. */
  readonly speakerOf: readonly number[]
  /** Indices into `people` of names that several participants have: their turns are nobody's in particular. */
  readonly shared: ReadonlySet<number>
}

/**
 * Joins turns and participants by name; two spellings of a name are one person where nobody else could be meant. A turn under a
 * name of several participants is joined to one of them only where the speaker's line, an announcement or the turn itself says
 * which.
 */
export function joinSpeakers(turns: readonly RawTurn[], record: CallDetail): Joined {
  const listed = record.participants ?? []
  const participants = merged(listed.slice(0, mostParticipants))
  const withName = participantsByName(participants)
  const people: Person[] = []
  const shared = new Set<number>()
  const byName = new Map<string, number>()
  const numbers = new Map<Participant, number>()
  const add = (person: Person) => people.push(person) - 1
  const numberOfParticipant = (participant: Participant): number => {
    const number = numbers.get(participant) ?? add(personOf(participant))
    numbers.set(participant, number)
    return number
  }
  const numberOfName = (name: string, namesakes: readonly Participant[]): number => {
    const [only, another] = namesakes
    if (only && !another) return numberOfParticipant(only)
    if (!only) return add({ ...nobody, name })
    const number = add({ ...nobody, name: `${only.name} (${namesakes.length} participants)` })
    shared.add(number)
    return number
  }
  const speakerOf = turns.map(({ speaker, text }, at) => {
    const name = speaker ?? unnamed
    const found = byName.get(name)
    if (found !== undefined && !shared.has(found)) return found
    const plain = plainName(name)
    const namesakes = matching(plain, withName)
    const meant =
      namesakes.length > 1 && namesakes.length <= mostNamesakes
        ? whoIsMeant(namesakes, { name, text, before: turns.slice(Math.max(0, at - 2), at) })
        : null
    if (meant) return numberOfParticipant(meant)
    if (found !== undefined) return found
    const key = `\u0000${keyOf(plain) || name}`
    const number = byName.get(key) ?? numberOfName(name, namesakes)
    byName.set(key, number)
    byName.set(name, number)
    return number
  })
  const silent = participants.filter((participant) => !numbers.has(participant)).map(personOf)
  const others = listed.slice(mostParticipants).flatMap(listedPerson)
  return { people: [...people, ...silent, ...others], speakerOf, shared }
}

/**
 * Most participants that turns are joined to, more than any call has: each speaker is compared with those of a similar name. Any
 * others are listed, and speak under the names of the turns.
 */
const mostParticipants = 100
/** Participants of one name between whom the words of a turn may decide. */
const mostNamesakes = 8

/** Characters of a turn within which speakers introduce themselves. */
const introduction = 200

/** Which of several participants of one name speaks a turn; null: nothing says so. */
function whoIsMeant(
  namesakes: readonly Participant[],
  { name, text, before }: { readonly name: string; readonly text: string; readonly before: readonly RawTurn[] },
): Participant | null {
  // `John Smith - Analyst, Big Bank`: any other text on the speaker's line.
  const line = wordsOf(name)
  const byLine = onlyOne(namesakes, ({ stated }) => stated.some((words) => hasWords(line, words)))
  if (byLine) return byLine
  const called = wordsOf(namesakes[0]?.name ?? '')
  const from = (words: string) => (each: Participant) =>
    each.organization !== null && saysWhoFrom(words, called, each.organization)
  const byIntroduction = onlyOne(namesakes, from(wordsOf(text.slice(0, introduction))))
  if (byIntroduction) return byIntroduction
  // The announcement is for whoever speaks next, not for an answer under the same name.
  const announcement = before.findLast((turn) => turn.speaker !== null && announcesQuestion(singleBlanks(turn.text)))
  const isNext =
    announcement && before.slice(before.indexOf(announcement)).every((turn) => turn.speaker === announcement.speaker)
  return isNext ? onlyOne(namesakes, from(wordsOf(announcement.text))) : null
}

function onlyOne(namesakes: readonly Participant[], fits: (each: Participant) => boolean): Participant | null {
  const [first, second] = namesakes.filter(fits)
  return first && !second ? first : null
}

/** Whether a phrase contains another one, word for word. */
function hasWords(line: string, words: string): boolean {
  return ` ${line} `.includes(` ${words} `)
}

/** `John Smith from Big Bank`, `John Smith, Big Bank`: the organization directly after the name. */
function saysWhoFrom(words: string, name: string, organization: string): boolean {
  const said = ` ${words} `
  const named = ` ${name} `
  const at = said.indexOf(named)
  if (at < 0) return false
  const wanted = wordsOf(organization).split(' ').length
  const after = said
    .slice(at + named.length)
    .replace(/^(?:from|with|of|at|in|representing) /, '')
    .split(' ', wanted)
  return isSameCompany(after.join(' '), organization)
}

function wordsOf(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')
}

const nobody = { role: null, organization: null, mentions: null, humanVerified: null }

interface Participant extends Person {
  readonly plain: PlainName
  /** The words of organization and role, as far as they are stated. */
  readonly stated: readonly string[]
  /** Position in the list. */
  readonly at: number
}

function personOf({ name, role, organization, mentions, humanVerified }: Participant): Person {
  return { name, role, organization, mentions, humanVerified }
}

/** A participant as listed; null without a name. */
function listedPerson(each: NonNullable<CallDetail['participants']>[number]): Person[] {
  const name = each.name?.trim()
  if (!name) return []
  return [
    {
      name,
      role: filled(each.role),
      organization: filled(each.organization),
      mentions: each.mentions ?? null,
      humanVerified: each.human_verified ?? null,
    },
  ]
}

function named(participants: NonNullable<CallDetail['participants']>): Participant[] {
  return participants.flatMap((each, at) =>
    listedPerson(each).map((person): Participant => {
      const { name, role, organization } = person
      const stated = [organization, role].filter((part) => part !== null).map(wordsOf)
      return { ...person, at, plain: plainName(name), stated }
    }),
  )
}

/**
 * A participant named twice is one person with the facts of both, unless organizations or roles are stated and differ. An entry
 * without either adds nothing to others of its name.
 */
function merged(participants: NonNullable<CallDetail['participants']>): Participant[] {
  const byName = new Map<string, Participant[]>()
  const stated = named(participants)
  const isBare = ({ role, organization }: Participant) => role === null && organization === null
  // The order of the list is kept below; who is stated in full is looked at first.
  for (const each of stated.toSorted((left, right) => Number(isBare(left)) - Number(isBare(right)))) {
    const key = keyOf(each.plain) || each.name
    const namesakes = byName.get(key) ?? []
    byName.set(key, namesakes)
    const same = namesakes.findIndex((other) => mayBeOne(each, other))
    const known = namesakes[same]
    if (!known) namesakes.push(each)
    else if (!isBare(each) || namesakes.length === 1) namesakes[same] = joined(known, each)
  }
  const keys = new Set(stated.map((each) => keyOf(each.plain) || each.name))
  return [...keys].flatMap((key) => byName.get(key) ?? [])
}

/** Whether the stated facts of two participants of one name agree. */
function mayBeOne(one: Participant, other: Participant): boolean {
  const organizations =
    one.organization === null || other.organization === null || isSameCompany(one.organization, other.organization)
  const roles = one.role === null || other.role === null || abbreviated(one.role) === abbreviated(other.role)
  return organizations && roles
}

/** `Chief Financial Officer` and `CFO` are one role. */
function abbreviated(role: string): string {
  const words = wordsOf(role)
  return words.replace(/^chief (?:\w+ )+officer$/, (title) =>
    title
      .split(' ')
      .map((word) => word.charAt(0))
      .join(''),
  )
}

function joined(known: Participant, each: Participant): Participant {
  return {
    ...known,
    name: known.at < each.at ? known.name : each.name,
    role: known.role ?? each.role,
    stated: [...new Set([...known.stated, ...each.stated])],
    organization: known.organization ?? each.organization,
    mentions: each.mentions === null ? known.mentions : (known.mentions ?? 0) + each.mentions,
    humanVerified: (known.humanVerified ?? false) || (each.humanVerified ?? known.humanVerified),
  }
}

function filled(text: string | null | undefined): string | null {
  return text?.trim() ? text.trim() : null
}

interface ParticipantsByName {
  /** By full name. */
  readonly exact: ReadonlyMap<string, readonly Participant[]>
  /** By first and by last word of the name. */
  readonly partly: ReadonlyMap<string, readonly Participant[]>
}

function participantsByName(participants: readonly Participant[]): ParticipantsByName {
  const [exact, partly] = [new Map<string, Participant[]>(), new Map<string, Participant[]>()]
  const add = (to: Map<string, Participant[]>, key: string, each: Participant) => {
    const there = to.get(key)
    if (there) there.push(each)
    else to.set(key, [each])
  }
  for (const each of participants) {
    add(exact, keyOf(each.plain), each)
    for (const word of outerWords(each.plain)) add(partly, word, each)
  }
  return { exact, partly }
}

/** Two names of one person share at least one of these. */
function outerWords({ words }: PlainName): Set<string> {
  return new Set([words[0], words.at(-1)].filter((word) => word !== undefined))
}

/** The participants with a given name; several when the transcript does not distinguish them. */
function matching(name: PlainName, { exact, partly }: ParticipantsByName): readonly Participant[] {
  const key = keyOf(name)
  if (key === '') return []
  const same = exact.get(key)
  if (same) return same
  const near = new Set([...outerWords(name)].flatMap((word) => partly.get(word) ?? []))
  const possible = [...near].filter(({ plain }) => mayBeSame(name, plain)).toSorted((one, other) => one.at - other.at)
  const [first] = possible
  // Two of different names are not two of one name: the turn then stays with the name as it is written.
  return first && possible.every(({ plain }) => keyOf(plain) === keyOf(first.plain)) ? possible : []
}
