/** Composes the words of a sample call: speakers, remarks, questions and answers. */

import firmSeeds from '../../../resources/sample/firms.json' with { type: 'json' }
import previous from '../../../resources/sample/previous-call.json' with { type: 'json' }
import script from '../../../resources/sample/call-script.json' with { type: 'json' }
import type { Random } from '../data/random.ts'
import { randomFor } from '../data/random.ts'
import type { CallFacts } from './call-facts.ts'
import type { PlannedCall } from './schedule.ts'

/** Somebody who speaks in a call. */
export interface Speaker {
  readonly name: string
  readonly role: string
  readonly organization: string
}

/** One speaker's uninterrupted remarks; each text becomes a segment. `tone` from -1 to 1. */
interface SpeakerTurn {
  readonly speaker: Speaker
  readonly says: readonly string[]
  readonly tone: number
}

interface Passage {
  readonly on: readonly string[]
  readonly tone: number
  readonly say: readonly string[]
}

const operator: Speaker = { name: 'Operator', role: 'Operator', organization: '' }

/** Who speaks for the company. */
function companySpeakers({ seed }: PlannedCall) {
  const of = (name: string, role: string): Speaker => ({ name, role, organization: seed.name })
  return {
    chief: of(seed.people.chief, 'Chief Executive Officer'),
    finance: of(seed.people.finance, 'Chief Financial Officer'),
    relations: of(seed.people.relations, 'Head of Investor Relations'),
  }
}

function analysts(random: Random, count: number): (Speaker & { firm: string })[] {
  return random
    .shuffled(firmSeeds)
    .slice(0, count)
    .map((firm) => ({ name: random.pick(firm.analysts), role: 'Analyst', organization: firm.name, firm: firm.name }))
}

/** Whether this is the call previous to the recorded one, which comes back to what is said here. */
export function isBeforeRecorded({ seed, kind, period }: PlannedCall): boolean {
  return (
    kind === 'earnings' &&
    seed.symbol === previous.symbol &&
    `${period.fiscalYear}${period.quarter}` === previous.period
  )
}

/** The whole call, turn by turn. Its words fit the quarter's figures and do not repeat those of the previous calls. */
export function composeCall(call: PlannedCall, facts: CallFacts): SpeakerTurn[] {
  const random = randomFor('script', call.id)
  const fill = (text: string, more: Readonly<Record<string, string>> = {}) =>
    sentence(text.replaceAll(/\{(\w+)\}/g, (place, name: string) => more[name] ?? facts.words[name] ?? place))
  const fits = ({ on }: { on: readonly string[] }) => on.every((each) => facts.tags.has(each))
  const people = companySpeakers(call)
  const turns: SpeakerTurn[] = []
  const say = (speaker: Speaker, texts: readonly string[], tone: number, more?: Readonly<Record<string, string>>) =>
    turns.push({ speaker, says: texts.map((text) => fill(text, more)), tone })

  // a company's passages have an order and advance by one each quarter, so that consecutive calls differ
  const quarterCount = call.period.fiscalYear * 4 + Number(call.period.quarter.slice(1))
  const passage = (name: string, list: readonly Passage[]): Passage | undefined => {
    const able = randomFor('passages', call.seed.symbol, name).shuffled(list.filter(fits))
    // lines for this kind of quarter come before lines for any quarter
    const special = able.filter((each) => each.on.length > 0)
    const choice = special.length > 0 ? special : able
    return choice[quarterCount % Math.max(1, choice.length)]
  }
  const speak = (speaker: Speaker, name: string, list: readonly Passage[]) => {
    const chosen = passage(name, list)
    if (chosen !== undefined) say(speaker, chosen.say, chosen.tone)
  }

  if (call.kind === 'annual-meeting') {
    const chair: Speaker = { name: 'Chair', role: 'Chair of the Board', organization: call.seed.name }
    speak(chair, 'annualMeeting', script.annualMeeting)
    speak(people.chief, 'chiefOpening', script.chiefOpening)
    speak(people.chief, 'chiefPlan', script.chiefPlan)
    speak(people.chief, 'chiefMarket', script.chiefMarket)
    speak(chair, 'annualVote', script.annualVote)
    return turns
  }
  if (call.kind === 'conference') {
    const [host] = analysts(random, 1)
    speak(people.chief, 'shortUpdate', script.shortUpdate)
    speak(people.chief, 'chiefMarket', script.chiefMarket)
    speak(people.chief, 'chiefPlan', script.chiefPlan)
    if (host !== undefined) questions(turns, say, random, facts, [host], people, 4, true)
    return turns
  }

  const isPrevious = isBeforeRecorded(call)
  const asked = isPrevious ? previous.exchanges : []

  speak(operator, 'operatorOpening', script.operatorOpening)
  speak(people.relations, 'relationsOpening', script.relationsOpening)
  for (const name of ['chiefOpening', 'chiefMarket', 'chiefProduct', 'chiefPlan', 'chiefClose'] as const) {
    speak(people.chief, name, script[name])
  }
  if (isPrevious) say(people.chief, previous.chief.say, previous.chief.tone)
  for (const name of [
    'financeRevenue',
    'financeMargin',
    'financeCost',
    'financeEarnings',
    'financeCash',
    'financeYear',
    'financeGuide',
  ] as const) {
    speak(people.finance, name, script[name])
  }
  if (isPrevious) say(people.finance, previous.finance.say, previous.finance.tone)
  speak(operator, 'operatorQuestions', script.operatorQuestions)
  const firms = new Set(asked.map(({ firm }) => firm))
  const others = analysts(random, random.whole(4, 7)).filter(({ firm }) => !firms.has(firm))
  questions(turns, say, random, facts, others, people, 2, false, asked)
  speak(people.chief, 'chiefFarewell', script.chiefFarewell)
  say(operator, [random.pick(script.operatorFarewell)], 0)
  return turns
}

type GivenExchange = (typeof previous.exchanges)[number]

type Say = (speaker: Speaker, texts: readonly string[], tone: number, more?: Readonly<Record<string, string>>) => void

/** Questions and answers: every exchange is had once in a call, those that fit the quarter best come first. */
function questions(
  turns: readonly SpeakerTurn[],
  say: Say,
  random: Random,
  facts: CallFacts,
  questioners: readonly (Speaker & { firm: string })[],
  people: { chief: Speaker; finance: Speaker },
  most: number,
  fireside: boolean,
  /** Had after those of the first analyst. */
  given: readonly GivenExchange[] = [],
): void {
  const taken = new Set(given.map(({ topic }) => topic))
  const able = random
    .shuffled(script.exchanges.filter(({ on, topic }) => !taken.has(topic) && on.every((each) => facts.tags.has(each))))
    .sort((one, other) => Number(other.on.length > 1) - Number(one.on.length > 1))
  let next = 0
  const greetings = script.greetings.filter(({ on }) => on.every((each) => facts.tags.has(each)))
  for (const [at, questioner] of questioners.entries()) {
    if (next >= able.length) return
    if (!fireside) {
      const ordinal = at === questioners.length - 1 ? 'last' : at === 0 ? 'first' : 'next'
      // only the first of these sentences can announce a first or a last question
      const [counted = ''] = script.operatorNext
      const announced = ordinal === 'next' ? random.pick(script.operatorNext) : counted
      say(operator, [announced], 0, { ordinal, analyst: questioner.name, firm: questioner.firm })
    }
    const questions = fireside ? most : random.whole(1, most)
    for (let count = 0; count < questions; count++) {
      const exchange = able[next++]
      if (exchange === undefined) break
      const answerer = exchange.by === 'finance' && !fireside ? people.finance : people.chief
      const hello = count === 0 && !fireside && random.chance(0.7) ? [random.pick(greetings).say] : []
      say(questioner, [...hello, ...exchange.ask], exchange.tone * 0.5 - 0.05)
      say(answerer, exchange.answer, exchange.tone)
      if (exchange.again !== undefined && exchange.reply !== undefined) {
        say(questioner, exchange.again, exchange.tone * 0.5 - 0.04)
        say(answerer, exchange.reply, exchange.tone)
      }
    }
    if (turns.length > 0 && !fireside && random.chance(0.8)) say(questioner, [random.pick(script.thanks)], 0.2)
    if (at === 0) for (const exchange of given) sayGiven(exchange)
  }

  function sayGiven({ analyst, firm, by, tone, ask, answer }: GivenExchange): void {
    const [, announced = ''] = script.operatorNext
    say(operator, [announced], 0, { ordinal: 'next', analyst, firm })
    say({ name: analyst, role: 'Analyst', organization: firm }, ask, tone * 0.5 - 0.05)
    say(by === 'finance' ? people.finance : people.chief, answer, tone)
  }
}

/** A placeholder at the beginning of a sentence is capitalized: words such as `metrology scanners` are in lower case. */
function sentence(text: string): string {
  return text.replaceAll(
    /(^|[.?!] )([a-z])/g,
    (_whole, before: string, letter: string) => before + letter.toUpperCase(),
  )
}
