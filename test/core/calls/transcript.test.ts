import { describe, expect, test } from 'vitest'
import { deriveTranscript, isBoilerplate, type Transcript } from '#core/calls/transcript/derive-transcript.ts'
import { timesOf } from '#core/calls/transcript/segment-times.ts'
import { speakersOf } from '#core/calls/transcript/speaker-totals.ts'
import type { CallDetail } from '#contract/service/calls.ts'
import { segmentsOf } from './calls-service.ts'

const json = { format: 'json' } as const
const participant = (name: string, role: string, organization = '') => ({ name, role, organization })

function derived(lines: readonly string[], more: CallDetail = {}): Transcript {
  return deriveTranscript(
    { name: 'Acme Inc', transcripts: [{ text: '', segments: segmentsOf(...lines) }], ...more },
    json,
  )
}
const namesOf = ({ people, speakerOf }: Transcript) => speakerOf.map((speaker) => people[speaker]?.name)
const sidesOf = ({ people, sides }: Transcript) => people.map(({ name }, at) => [name, sides[at]])
const chaptersOf = ({ chapters }: Transcript) =>
  chapters.map(({ kind, title, first, last }) => [kind, title, first, last])

describe('transcript text', () => {
  test.each([
    ['segments that are null', { transcripts: [{ text: 'Jane Doe: Hello.\nJohn Roe: Bye.', segments: null }] }, 2],
    ['blank lines between paragraphs', { transcripts: [{ text: 'One\nline.\n\nTwo.' }] }, 2],
    ['empty segments beside a text', { transcripts: [{ text: 'Only text', segments: [{ text: '' }] }] }, 1],
    [
      'two transcripts, of which one is fuller',
      { transcripts: [{ text: 'x' }, { segments: [{ text: 'a' }, { text: 'b' }] }] },
      2,
    ],
    ['no transcript at all', {}, 0],
    ['transcripts of null', { transcripts: null }, 0],
  ] as const)('reads well with %s', (_, record, turns) => {
    expect(deriveTranscript(record as CallDetail, json).said.turns).toHaveLength(turns)
  })

  test('without a speaker’s name has one speaker who is not named, and without times none', () => {
    const { people, said, times } = deriveTranscript(
      { transcripts: [{ segments: [{ text: 'Hello' }, { text: 'Bye' }] }] },
      json,
    )
    expect([people.map(({ name }) => name), said.turns.map(({ start }) => start), times.unit]).toEqual([
      ['Unknown speaker'],
      [null, null],
      null,
    ])
  })

  test('a name that stands alone speaks the paragraphs after it, and is none itself', () => {
    const text =
      'Operator:\n\nWelcome.\n\nJane Doe - Chief Executive:\n\nThank you.\n\nMargins rose.\n\nThe result:\n\nA gain.'
    const { said } = deriveTranscript({ transcripts: [{ text }] }, json)
    expect(said.turns.map(({ speaker, text: words }) => [speaker, words])).toEqual([
      ['Operator', 'Welcome.'],
      ['Jane Doe - Chief Executive', 'Thank you.'],
      ['Jane Doe - Chief Executive', 'Margins rose.'],
      ['Jane Doe - Chief Executive', 'The result:'],
      ['Jane Doe - Chief Executive', 'A gain.'],
    ])
  })

  test('a colon in a sentence makes nobody a speaker', () => {
    const text = 'Jane Doe: Three things: cost, price, mix.\nThe result was this: a loss.'
    const { said } = deriveTranscript({ transcripts: [{ text }] }, json)
    expect(said.turns.map(({ speaker, text: words }) => [speaker, words])).toEqual([
      ['Jane Doe', 'Three things: cost, price, mix.'],
      ['Jane Doe', 'The result was this: a loss.'],
    ])
  })

  test('letters from right to left, emoji and words without blanks come through as they are', () => {
    const texts = ['مرحبا بكم', '売上高は増加しました。', 'Great 👩🏽‍💼 quarter', 'e\u0301te\u0301']
    const { said, words } = deriveTranscript({ transcripts: [{ segments: texts.map((text) => ({ text })) }] }, json)
    expect([said.turns.map(({ text }) => text), words]).toEqual([texts, [2, 6, 3, 1]])
  })
})

describe('speakers', () => {
  test.each([
    ['in capitals', 'JANE DOE'],
    ['with a title', 'Dr. Jane Doe'],
    ['with a second initial', 'Jane M. Doe'],
    ['by an initial', 'J. Doe'],
    ['turned round', 'Doe, Jane'],
    ['with their role', 'Jane Doe - Chief Executive Officer'],
    ['with their role behind a comma', 'Jane Doe, Chief Executive Officer, Acme'],
    ['with their house', 'Jane Doe (Acme)'],
    ['with other accents', 'Jané Döe'],
    ['by the family name alone', 'Doe'],
  ])('written %s are joined to the participant', (_, written) => {
    const people = [participant('Jane Doe', 'CEO', 'Acme'), participant('Paul Poe', 'CFO', 'Acme')]
    expect(derived([`${written}: Hello.`], { participants: people }).people).toMatchObject([
      { name: 'Jane Doe', role: 'CEO' },
      { name: 'Paul Poe' },
    ])
  })

  test('are not joined where two could be meant, and numbers are names', () => {
    const people = [participant('Jane Doe', 'CEO'), participant('John Doe', 'CFO'), participant('Speaker 1', 'CTO')]
    const { people: found } = derived(['Doe: Hello.', 'Speaker 11: Hi.', 'Speaker 1: Yes.'], { participants: people })
    expect(found.map(({ name, role }) => [name, role])).toEqual([
      ['Doe', null],
      ['Speaker 11', null],
      ['Speaker 1', 'CTO'],
      ['Jane Doe', 'CEO'],
      ['John Doe', 'CFO'],
    ])
  })

  test('named twice among the participants are one, with the details of both', () => {
    const twice = [
      { ...participant('Jane Doe', ''), mentions: 3, human_verified: false },
      { ...participant('jane doe', 'CEO', 'Acme'), mentions: 2, human_verified: true },
    ]
    expect(derived(['Jane Doe: Hi.'], { participants: twice }).people).toEqual([
      { name: 'Jane Doe', role: 'CEO', organization: 'Acme', mentions: 5, humanVerified: true },
    ])
  })

  describe('of one name', () => {
    const officer = participant('John Smith', 'CFO', 'Acme Inc')
    const analyst = participant('John Smith', 'Analyst', 'Big Bank')
    const speakerOf = (lines: readonly string[], participants = [officer, analyst]) => {
      const { people, sides, speakerOf: of } = derived(lines, { participants })
      return of.map((at) => [people[at]?.name, people[at]?.organization, sides[at]])
    }
    const nobodyInParticular = ['John Smith (2 participants)', null, 'unknown']
    const ofTheBank = ['John Smith', 'Big Bank', 'analyst']
    const ofTheCompany = ['John Smith', 'Acme Inc', 'company']

    test('stay two where organizations or roles differ, and a turn is neither’s while nothing says whose it is', () => {
      expect(speakerOf(['John Smith: Margins rose.'])).toEqual([nobodyInParticular])
      const { people } = derived(['Jane Doe: Hello.'], { participants: [officer, analyst] })
      expect(people.map(({ name, organization }) => [name, organization])).toEqual([
        ['Jane Doe', null],
        ['John Smith', 'Acme Inc'],
        ['John Smith', 'Big Bank'],
      ])
    })

    test('are distinguished by the speaker’s line', () => {
      const lines = ['John Smith - Analyst: Why?', 'John Smith (Acme Inc): Because.', 'John Smith: Thanks.']
      expect(speakerOf(lines)).toEqual([ofTheBank, ofTheCompany, nobodyInParticular])
    })

    test('are distinguished by who is called up, for the turn that follows and no other', () => {
      const lines = [
        'Operator: Our next question comes from John Smith with Big Bank.',
        'John Smith: Why did margins rise?',
        'John Smith: Price and mix.',
        'Jane Doe: And volume.',
        'John Smith: I see.',
      ]
      expect(speakerOf(lines).slice(1)).toEqual([
        ofTheBank,
        nobodyInParticular,
        ['Jane Doe', null, 'company'],
        nobodyInParticular,
      ])
    })

    test('are distinguished by what they say of themselves', () => {
      expect(speakerOf(['John Smith: Hi, it’s John Smith from Big Bank. Why did margins rise?'])).toEqual([ofTheBank])
    })

    test('are one where the second adds only the long form of the role, or nothing', () => {
      const { people } = derived(['John Smith: Hello.'], {
        participants: [
          officer,
          participant('John Smith', 'Chief Financial Officer', 'Acme'),
          { ...participant('JOHN SMITH', ''), mentions: 2 },
        ],
      })
      expect(people.map(({ name, role, mentions }) => [name, role, mentions])).toEqual([['John Smith', 'CFO', 2]])
    })
  })

  test('have their turns, words, seconds and the sentiment of their words', () => {
    const segments = [
      { speaker: 'A', text: 'one two three', start_time: '0', end_time: '4', sentiment: 0.4 },
      { speaker: 'B', text: 'four', start_time: '4', end_time: '5' },
      { speaker: 'A', text: 'five', start_time: '5', end_time: '7', sentiment: -0.4 },
    ]
    expect(speakersOf(deriveTranscript({ transcripts: [{ segments }] }, json))).toMatchObject([
      { name: 'A', turns: 2, words: 4, seconds: 6, sentiment: expect.closeTo(0.2) as number },
      { name: 'B', turns: 1, words: 1, seconds: 1, sentiment: null },
    ])
  })
})

/** As such a call goes, with the names of nobody. */
const call = [
  'Operator: Good morning and welcome to the Acme third quarter call.',
  'Operator: After the remarks there will be a question and answer session. This call is being recorded.',
  'Rita Ray: Thank you, operator. With me are Jane Doe, our chief executive, and Paul Poe, our chief financial officer. Some of what we say looks forward, and results may differ from it for many reasons.',
  'Jane Doe: Revenue grew by seven percent, and every region had a part in it. We opened two plants in the quarter, hired four hundred people, and closed the year’s third acquisition, about which Paul will say more.',
  'Paul Poe: Margins widened by a hundred basis points, cash flow was ninety million, and we repaid the bond. With that we are ready to take your questions. Operator, please open the line.',
  'Operator: Thank you. We will now begin the question and answer session. To ask a question, press star one.',
  'Operator: Our first question comes from the line of Ann Alyst with Big Bank.',
  'Operator: Your line is open.',
  'Ann Alyst: Thanks for taking my question. My first question is on margins.',
  'Paul Poe: Margins are fine.',
  'Ann Alyst: And my next question is about cash.',
  'Jane Doe: Cash is fine as well.',
  'Operator: The next question is from Bob Broker, Small House. Please go ahead.',
  'Bob Broker: What about the plants?',
  'Jane Doe: They run.',
  'Operator: There are no further questions. I hand back to the company.',
  'Jane Doe: Thank you all, and goodbye.',
]

describe('the parts of a call', () => {
  const whole = derived(call)

  test('are the remarks and the questions, from where these are opened and not where they are promised', () => {
    expect(whole.sections.indexOf('qa')).toBe(5)
    expect(whole.sections.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'prepared'))
    expect(whole.sectionsFrom).toBe('announced')
  })

  test('are chapters: the operator, each speaker’s remarks, each question with its asker, the closing', () => {
    expect(chaptersOf(whole)).toEqual([
      ['operator', 'Operator', 0, 1],
      ['prepared', 'Rita Ray', 2, 2],
      ['prepared', 'Jane Doe', 3, 3],
      ['prepared', 'Paul Poe', 4, 4],
      ['operator', 'Operator', 5, 5],
      ['question', 'Ann Alyst, Big Bank', 6, 11],
      ['question', 'Bob Broker, Small House', 12, 14],
      ['closing', 'Closing', 15, 16],
    ])
    expect([...whole.questionTurns]).toEqual([8, 13])
  })

  test('say who speaks for whom where roles do not', () => {
    expect(sidesOf(whole)).toEqual([
      ['Operator', 'operator'],
      ['Rita Ray', 'company'],
      ['Jane Doe', 'company'],
      ['Paul Poe', 'company'],
      ['Ann Alyst', 'analyst'],
      ['Bob Broker', 'analyst'],
    ])
  })

  test('are found by the analysts’ roles where nobody calls them up', () => {
    const people = [participant('Ann Alyst', 'Analyst', 'Big Bank'), participant('Bob Broker', '', 'Small House Ltd')]
    const without = call.filter((line) => !line.startsWith('Operator'))
    const { chapters, sides } = derived(without, { participants: people })
    expect(chapters.filter(({ kind }) => kind === 'question').map(({ title, first }) => [title, first])).toEqual([
      ['Ann Alyst, Big Bank', 3],
      ['Bob Broker, Small House Ltd', 7],
    ])
    expect(sides.filter((side) => side === 'analyst')).toHaveLength(2)
  })

  test('begin where the questions are announced, whatever the participants’ roles say', () => {
    // Officers under another name than the call’s, and one listed as an analyst: as real lists of participants have them.
    const people = [
      participant('Rita Ray', 'Analyst', ''),
      participant('Jane Doe', 'Chief Executive Officer', 'Acme Brands International'),
      participant('Paul Poe', 'Chief Financial Officer', 'Brand Group'),
      participant('Ann Alyst', 'Analyst', 'Big Bank'),
    ]
    const { sections, sectionsFrom, sides, people: found } = derived(call, { participants: people })
    expect([sections.indexOf('qa'), sectionsFrom]).toEqual([5, 'announced'])
    const sideOf = (name: string) => sides[found.findIndex((person) => person.name === name)]
    expect([sideOf('Jane Doe'), sideOf('Paul Poe'), sideOf('Ann Alyst')]).toEqual(['company', 'company', 'analyst'])
  })

  test.each([
    'We will take the first question from the line later, after the presentation.',
    'Before we take our first question from analysts, Jane will speak.',
    'We’ll open it up for questions later.',
  ])('are not begun by a promise: %s', (promise) => {
    const promised = call.map((line) => (line.startsWith('Rita Ray') ? `Rita Ray: Thank you. ${promise}` : line))
    expect(derived(promised).sections.indexOf('qa')).toBe(5)
  })

  test('are inferred, and say so, where only the analysts’ roles show them', () => {
    const people = [participant('Ann Alyst', 'Analyst', 'Big Bank')]
    const without = ['Jane Doe: Revenue grew.', 'Paul Poe: Margins widened.', 'Ann Alyst: Why?', 'Paul Poe: Mix.']
    const { sections, sectionsFrom } = derived(without, { participants: people })
    expect([sections, sectionsFrom]).toEqual([['prepared', 'prepared', 'qa', 'qa'], 'inferred'])
  })

  test('are not inferred from roles of which even the first speaker would be an analyst', () => {
    const people = [participant('Jane Doe', 'CEO', 'Brand Group'), participant('Paul Poe', 'CFO', 'Brand Group')]
    const { sections, sectionsFrom } = derived(['Jane Doe: Revenue grew.', 'Paul Poe: Margins too.'], {
      participants: people,
    })
    expect([sections, sectionsFrom]).toEqual([['whole', 'whole'], null])
  })

  test('cannot be distinguished in a speech: then there is one, and nobody’s question', () => {
    const speech = derived([
      'Jane Doe: Dear shareholders.',
      'Jane Doe: There is no question that we grew.',
      'Jane Doe: Bye.',
    ])
    expect([speech.sections, speech.questionTurns.size]).toEqual([['whole', 'whole', 'whole'], 0])
  })

  test('have the operator’s routine dimmed, and nothing else', () => {
    const dimmed = call.filter((_, turn) => isBoilerplate(whole, turn))
    expect(dimmed.every((line) => line.startsWith('Operator'))).toBe(true)
    expect(dimmed.length).toBeGreaterThanOrEqual(7)
  })

  test('cover every turn once, in order', () => {
    expect(
      whole.chapters.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
    ).toEqual(call.map((_, at) => at))
    expect(namesOf(whole)).toHaveLength(call.length)
  })
})

describe('segments out of order', () => {
  const spoken = (starts: readonly (number | null)[]) =>
    derived([], {
      transcripts: [
        {
          segments: starts.map((start, at) => ({
            segment_id: at,
            speaker: 'Jane Doe',
            text: `Turn at ${start}`,
            start_time: start === null ? '' : String(start),
          })),
        },
      ],
    }).said
  const startsOf = ({ turns }: ReturnType<typeof spoken>) => turns.map(({ start }) => start)

  test.each([
    ['reversed', [50, 40, 30, 20, 10, 0], [0, 10, 20, 30, 40, 50]],
    ['shuffled', [30, 0, 50, 10, 40, 20], [0, 10, 20, 30, 40, 50]],
  ])('that arrive %s are put in the order of their times, and it is said', (_, arrived, order) => {
    const said = spoken(arrived)
    expect([startsOf(said), said.sortedByTime]).toEqual([order, true])
  })

  test('of one time keep the order in which they came', () => {
    const { turns } = spoken([20, 10, 10, 0, 0])
    expect(turns.map(({ segmentId }) => segmentId)).toEqual([3, 4, 1, 2, 0])
  })

  test.each([
    ['two speak at once now and then', [0, 10, 9, 20, 30, 29, 40, 50, 60, 70, 80, 90]],
    ['a second recording begins at nought', [0, 10, 20, 30, 0, 10, 20, 30]],
    ['one has no time', [50, 40, null, 20, 10, 0]],
  ])('stay as received where %s', (_, arrived) => {
    const said = spoken(arrived)
    expect([startsOf(said), said.sortedByTime]).toEqual([arrived, false])
  })
})

describe('the unit of segment times', () => {
  const hour = { start_time: '2025-10-28T09:00:00-04:00', end_time: '2025-10-28T10:00:00-04:00' }
  const spokenUntil = (last: number, words: number) => ({
    transcripts: [{ segments: [{ text: 'word '.repeat(words), start_time: '0', end_time: String(last) }] }],
  })

  const inJapaneseUntil = (last: number) => ({
    transcripts: [
      { segments: [{ text: '売上高は増加しました。'.repeat(1200), start_time: '0', end_time: String(last) }] },
    ],
  })

  test.each([
    ['seconds', 'the length of the call', 'call', { ...hour, ...spokenUntil(3580, 8000) }],
    ['milliseconds', 'the length of the call', 'call', { ...hour, ...spokenUntil(3_580_000, 8000) }],
    ['minutes', 'the length of the call', 'call', { ...hour, ...spokenUntil(59.5, 8000) }],
    ['seconds', 'the recording', 'recording', { recording: { duration: 3600 }, ...spokenUntil(3580, 8000) }],
    [
      'milliseconds',
      'the recording, which is told in milliseconds too',
      'recording',
      { recording: { duration: 3_600_000 }, ...spokenUntil(3_580_000, 8000) },
    ],
    ['milliseconds', 'the words', 'words', spokenUntil(3_580_000, 8000)],
    ['minutes', 'the words', 'words', spokenUntil(59, 8000)],
    ['milliseconds', 'the words of a script without spaces', 'words', inJapaneseUntil(3_580_000)],
    ['seconds', 'the words, of a call that is under way', 'words', { ...hour, ...spokenUntil(95, 200) }],
  ] as const)('are %s by %s', (unit, _, kind, record) => {
    const { times } = deriveTranscript(record, json)
    expect([times.unit, times.how]).toEqual([unit, 'inferred'])
    expect(times.evidence).toMatchObject({ kind: 'matched', by: kind })
  })

  test('are not made up', () => {
    const { times } = deriveTranscript({ ...hour, ...spokenUntil(3e15, 8000) }, json)
    expect(times).toMatchObject({ unit: null, how: 'unknown' })
  })

  test('are as the user set them', () => {
    const inferred = { unit: 'seconds', how: 'inferred', evidence: { kind: 'no-times' } } as const
    expect(timesOf(inferred, { unit: 'minutes', offset: 2 })).toMatchObject({ unit: 'minutes', how: 'set', offset: 2 })
    expect(timesOf(inferred, { unit: null, offset: 2 })).toMatchObject({ unit: 'seconds', how: 'inferred', offset: 2 })
  })
})
