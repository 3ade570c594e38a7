import type { CallDetail } from '#contract/service/calls.ts'
import { keyOf, mayBeSame, plainName, type PlainName } from './names.ts'
import type { SaidTurn } from './said.ts'

/** Somebody who speaks or takes part. */
export interface Person {
  readonly name: string
  readonly role: string | null
  readonly organization: string | null
  readonly mentions: number | null
  readonly humanVerified: boolean | null
}

/** Turns whose speaker is not named are one nobody's. */
export const unnamed = 'Unnamed speaker'

export interface Joined {
  /** Those who speak, in the order in which they first do; then those who only take part. */
  readonly people: readonly Person[]
  /** Of each turn, an index into `people`. */
  readonly speakerOf: readonly number[]
}

/** Joins turns and participants by name; one person written in two ways is one where nobody else could be meant. */
export function joinSpeakers(turns: readonly SaidTurn[], record: CallDetail): Joined {
  const participants = merged(record.participants ?? [])
  const people: Person[] = []
  const byName = new Map<string, number>()
  const numbers = new Map<Participant, number>()
  const numberOf = (name: string): number => {
    const plain = plainName(name)
    const participant = matching(plain, participants)
    const known = participant && numbers.get(participant)
    if (known !== undefined) return known
    const number = people.length
    people.push(participant ? personOf(participant) : { ...nobody, name })
    if (participant) numbers.set(participant, number)
    return number
  }
  const speakerOf = turns.map(({ speaker }) => {
    const name = speaker ?? unnamed
    const found = byName.get(name)
    if (found !== undefined) return found
    const key = `\u0000${keyOf(plainName(name)) || name}`
    const number = byName.get(key) ?? numberOf(name)
    byName.set(key, number)
    byName.set(name, number)
    return number
  })
  const silent = participants.filter((participant) => !numbers.has(participant)).map(personOf)
  return { people: [...people, ...silent], speakerOf }
}

const nobody = { role: null, organization: null, mentions: null, humanVerified: null }

interface Participant extends Person {
  readonly plain: PlainName
}

function personOf({ name, role, organization, mentions, humanVerified }: Participant): Person {
  return { name, role, organization, mentions, humanVerified }
}

/** A participant named twice is one, with all that is said of either. */
function merged(participants: NonNullable<CallDetail['participants']>): Participant[] {
  const found = new Map<string, Participant>()
  for (const each of participants) {
    const name = each.name?.trim()
    if (!name) continue
    const plain = plainName(name)
    const key = keyOf(plain) || name
    const before = found.get(key)
    found.set(key, {
      name: before?.name ?? name,
      plain,
      role: before?.role ?? filled(each.role),
      organization: before?.organization ?? filled(each.organization),
      mentions: each.mentions == null ? (before?.mentions ?? null) : (before?.mentions ?? 0) + each.mentions,
      humanVerified: (before?.humanVerified ?? false) || (each.human_verified ?? before?.humanVerified ?? null),
    })
  }
  return [...found.values()]
}

function filled(text: string | null | undefined): string | null {
  return text?.trim() ? text.trim() : null
}

function matching(name: PlainName, participants: readonly Participant[]): Participant | undefined {
  const key = keyOf(name)
  const exact = participants.find(({ plain }) => keyOf(plain) === key)
  if (exact || key === '') return exact
  const possible = participants.filter(({ plain }) => mayBeSame(name, plain))
  return possible.length === 1 ? possible[0] : undefined
}
