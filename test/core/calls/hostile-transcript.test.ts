import { describe, expect, test } from 'vitest'
import { deriveTranscript } from '#core/calls/transcript/derive-transcript.ts'
import type { CallDetail } from '#contract/service/calls.ts'

type Participant = NonNullable<CallDetail['participants']>[number]

const json = { format: 'json' } as const
const many = 200_000

function call(
  said: readonly (readonly [speaker: string, text: string])[],
  participants: readonly Partial<Participant>[] = [],
): CallDetail {
  const segments = said.map(([speaker, text], at) => ({ segment_id: at, speaker, text }))
  return { name: 'Acme', transcripts: [{ segments }], participants: [...participants] }
}

/**
 * What a faulty or hostile service may send within the size of a response. An expression that looks at a letter once for each letter
 * before it takes minutes over any of these, in which no other request gets a response: the tests would not end.
 */
describe('a transcript made to keep its reader busy is read like any other', () => {
  const announcement = 'Our first question comes from the line of'

  test.each([
    ['blanks in front of a name', `${announcement}${' '.repeat(many)}Jane Doe with Big Bank. Please go ahead.`],
    ['line breaks in front of a name', `${announcement}${'\n'.repeat(many)}Jane Doe with Big Bank. Please go ahead.`],
    ['fillers in front of a name', `${announcement} ${'uh um '.repeat(many / 6)} Jane Doe with Big Bank.`],
    ['blanks behind a name', `${announcement} Jane Doe with Big Bank.${' '.repeat(many)}`],
    ['brackets of a transcriber', `${announcement} Jane Doe with Big Bank. ${'<'.repeat(many)}`],
  ])('%s', (_, text) => {
    const { chapters } = deriveTranscript(
      call([
        ['Operator', text],
        ['Jane', 'Thanks. On margins?'],
      ]),
      json,
    )
    expect(chapters.map(({ kind, title }) => [kind, title])).toEqual([['question', 'Jane, Big Bank']])
  })

  test.each([
    ['words that open the questions', 'for questions '],
    ['announcements without a name', 'the first question from '],
    ['words that begin an announcement', 'the next last first '],
    ['words of who asks', 'my question a question '],
    ['words that end the questions', 'no more concluding '],
    ['commas in front of nobody', 'question , , , '],
    ['full stops', '. ? ! '],
    ['dashes to press', 'press - - - '],
  ])('%s without end', (_, words) => {
    const text = words.repeat(many / words.length)
    const { words: counted, said } = deriveTranscript(
      call([
        ['Operator', text],
        ['Jane', 'Yes.'],
      ]),
      json,
    )
    expect([counted[1], said.turns[0]?.text === text]).toEqual([1, true])
  })

  test.each([
    ['brackets', '('.repeat(many)],
    ['square brackets', '['.repeat(many)],
    ['commas', ','.repeat(many)],
    ['blanks', `Jane${' '.repeat(many)}Doe`],
    ['accents', 'e\u0301'.repeat(many)],
  ])('a speaker, a role and a company of %s', (_, name) => {
    const listed = { name, role: name, organization: name }
    const { people } = deriveTranscript({ ...call([[name, 'Hello.']], [listed]), name }, json)
    // Compared here, since the names would fill the report.
    expect(people.filter((person) => person.name !== name)).toHaveLength(0)
    expect(people.length).toBeGreaterThan(0)
  })

  test.each([
    ['text', 'json'],
    ['HTML', 'html'],
  ] as const)('a paragraph of blanks in %s', (_, format) => {
    const text = `Jane${' '.repeat(many)}said: Hello.\n${' \n'.repeat(many)}John Roe: Bye.`
    const { said } = deriveTranscript({ transcripts: [{ text, segments: null }] }, { format })
    expect(said.turns.at(-1)?.text).toMatch(/Bye\.$/)
  })

  test('more participants than any call has: the first hundred are joined to their turns, all are listed', () => {
    const names = Array.from({ length: 3000 }, (_, at) => `Jane${at} Doe`)
    const { people, speakerOf } = deriveTranscript(
      call(
        names.map((name) => [name, 'Hello.']),
        names.map((name) => ({ name, role: 'Analyst', organization: 'Big Bank' })),
      ),
      json,
    )
    expect(speakerOf).toEqual(names.map((__, at) => at))
    expect(people[99]).toMatchObject({ name: 'Jane99 Doe', role: 'Analyst' })
    expect(people[100]).toMatchObject({ name: 'Jane100 Doe', role: null })
    expect(people.slice(3000).map(({ name }) => name)).toEqual(names.slice(100))
  })

  test('more namesakes than the words distinguish: their turns are nobody’s in particular', () => {
    const listed = Array.from({ length: 60 }, (_, at) => ({
      name: 'Jane Doe',
      role: 'Analyst',
      organization: `Bank ${at}`,
    }))
    const { people, speakerOf } = deriveTranscript(
      call(
        Array.from({ length: 5000 }, () => ['Jane Doe', 'This is Jane Doe from Bank 7.'] as const),
        listed,
      ),
      json,
    )
    expect(new Set(speakerOf.map((number) => people[number]?.name))).toEqual(new Set(['Jane Doe (60 participants)']))
  })

  test('a question in every turn', () => {
    const asked = Array.from({ length: 9000 }, (_, at): [string, string] =>
      at % 3 === 0 ? ['Operator', `${announcement} Jane Doe with Big Bank.`] : [`Analyst ${at}`, 'Thanks.'],
    )
    expect(deriveTranscript(call(asked), json).questionTurns.size).toBe(3000)
  })
})
