/** The topic of each sentence: by lists of words, by names that are often mentioned, or by what was just spoken of. */

import { stemmer } from 'stemmer'
import type { ComparedTopic } from '#contract/api/call-comparison.ts'
import { stopWords } from '../overview/stop-words.ts'
import { plainName } from '../calls/transcript/names.ts'
import type { ReadCall } from './compared-call.ts'
import { isNumberWord } from './spoken-words.ts'
import type { ComparedSentence, WordIndex } from './spoken-sentences.ts'

export type Topic = Pick<ComparedTopic, 'title' | 'foundBy'>

/** Words and phrases of each topic, in any form of theirs. The first topic that fits a sentence is its own: the particular stand before the general. */
const wordLists: readonly (readonly [title: string, phrases: string])[] = [
  ['Restatement', 'restate, restatement'],
  ['Guidance', 'guide, guidance, outlook'],
  ['Capital expenditure', 'capital expenditure, capital spending, capex'],
  ['Inventory', 'inventory, destocking'],
  ['Orders and backlog', 'order, backlog, booking, book-to-bill'],
  ['Gross margin', 'gross margin, gross profit'],
  ['Operating margin', 'operating margin, operating income, operating profit, operating leverage, ebitda'],
  ['Price and mix', 'price, pricing, mix, discount, promotion'],
  [
    'Service contracts',
    'service contract, service revenue, subscription, recurring revenue, renewal, churn, retention',
  ],
  ['Tariffs and supply', 'tariff, supply chain, supplier, shortage, lead time, logistics'],
  ['Cost', 'cost, freight, inflation, opex, operating expense, headcount, hiring, restructuring, saving, efficiency'],
  [
    'Credit and deposits',
    'deposit, loan, net interest income, net interest margin, charge-off, credit quality, provision',
  ],
  ['Cash and debt', 'cash, debt, leverage, liquidity, borrowing, maturity, working capital, receivable'],
  ['Dividends and buybacks', 'dividend, buyback, repurchase, shareholder return'],
  ['Acquisitions', 'acquire, acquisition, merger, divest, divestiture'],
  ['Tax', 'tax'],
  ['Research and products', 'research, development, clinical, trial, launch, product, roadmap'],
  ['Customers and demand', 'demand, customer, client, consumer, traffic, volume, market share'],
  ['Earnings', 'earnings, eps, net income, profit, profitability'],
  ['Revenue', 'revenue, sales, top line, growth'],
]

interface Phrase {
  readonly topic: number
  readonly stems: readonly string[]
}

/** Phrases by the stem of their first word. */
const phrasesByStem: ReadonlyMap<string, readonly Phrase[]> = Map.groupBy(
  wordLists.flatMap(([, phrases], topic) =>
    phrases.split(', ').map((phrase): Phrase => ({ topic, stems: phrase.split(' ').map((word) => stemmer(word)) })),
  ),
  ({ stems }) => stems[0] ?? '',
)

const noPhrases: readonly Phrase[] = []

const noTopic: Topic = { title: 'Other', foundBy: 'none' }

/** Names that become topics, and the sentences in which each is mentioned at least. */
const mostNames = 6
const leastMentions = 3
/** Sentences that a topic reaches on after it was named. */
const reach = 4

const notNames = new Set(
  'gaap non-gaap ebitda eps ceo cfo coo ir sec q1 q2 q3 q4 fy usd us uk eu m&a capex opex ltm yoy inaudible foreign'.split(
    ' ',
  ),
)

/** The topics of two calls, and which of them each sentence has. */
export class Topics {
  readonly #index: WordIndex
  /** Phrases that begin with a form of the word, by the number of the word: each word is looked up once. */
  readonly #phrases: (readonly Phrase[])[] = []
  readonly #names: readonly string[]
  readonly #isName: ReadonlySet<string>

  constructor(
    index: WordIndex,
    calls: readonly { readonly call: ReadCall; readonly sentences: readonly ComparedSentence[] }[],
  ) {
    this.#index = index
    this.#names = namesOf(calls)
    this.#isName = new Set(this.#names)
  }

  get all(): readonly Topic[] {
    const byWords = wordLists.map(([title]): Topic => ({ title, foundBy: 'words' }))
    return [...byWords, ...this.#names.map((title): Topic => ({ title, foundBy: 'name' })), noTopic]
  }

  /** Of sentences without any. */
  get none(): number {
    return wordLists.length + this.#names.length
  }

  /**
   * An index into `all` for each sentence. One without its own continues the topic of the sentences before it: of the same speaker, or of
   * the same question and its answers.
   */
  of({ chapters, turns }: ReadCall, sentences: readonly ComparedSentence[]): number[] {
    let chapter = 0
    let [last, since, lastRun] = [this.none, 0, '']
    return sentences.map((sentence) => {
      while ((chapters[chapter]?.last ?? Infinity) < sentence.turn) chapter += 1
      const isQuestion = chapters[chapter]?.kind === 'question'
      const run = `${chapter} ${isQuestion ? '' : (turns.speaker[sentence.turn] ?? -1)}`
      const own = this.#ownTopic(sentence)
      since += 1
      if (own !== null) [last, since] = [own, 0]
      else if (run !== lastRun || since > reach) last = this.none
      lastRun = run
      return last
    })
  }

  #ownTopic({ numbers, names }: ComparedSentence): number | null {
    const stemAt = (at: number) => {
      const number = numbers[at]
      return number === undefined ? undefined : this.#index.stem(number)
    }
    let found: number | null = null
    for (const [at, number] of numbers.entries())
      for (const phrase of this.#phrasesFrom(number)) {
        const isHere = phrase.stems.every((stem, offset) => stem === stemAt(at + offset))
        if (isHere && (found === null || phrase.topic < found)) found = phrase.topic
      }
    if (found !== null) return found
    const name = names.find((each) => this.#isName.has(each))
    return name === undefined ? null : wordLists.length + this.#names.indexOf(name)
  }

  #phrasesFrom(number: number): readonly Phrase[] {
    return (this.#phrases[number] ??= phrasesByStem.get(this.#index.stem(number)) ?? noPhrases)
  }
}

/** The names that both calls together mention most. */
function namesOf(
  calls: readonly { readonly call: ReadCall; readonly sentences: readonly ComparedSentence[] }[],
): readonly string[] {
  const people = new Set(
    calls.flatMap(({ call }) =>
      call.speakers.flatMap(({ name, organization }) => [
        ...plainName(name).words,
        ...(organization ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u),
      ]),
    ),
  )
  const mentions = new Map<string, number>()
  for (const { sentences } of calls)
    for (const { names, part } of sentences)
      // Analysts speak to people by name.
      if (part !== 'questions') for (const name of new Set(names)) mentions.set(name, (mentions.get(name) ?? 0) + 1)
  return [...mentions]
    .filter(([name, count]) => count >= leastMentions && isNoPerson(name, people))
    .toSorted(([one, left], [other, right]) => right - left || one.localeCompare(other))
    .slice(0, mostNames)
    .map(([name]) => name)
}

function isNoPerson(name: string, people: ReadonlySet<string>): boolean {
  return name
    .toLowerCase()
    .split(' ')
    .every((word) => !stopWords.has(word) && !people.has(word) && !notNames.has(word) && !isNumberWord(word))
}
