import { deriveTranscript } from '#core/calls/transcript/derive-transcript.ts'

export type Form = 'as spoken' | 'merged by speaker'

/** How participants are listed; null: not at all. */
export type Listed = { readonly role: string; readonly organization: string } | null

interface Spoken {
  readonly speaker: string
  readonly text: string
}

/**
 * Words between the derived start of the questions and the announcement of the first one, as a share of the words before that
 * announcement. Negative: the derived start is too early.
 */
export function distanceOfQuestions(
  spoken: readonly Spoken[],
  firstQuestion: number,
  form: Form,
  listed: Listed,
): number {
  const segments: { speaker: string; text: string }[] = []
  let announced = 0
  for (const [index, { speaker, text }] of spoken.entries()) {
    const last = segments.at(-1)
    if (form === 'merged by speaker' && last?.speaker === speaker) last.text += ` ${text}`
    else segments.push({ speaker, text })
    if (index === firstQuestion) announced = segments.length - 1
  }
  const presenters = new Set(spoken.slice(0, firstQuestion).map(({ speaker }) => speaker))
  presenters.delete('Operator')
  const participants = listed && [...presenters].map((name) => ({ name, ...listed }))
  const { sections, words } = deriveTranscript(
    { name: 'Acme', transcripts: [{ segments }], participants },
    { format: 'json' },
  )
  const from = sections.indexOf('qa')
  const wordsBefore = (turn: number) => words.slice(0, turn).reduce((sum, count) => sum + count, 0)
  return (wordsBefore(from < 0 ? words.length : from) - wordsBefore(announced)) / wordsBefore(words.length)
}
