/** The questions of both calls by analyst, and which of them were asked again. */

import type { ComparedQuestions } from '#contract/api/call-comparison.ts'
import { secondAt } from '#contract/api/turn-at-time.ts'
import { mayBeSame, plainName, type PlainName } from '../calls/transcript/names.ts'
import { joinedSentences } from '../calls/transcript/sentences.ts'
import type { SentencesOfCall } from './compared-passages.ts'

/** Words with a subject that two questions share at least, where their topics differ. */
const leastShared = 3
/** Characters of a question that a list shows. */
const longestText = 400

interface Question {
  readonly name: string
  readonly plain: PlainName
  readonly organization: string | null
  readonly topic: number
  readonly subjects: ReadonlySet<number>
  readonly asked: NonNullable<ComparedQuestions['later']>
}

/** Those of the later call in their order, each with the same question of the earlier one; then the others of the earlier call. */
export function comparedQuestions(earlier: SentencesOfCall, later: SentencesOfCall, none: number): ComparedQuestions[] {
  const before = new Set(questionsOf(earlier, none))
  const rows = questionsOf(later, none).map(({ name, organization, topic, plain, subjects, asked }) => {
    const again = [...before].find(
      (one) => isSameAnalyst(one, { plain }) && isSameQuestion(one, { topic, subjects }, none),
    )
    if (again) before.delete(again)
    return { name, organization, topic, earlier: again?.asked ?? null, later: asked }
  })
  const others = [...before].map(({ name, organization, topic, asked }) => ({
    name,
    organization,
    topic,
    earlier: asked,
    later: null,
  }))
  return [...rows, ...others]
}

function questionsOf({ call, sentences, topics }: SentencesOfCall, none: number): Question[] {
  const { chapters, turns, speakers } = call
  return chapters
    .filter(({ kind }) => kind === 'question')
    .flatMap(({ title, speaker, first, last }) => {
      const from = sentences.findIndex(({ turn }) => turn >= first)
      const to = sentences.findLastIndex(({ turn }) => turn <= last)
      const inside = (from < 0 ? [] : sentences.slice(from, to + 1)).map((sentence, at) => ({
        sentence,
        topic: topics[from + at] ?? none,
      }))
      const isAsked = (turn: number) =>
        speaker === null ? speakers[turns.speaker[turn] ?? -1]?.side === 'analyst' : turns.speaker[turn] === speaker
      const asked = inside.filter(({ sentence }) => isAsked(sentence.turn))
      const opening = asked[0]?.sentence
      if (!opening) return []
      const answered = inside.filter(({ sentence }) => !isAsked(sentence.turn))
      const [calledName = '', ...firm] = title.split(', ')
      const person = speaker === null ? undefined : speakers[speaker]
      const name = person?.name ?? calledName
      const wordsOf = (parts: typeof inside) => parts.reduce((sum, { sentence }) => sum + sentence.numbers.length, 0)
      return [
        {
          name,
          plain: plainName(name),
          organization: person?.organization ?? (firm.join(', ') || null),
          topic: firstTopic(asked, none) ?? firstTopic(answered, none) ?? none,
          subjects: new Set(asked.flatMap(({ sentence }) => sentence.subjects)),
          asked: {
            turn: opening.turn,
            second: secondAt(turns, opening.turn, 0),
            asked: wordsOf(asked),
            answered: wordsOf(answered),
            text: joinedSentences(asked.map(({ sentence }) => sentence.text)).slice(0, longestText),
          },
        },
      ]
    })
}

function firstTopic(parts: readonly { readonly topic: number }[], none: number): number | undefined {
  return parts.find(({ topic }) => topic !== none)?.topic
}

/** A numbered speaker of one call is nobody in another. */
function isSameAnalyst({ plain }: Question, other: Pick<Question, 'plain'>): boolean {
  return !plain.isNumbered && mayBeSame(plain, other.plain)
}

function isSameQuestion(one: Question, other: Pick<Question, 'topic' | 'subjects'>, none: number): boolean {
  if (one.topic !== none && one.topic === other.topic) return true
  return [...one.subjects].filter((word) => other.subjects.has(word)).length >= leastShared
}
