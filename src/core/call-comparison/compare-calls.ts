/** Compares two calls of a company: what was repeated, reworded, new and dropped. */

import type { CallComparison, ComparedPassage, ComparedTopic } from '#contract/api/call-comparison.ts'
import { toJsonText } from '#contract/api/serialized-json.ts'
import { alignSentences, type Alignment, type SentencePair } from './align-sentences.ts'
import { distanceBetween } from './call-distance.ts'
import type { ReadCall } from './compared-call.ts'
import { comparedPassages, type SentencesOfCall } from './compared-passages.ts'
import { comparedQuestions } from './compared-questions.ts'
import { comparedTone } from './compared-tone.ts'
import { comparedVocabulary } from './compared-vocabulary.ts'
import { sentencesOfCall, WordIndex, type ComparedSentence } from './spoken-sentences.ts'
import type { SplitPassages } from './split-passages.ts'
import { Topics, type Topic } from './topics.ts'

/** A comparison whose passages are not text yet. */
export interface ComparedCalls extends Omit<CallComparison, 'passages'> {
  readonly passages: readonly ComparedPassage[]
}

/** What a comparison was made of, by which the user splits a pair and joins it again. */
export interface PairedSentences {
  readonly pairs: readonly PlacesOfPair[]
  readonly splits: readonly PlacesOfPair[]
}

interface PlacesOfPair {
  readonly earlier: SentencePlace
  readonly later: SentencePlace
}
type SentencePlace = Pick<ComparedSentence, 'turn' | 'from' | 'to' | 'text'>

export function toCallComparison({ passages, ...rest }: ComparedCalls): CallComparison {
  return { ...rest, passages: toJsonText(passages) }
}

interface CompareOptions {
  /** Pairs that the user called different. */
  readonly split: SplitPassages
  /** Lets other requests have their turn. */
  readonly pause: () => Promise<void>
}

/** See docs/architecture/calls.md for the rules. */
export async function compareCalls(
  earlierCall: ReadCall,
  laterCall: ReadCall,
  { split, pause }: CompareOptions,
): Promise<{ readonly compared: ComparedCalls; readonly sentences: PairedSentences }> {
  const index = new WordIndex([earlierCall, laterCall])
  const [before, after] = [earlierCall, laterCall].map((call) => ({ call, sentences: sentencesOfCall(call, index) }))
  if (!before || !after) throw new Error('two calls are compared')
  const topics = new Topics(index, [before, after])
  const withTopics = (side: typeof before): SentencesOfCall => ({
    ...side,
    topics: topics.of(side.call, side.sentences),
  })
  const [earlier, later] = [withTopics(before), withTopics(after)]
  const { all, none } = topics
  const distance = distanceBetween(earlierCall.entry, laterCall.entry)
  const alignment = await alignSentences(earlier.sentences, later.sentences, index.size, distance, split, pause)
  const passages = comparedPassages(earlier, later, alignment, none)
  const questions = comparedQuestions(earlier, later, none)
  const used = usedTopics(passages, questions, none)
  const numberOf = new Map(used.map((topic, at) => [topic, at]))
  const renumbered = <Row extends { readonly topic: number }>(row: Row): Row => ({
    ...row,
    topic: numberOf.get(row.topic) ?? 0,
  })
  const placesOf = (pairs: Alignment['splits']) =>
    pairs.flatMap((pair): PlacesOfPair[] => {
      const [one, other] = [earlier.sentences[pair.earlier], later.sentences[pair.later]]
      return one && other ? [{ earlier: placeOf(one), later: placeOf(other) }] : []
    })
  const compared = {
    earlier: comparedCall(earlier),
    later: comparedCall(later),
    topics: used.map((topic) => ({
      ...titleOf(all[topic]),
      earlier: shareOf(earlier, topic),
      later: shareOf(later, topic),
    })),
    passages: passages.map(renumbered),
    words: wordsByKind(later, alignment.pairs),
    tone: comparedTone(earlier, later),
    vocabulary: comparedVocabulary(earlier, later, index),
    questions: questions.map(renumbered),
  }
  return { compared, sentences: { pairs: placesOf(alignment.pairs), splits: placesOf(alignment.splits) } }
}

function placeOf({ turn, from, to, text }: ComparedSentence): SentencePlace {
  return { turn, from, to, text }
}

/** In the order in which the later call comes to them; those of the earlier call alone follow, and what has no topic is last. */
function usedTopics(
  passages: readonly ComparedPassage[],
  questions: readonly { readonly topic: number }[],
  none: number,
): number[] {
  const order = [
    ...passages.filter(({ later }) => later !== null),
    ...passages.filter(({ later }) => later === null),
    ...questions,
  ].map(({ topic }) => topic)
  const used = [...new Set(order)]
  return [...used.filter((topic) => topic !== none), ...used.filter((topic) => topic === none)]
}

function titleOf(topic: Topic | undefined): Pick<ComparedTopic, 'title' | 'foundBy'> {
  return { title: topic?.title ?? '', foundBy: topic?.foundBy ?? 'none' }
}

function comparedCall({ call, sentences }: SentencesOfCall): CallComparison['later'] {
  return {
    speakers: call.speakers.map(({ name, role, organization, side }) => ({
      name,
      role,
      organization,
      isAnalyst: side === 'analyst',
    })),
    language: call.language,
    words: wordsOf(sentences),
  }
}

function wordsOf(sentences: SentencesOfCall['sentences']): number {
  return sentences.reduce((sum, { numbers }) => sum + numbers.length, 0)
}

function shareOf({ sentences, topics }: SentencesOfCall, topic: number): number {
  const all = wordsOf(sentences)
  return all === 0 ? 0 : wordsOf(sentences.filter((_, at) => topics[at] === topic)) / all
}

function wordsByKind({ sentences }: SentencesOfCall, pairs: readonly SentencePair[]): CallComparison['words'] {
  const words = { repeated: 0, reworded: 0, new: wordsOf(sentences) }
  for (const { later, kind } of pairs) {
    const count = sentences[later]?.numbers.length ?? 0
    words.new -= count
    words[kind] += count
  }
  return words
}
