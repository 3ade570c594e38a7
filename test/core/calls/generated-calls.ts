/**
 * Earnings calls as transcription services deliver them: one sentence a segment, hesitations, misheard words, `<inaudible>`, speakers
 * without names, times in seconds. Each call opens its questions in a way that real operators and hosts do.
 */

type Line = readonly [speaker: string, text: string]

interface Style {
  readonly symbol: string
  /** Says who speaks for the line; null: the company's own host does. */
  readonly operator: string | null
  readonly promise: string
  /** The end of the remarks and what precedes the first announcement. */
  readonly opening: readonly Line[]
  /** Calls an analyst up. The first announcement, and those that follow. */
  readonly first: (name: string, firm: string) => readonly string[]
  readonly next: (name: string, firm: string) => readonly string[]
  readonly questions: number
  readonly remarks: number
}

export interface GeneratedCall {
  readonly symbol: string
  readonly questions: number
  /** Index of the segment that calls the first analyst up. */
  readonly firstQuestion: number
  /** Index of the first segment that opens the questions: the host's invitation or the operator's instructions. */
  readonly opening: number
  readonly segments: readonly {
    readonly speaker: string
    readonly start: number
    readonly end: number
    readonly text: string
    readonly confidence: number | null
  }[]
}

const analysts: readonly (readonly [name: string, firm: string])[] = [
  ['Dana Whitfield', 'Northgate Securities'],
  ["Liam O'Rourke", 'Calder Bank'],
  ['Mei Tanaka', 'Juniper Capital Markets'],
  ['Jonas van der Berg', 'Lindqvist & Co'],
  ['Priya Nair', 'First Meridian'],
  ['Tomás Quiroga', 'Banco Austral'],
  ['Ruth Abelson', 'Granite Research'],
  ['Sam Okafor', 'Harbor Street Partners'],
  ['Ingrid Solheim', 'Fjord Markets'],
  ['Carl Weber', 'Weber Kessler'],
  ['Anna de la Cruz', 'Pacific Rim Equities'],
]

const remarks = [
  'Uh, revenue for the quarter grew seven percent in constant currency, driven by price and a better mix.',
  'Our gross margin widened by one hundred and twenty basis points, and, um, we see room for more.',
  'There is no question that demand in the second half was softer than we had planned.',
  'The first question we ask ourselves in every region is whether volume pays for its own freight.',
  'We repaid two hundred million of the term loan and ended with net leverage of one point eight times.',
  'The <inaudible> plant came back on line in week nine, so the second quarter carries its full cost.',
  'Capital expenditure was, was sixty one million, most of it for the new kiln.',
  'We are often asked about tariffs, and our answer has not changed: we pass them on with a lag of one quarter.',
  'Turning to the outlook, we now expect the upper half of the range that we gave in may.',
  'Free cash flow covered the dividend twice, inaudible including the litigation payment.',
  'Next, inventories: we took out eleven days since the start of the year.',
  'Let me turn to the segments, beginning with the Americas.',
] as const

const asks = [
  'Hi, good morning, and thanks for taking my questions.',
  'My first question is on pricing, um, how much of the increase has stuck so far?',
  'And then my next question is from the balance sheet: why did receivables grow faster than sales?',
  'Just a quick follow up, is the second question about capex fair to ask in twenty six terms?',
] as const

const answers = [
  'Good question. Most of it has stuck, except in two accounts that we took back at lower volume.',
  'So, uh, on receivables, that is timing, and it reversed in the first week of the quarter.',
  'I would add that the question of capex comes up in every planning round, and we have not moved.',
] as const

const touchTone: readonly Line[] = [
  ['Operator', 'Thank you. If you would like to ask a question, please press star one on your touch tone phone.'],
  ['Operator', 'If you are using a speaker phone, please pick up the handset before pressing the keys.'],
  ['Operator', 'To withdraw your question, press the pound key.'],
]
const roster: Line = ['Operator', 'One moment, please, while we compile the roster.']
const goAhead = 'Please go ahead.'

const styles: readonly Style[] = [
  {
    symbol: 'PLAIN',
    operator: 'Operator',
    promise: 'After the remarks we will open the line for questions.',
    opening: [['Speaker 2', 'Operator, we are ready for questions.'], ...touchTone, roster],
    first: (name, firm) => [`Our first question comes from the line of ${name} with ${firm}.`, goAhead],
    next: (name, firm) => [`Our next question comes from the line of ${name} with ${firm}.`, goAhead],
    questions: 8,
    remarks: 90,
  },
  {
    symbol: 'TODAY',
    operator: 'Operator',
    promise: 'There will be a question and answer session following the presentation.',
    opening: [...touchTone, roster],
    first: (name, firm) => [`And today's first question comes from ${name} with ${firm}, please go ahead.`],
    next: (name, firm) => [`The next question comes from ${name} with ${firm}, please go ahead.`],
    questions: 6,
    remarks: 120,
  },
  {
    symbol: 'SPLIT',
    operator: 'Operator',
    promise: 'We will take questions at the end.',
    opening: [...touchTone, roster],
    first: (name, firm) => [
      'Our first question is coming',
      `from the line of ${name} of ${firm}.`,
      'Your line is open.',
    ],
    next: (name, firm) => ['Our next question is coming', `from the line of ${name} of ${firm}.`, 'Your line is open.'],
    questions: 7,
    remarks: 70,
  },
  {
    symbol: 'BARE',
    operator: 'Operator',
    promise: 'Then we will be happy to answer your questions.',
    opening: touchTone,
    first: (name, firm) => [`Your first question is from ${name}, ${firm}.`],
    next: (name, firm) => [`Your next question is from ${name}, ${firm}.`],
    questions: 9,
    remarks: 110,
  },
  {
    symbol: 'HOST',
    operator: null,
    promise: 'I will read your questions at the end.',
    opening: [['Speaker 2', 'That ends our remarks, and we will now begin the question and answer session.']],
    first: (name, firm) => [`Okay, so the first question comes from ${name} at ${firm}.`],
    next: (name, firm) => [`And the next question comes from ${name} at ${firm}.`],
    questions: 5,
    remarks: 100,
  },
  {
    symbol: 'UNNAMED',
    operator: 'Speaker 6',
    promise: 'Later we will open up for the Q and A session.',
    opening: [
      ['Speaker 2', 'And now I will open up for the Q and A session.'],
      ['Speaker 6', 'At this time, to ask a question, simply press star, and then one on your telephone keypad.'],
      ['Speaker 6', "We'll pause for just a moment to compile the Q and A roster."],
    ],
    first: (name, firm) => [`First question is from ${name} from ${firm}.`],
    next: (name, firm) => [`The next question is from ${name} from ${firm}.`],
    questions: 7,
    remarks: 130,
  },
  {
    symbol: 'GREETED',
    operator: 'Operator',
    promise: 'We will conduct a question and answer session after the prepared remarks.',
    opening: [...touchTone, ['Speaker 2', 'While we wait, thank you again for your patience.'], roster],
    first: (name, firm) => [`Thank you. We'll take our first question from ${name} of ${firm}.`, goAhead],
    next: (name, firm) => [`Thank you. We'll take our next question from ${name} of ${firm}.`, goAhead],
    questions: 10,
    remarks: 150,
  },
  {
    symbol: 'MISHEARD',
    operator: 'Operator',
    promise: 'An operator will give instructions for the question cue later.',
    opening: [
      ['Operator', 'Thank you. We will now begin the question an answer session.'],
      [
        'Operator',
        "To ask a question, you may past star then one on your touch type phone, or use the 'raise hand' button.",
      ],
    ],
    first: (name, firm) => [
      `Um, the firs question comes, uh, from the lines of ${name} with ${firm}, please go ahead.`,
    ],
    next: (name, firm) => [`Um, next question comes, uh, from the lines of ${name} with ${firm}, please go ahead.`],
    questions: 6,
    remarks: 85,
  },
]

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

function* questionsOf({ operator, first, next, questions }: Style): Generator<Line> {
  for (const index of times(questions)) {
    const [name = '', firm = ''] = analysts[index % analysts.length] ?? []
    const host = operator ?? 'Speaker 2'
    for (const text of (index === 0 ? first : next)(name, firm)) yield [host, text]
    const asker = `Speaker ${20 + index}`
    for (const text of asks.slice(0, 2 + (index % 3))) yield [asker, text]
    for (const [at, text] of answers.entries()) yield [index % 2 === at % 2 ? 'Speaker 2' : 'Speaker 3', text]
    if (index % 2 === 0) yield [asker, 'Very helpful, thank you.']
  }
}

function linesOf(style: Style): { lines: Line[]; opening: number; firstQuestion: number } {
  const host = style.operator ?? 'Speaker 2'
  const before: Line[] = [
    [host, `Good morning, and welcome to the ${style.symbol} earnings call.`],
    ['Speaker 1', `Before we begin, some statements are forward looking. ${style.promise}`],
    ...times(style.remarks).map((index): Line => {
      const speaker = index < style.remarks / 2 ? 'Speaker 2' : 'Speaker 3'
      return [speaker, remarks[(index * 5) % remarks.length] ?? '']
    }),
    ...style.opening,
  ]
  const closing: Line[] = [
    [host, 'There are no further questions at this time.'],
    ['Speaker 2', 'Thank you all, and goodbye.'],
  ]
  const lines = [...before, ...questionsOf(style), ...closing]
  return { lines, opening: before.length - style.opening.length, firstQuestion: before.length }
}

/** The same calls each time. */
export function generatedCalls(): GeneratedCall[] {
  return styles.map((style) => {
    const { lines, opening, firstQuestion } = linesOf(style)
    let now = 4.2
    const segments = lines.map(([speaker, text], index) => {
      const start = now
      now += text.split(' ').length / 2.6
      const end = now
      now += 0.35
      return { speaker, start, end, text, confidence: index % 11 === 0 ? null : 0.81 + (index % 17) / 100 }
    })
    return { symbol: style.symbol, questions: style.questions, opening, firstQuestion, segments }
  })
}
