import { describe, expect, test } from 'vitest'
import type { ComparedPassage } from '#contract/api/call-comparison.ts'
import { compareCalls, type ComparedCalls } from '#core/call-comparison/compare-calls.ts'
import type { CallTime } from '#core/call-comparison/call-distance.ts'
import type { ReadCall } from '#core/call-comparison/compared-call.ts'
import { SplitPassages } from '#core/call-comparison/split-passages.ts'
import { asks, callOn, madeCall } from './made-call.ts'

const options = { split: new SplitPassages([]), pause: () => Promise.resolve() }
const compareRead = async (earlier: ReadCall, later: ReadCall) => (await compareCalls(earlier, later, options)).compared
const compare = (earlier: readonly string[], later: readonly string[]) =>
  compareRead(madeCall(...earlier), madeCall(...later))

const on = (quarter: 'Q1' | 'Q2' | 'Q3' | 'Q4', year: number, day: string): CallTime => ({
  quarter: { quarter, year },
  startedAt: Date.parse(day),
})
const [second, third] = [on('Q2', 2025, '2025-07-22'), on('Q3', 2025, '2025-10-21')]
const [fourth, next, secondAfter, yearAfter] = [
  on('Q4', 2025, '2026-02-03'),
  on('Q1', 2026, '2026-04-21'),
  on('Q2', 2026, '2026-07-21'),
  on('Q3', 2026, '2026-10-20'),
]
/** The fiscal year begins in October. */
const [fiscalFirst, fiscalSecond] = [on('Q1', 2026, '2025-12-30'), on('Q2', 2026, '2026-04-21')]

/** `reworded 82% Gross margin`, and what is only in one of the calls. */
function line({ kind, likeness, topic, earlier, later }: ComparedPassage, { topics }: ComparedCalls): string {
  const alike = likeness > 0 ? ` ${Math.round(likeness * 100)}%` : ''
  const text = kind === 'dropped' ? earlier?.text : later?.text
  return `${kind}${alike}, ${topics[topic]?.title ?? ''}: ${text ?? ''}`
}
const lines = (compared: ComparedCalls) => compared.passages.map((passage) => line(passage, compared))

/** The changed words of a passage. */
function changed(passage: ComparedPassage['later'] | undefined): string[] {
  const { text = '', changed: ranges = [] } = passage ?? {}
  return ranges.flatMap((from, at) => (at % 2 === 0 ? [text.slice(from, ranges[at + 1])] : []))
}

describe('two calls of a company', () => {
  test('are compared sentence by sentence: what is repeated, reworded, new and dropped, in the order of the later call', async () => {
    const compared = await compare(
      [
        'Ines Vardal: Semiconductor fabs were strong again. Freight and logistics came down for the whole company.',
        'Marta Ellingsen: Yield was in the high sixties at the end of June, and it needs to be in the mid eighties before we can move the remaining customers.',
        'Marta Ellingsen: Gross margin was 45.1 percent, up 35 basis points on last year.',
      ],
      [
        'Marta Ellingsen: Gross margin was 45.5 percent, up 88 basis points.',
        'Ines Vardal: Semiconductor fabs were strong again. A second foundry asked for our scanners.',
        'Marta Ellingsen: Yield was in the high seventies at the end of September, and it needs to be in the mid eighties before we can move the remaining customers.',
      ],
    )
    expect(lines(compared)).toEqual([
      'reworded 67%, Gross margin: Gross margin was 45.5 percent, up 88 basis points.',
      'repeated 100%, Other: Semiconductor fabs were strong again.',
      'dropped, Tariffs and supply: Freight and logistics came down for the whole company.',
      'new, Other: A second foundry asked for our scanners.',
      'reworded 93%, Customers and demand: Yield was in the high seventies at the end of September, and it needs to be in the mid eighties before we can move the remaining customers.',
    ])
    const yields = compared.passages.at(-1)
    expect([changed(yields?.earlier), changed(yields?.later)]).toEqual([
      ['sixties', 'June'],
      ['seventies', 'September'],
    ])
    expect(compared.words).toEqual({ repeated: 5, reworded: 36, new: 7 })
  })

  test.each([
    ['a figure', 'to be approximately 210 million', 'to be approximately 240 million'],
    ['a figure in words', 'to be in the high sixties of millions', 'to be in the high seventies of millions'],
    ['the place in a range', 'to grow by mid-single digits again', 'to grow by high-single digits again'],
    ['a number that ends in one', 'to be twenty one million', 'to be twenty million'],
    ['a negation', 'to be approximately 210 million', 'not to be approximately 210 million'],
    ['a contracted negation', 'and should repeat that', "and shouldn't repeat that"],
    ['a direction', 'to increase by about 210 million', 'to decrease by about 210 million'],
    ['a direction that was left out', 'to come out stronger at 210 million', 'to come out at 210 million'],
    [
      'a quarter further on than the calls',
      'to be complete in the third quarter',
      'to be complete in the first quarter',
    ],
    ['a month further on than the calls', 'to be complete in June', 'to be complete in December'],
  ])('show a sentence as reworded, however alike, when %s differs', async (_, before, after) => {
    const said = (end: string) =>
      `Marta Ellingsen: As we mentioned to all of you in our release this morning, we now expect our capital expenditures on sensors, tools and buildings for the full fiscal year ${end}.`
    const { passages } = await compareRead(callOn(second, said(before)), callOn(third, said(after)))
    expect(passages.map(({ kind }) => kind)).toEqual(['reworded'])
    expect(passages[0]?.likeness).toBeGreaterThan(0.9)
  })

  test('are not paired by one word that anything can be said of, unless they are nearly equal', async () => {
    const compared = await compare(
      [
        'Ines Vardal: We are very happy about that. Let me turn to capacity. Thank you very much, everybody, for clear answers.',
      ],
      ['Ines Vardal: And we are very happy about it too. Let me turn to capacity. Thank you so much for your answers.'],
    )
    expect(lines(compared).filter((each) => !each.startsWith('new') && !each.startsWith('dropped'))).toEqual([
      'repeated 100%, Other: Let me turn to capacity.',
    ])
  })

  const successive = [
    ['Q2 and Q3', second, third],
    ['Q3 and Q4, between which the calendar year ends', third, fourth],
    ['Q4 and Q1, between which the fiscal year ends', fourth, next],
    ['Q1 and Q2', next, secondAfter],
  ] as const
  test.each(successive)('show what is put off by a year as reworded, in the calls of %s', async (_, earlier, later) => {
    const putOff = [
      ['in 2026', 'in 2027'],
      ['in twenty twenty-six', 'in twenty twenty-seven'],
      ['in the fourth quarter of 2026', 'in the fourth quarter of 2027'],
      ['by June 30, 2026', 'by June 30, 2027'],
    ]
    for (const [before = '', after = ''] of putOff) {
      const said = (when: string) =>
        `Marta Ellingsen: As we mentioned to all of you in our release this morning, we are now going to launch the sensors and tools of the third generation with all of the large customers ${when}.`
      const { passages } = await compareRead(callOn(earlier, said(before)), callOn(later, said(after)))
      expect([after, ...passages.map(({ kind }) => kind)]).toEqual([after, 'reworded'])
    }
  })

  test.each([
    ['the same year with another quarter', 'in the fourth quarter of 2026', 'in the first quarter of 2026'],
    ['a year further on with the next quarter', 'in the fourth quarter of 2026', 'in the first quarter of 2028'],
    ['the same year in short', "in Q4'26", "in Q1'26"],
    ['the same year in short, behind the quarter', 'in 4Q26', 'in 1Q26'],
    ['another day of the same month', 'on the 1st of May', 'on the 2nd of May'],
    ['the same year with another month', 'by December 2026', 'by March 2026'],
  ])('show %s as reworded, in the calls of Q4 and Q1', async (_, before, after) => {
    const said = (when: string) =>
      `Marta Ellingsen: As we mentioned to all of you in our release this morning, we are now going to launch the sensors and tools of the third generation with all of the large customers ${when}.`
    const { passages } = await compareRead(callOn(fourth, said(before)), callOn(next, said(after)))
    expect(passages.map(({ kind }) => kind)).toEqual(['reworded'])
  })

  test.each([
    ['quarters that move on with the calls', 'second quarter and in Q2', 'third quarter and in Q3', second, third],
    ['the quarter after the last one of a year', 'fourth quarter of 2025', 'first quarter of 2026', fourth, next],
    ['quarters with a figure', '2nd quarter', '3rd quarter', second, third],
    ['a quarter in words and with a figure', 'second quarter', '3rd quarter', second, third],
    ['the first and fourth quarter with a figure', '4th-quarter budget', '1st-quarter budget', fourth, next],
    ['halves with a figure', '1st half and 1H', '2nd half and 2H', fourth, secondAfter],
    ['quarters with the figure first', 'plan for 2Q', 'plan for 3Q', second, third],
    ['quarters with the figure first and their year', 'plan for 4Q25', 'plan for 1Q26', fourth, next],
    ['both writings of a quarter', "plan for 2Q'25", 'plan for Q3 2025', second, third],
    ['ends of months', 'period to the 31st of March', 'period to the 30th of June', next, secondAfter],
    ['days behind their month', 'period to March 31st', 'period to June 30th', next, secondAfter],
    ['a quarter behind its year', '2025 fourth quarter', '2026 first quarter', fourth, next],
    ['a quarter with its year in short', "period to Q4'25", "period to Q1'26", fourth, next],
    ['fiscal years that move on with the calls', 'fiscal year 2025', 'fiscal year 2026', fourth, next],
    ['fiscal years in short', 'plan for FY25', 'plan for FY26', fourth, next],
    ['dates over the end of a year', 'period to September 30, 2025', 'period to December 31, 2025', third, fourth],
    ['dates into the next year', 'period to December 31, 2025', 'period to March 31, 2026', fourth, next],
    ['dates that move on with the calls', 'period to June 30, 2025', 'period to September 30, 2025', second, third],
    ['years that move on with the calls', 'third quarter of 2025', 'third quarter of 2026', third, yearAfter],
    ['years in words', 'year twenty twenty-five', 'year twenty twenty-six', third, yearAfter],
    [
      'calendar years within a fiscal year',
      'December quarter of 2025',
      'March quarter of 2026',
      fiscalFirst,
      fiscalSecond,
    ],
    ['a year that stays', 'plan to 2030', 'program to 2030', third, yearAfter],
    ['words of one direction', 'amount that increased to 5%', 'amount that grew to 5%', third, yearAfter],
    ['writings of an amount', 'amount of $1,210 million', 'amount of 1210 million dollars', third, yearAfter],
    ['forms of a negation', 'amount we do not disclose', "amount we don't disclose", third, yearAfter],
  ])('show it as repeated when only %s differ', async (_, before, after, earlier, later) => {
    const said = (words: string) =>
      `Marta Ellingsen: As we mentioned to all of you in our release this morning, our capital expenditures on sensors, tools and buildings are those of the ${words}, as they were before.`
    const { passages } = await compareRead(callOn(earlier, said(before)), callOn(later, said(after)))
    expect(passages.map(({ kind }) => kind)).toEqual(['repeated'])
  })

  test('have no pair by grammar alone, and none by greetings, thanks or what the operator says', async () => {
    const compared = await compare(
      [
        'Operator: Good morning, and welcome to the call. This call is being recorded.',
        'Ines Vardal: Good morning, Marta, and thank you all. We are very pleased with the margin of the year.',
      ],
      [
        'Operator: Good morning, and welcome to the call. This call is being recorded.',
        'Ines Vardal: Good morning, Marta, and thank you all. We are very pleased with the backlog of the year.',
      ],
    )
    expect(lines(compared)).toEqual([
      'dropped, Other: We are very pleased with the margin of the year.',
      'new, Orders and backlog: We are very pleased with the backlog of the year.',
    ])
  })

  test('keep a passage that moved from the remarks to an answer, and pair no sentence twice', async () => {
    const moved = 'We sold through the higher-cost sensors, and the headwind ends there.'
    const compared = await compare(
      [`Marta Ellingsen: ${moved}`, asks('Devin Aske', 'Marlowe Pryce'), 'Devin Aske: How are orders in Japan?'],
      [
        'Marta Ellingsen: Orders were even by month.',
        asks('Devin Aske', 'Marlowe Pryce'),
        'Devin Aske: What about the sensors in your stocks?',
        `Marta Ellingsen: ${moved}`,
        `Marta Ellingsen: ${moved}`,
      ],
    )
    const found = compared.passages.filter(({ later }) => later?.text === moved)
    expect(found.map(({ kind, part }) => [kind, part])).toEqual([
      ['repeated', 'answers'],
      ['new', 'answers'],
    ])
  })

  test('give a name that is often mentioned as a topic, and let a sentence continue the topic before it', async () => {
    const compared = await compare(
      [
        'Ines Vardal: The ramp at Tolvik goes well. It will take time.',
        'Ines Vardal: Forty engineers moved to Tolvik.',
      ],
      ['Ines Vardal: The qualification at Tolvik is longer than we had planned. Nobody is surprised by it.'],
    )
    expect(compared.topics.map(({ title, foundBy }) => `${title}, ${foundBy}`)).toEqual(['Tolvik, name'])
    expect(compared.topics[0]).toMatchObject({ earlier: 1, later: 1 })
  })

  test('show which analyst repeated a question, and how long the answers were', async () => {
    const compared = await compare(
      [
        'Ines Vardal: Orders were even by month, and the backlog is where it was.',
        asks('Devin Aske', 'Marlowe Pryce'),
        'Devin Aske: On gross margin, how much of that is price?',
        'Marta Ellingsen: Most of it is price.',
        asks('Tom Harrow', 'North Quay Research'),
        'Tom Harrow: How are orders in Korea?',
        'Ines Vardal: Fabs in Korea are busy.',
      ],
      [
        'Ines Vardal: Orders were even by month, and the backlog is where it was.',
        asks('Tom Harrow', 'North Quay Research'),
        'Tom Harrow: What will the dividend be?',
        'Marta Ellingsen: The board decides on the dividend in March.',
        asks('Devin Aske', 'Marlowe Pryce'),
        'Devin Aske: Again on the gross margin, is any of it freight?',
        'Marta Ellingsen: Freight was a small part, and the April price increase was most of the gross margin.',
      ],
    )
    const asked = compared.questions.map(({ name, topic, earlier, later }) => [
      name,
      compared.topics[topic]?.title,
      earlier?.answered ?? null,
      later?.answered ?? null,
    ])
    expect(asked).toEqual([
      ['Tom Harrow', 'Dividends and buybacks', null, 8],
      ['Devin Aske', 'Gross margin', 5, 16],
      ['Tom Harrow', 'Orders and backlog', 5, null],
    ])
  })

  test('count the words of the company that rose and fell, its forms together, without those of analysts', async () => {
    const compared = await compare(
      [
        'Ines Vardal: Freight fell. Freight will fall. Freight is down to twenty million.',
        asks('Devin Aske', 'Marlowe Pryce'),
        'Devin Aske: Buybacks, buybacks, buybacks?',
      ],
      ['Ines Vardal: The customer qualifies. Qualification of a customer and qualification of twenty sites.'],
    )
    const perWords = (mentions: number, words: number) => (1000 * mentions) / words
    expect(compared.vocabulary).toEqual([
      { word: 'customer', earlier: 0, later: 2, per1000: { earlier: 0, later: perWords(2, 12) } },
      { word: 'qualification', earlier: 0, later: 2, per1000: { earlier: 0, later: perWords(2, 12) } },
      { word: 'freight', earlier: 3, later: 0, per1000: { earlier: perWords(3, 11), later: 0 } },
    ])
  })

  test('rank words by their share, so that in a call of twice the length not everything rose', async () => {
    const remarks = (backlog: number, freight: number, yields: number) => [
      ...Array.from({ length: backlog }, () => 'Ines Vardal: The backlog of this division is where we had put it.'),
      ...Array.from({ length: freight }, () => 'Ines Vardal: We are again looking at all of the freight here.'),
      ...Array.from({ length: yields }, () => 'Ines Vardal: We will let you know more about yield very soon.'),
    ]
    const { vocabulary } = await compare(remarks(20, 12, 2), remarks(40, 13, 15))
    expect(vocabulary.map(({ word, earlier, later }) => ({ word, earlier, later }))).toEqual([
      { word: 'yield', earlier: 2, later: 15 },
      { word: 'freight', earlier: 12, later: 13 },
    ])
  })

  test('have the tone of each part from its own turns alone, weighted by their words', async () => {
    const rounded = (score: number | null) => score && Number(score.toFixed(6))
    const tenWords = 'Orders of scanners grew in the region of the company.'
    const spoken = (sentences: number) => Array.from({ length: sentences }, () => tenWords).join(' ')
    /** Sentiment of the remarks of both officers, of the question, and of the answer. */
    const call = (...[chief, finance, question, answer]: readonly (number | null)[]) => {
      const made = madeCall(
        `Ines Vardal: ${spoken(4)}`,
        `Marta Ellingsen: ${spoken(5)}`,
        asks('Devin Aske', 'Marlowe Pryce'),
        'Devin Aske: How are orders of scanners in that region this year?',
        `Marta Ellingsen: ${spoken(2)}`,
      )
      const sentiment = [chief, finance, -1, question, answer].map((score) => score ?? null)
      return { ...made, turns: { ...made.turns, sentiment } }
    }
    const { tone } = await compareRead(call(0.5, 0.2, -0.4, 0.1), call(0.6, 0.3, null, -0.1))
    const parts = tone.map(({ part, speaker, role, earlier, later }) => [
      [part, speaker, role].filter((name) => name !== null).join(', '),
      ...[earlier, later].map(rounded),
    ])
    expect(parts).toEqual([
      ['whole', rounded(28 / 120), rounded(37 / 110)],
      ['remarks, Ines Vardal, Chief Executive Officer', 0.5, 0.6],
      ['remarks, Marta Ellingsen, Chief Financial Officer', 0.2, 0.3],
      ['answers', 0.1, -0.1],
      ['questions', -0.4, null],
    ])
  })

  test('are compared when one of them says nothing', async () => {
    const compared = await compare([], ['Ines Vardal: Orders were even by month.'])
    expect(lines(compared)).toEqual(['new, Orders and backlog: Orders were even by month.'])
    expect((await compare([], [])).passages).toEqual([])
  })

  test('pair text without a full stop in pieces', async () => {
    const long = Array.from({ length: 5000 }, (_, at) => `${(at * 7919).toString(36)}ing`).join(' ')
    const compared = await compare([`Ines Vardal: ${long}`], [`Ines Vardal: ${long} and buybacks`])
    expect(compared.passages.filter(({ kind }) => kind === 'repeated').length).toBeGreaterThan(40)
    expect(compared.words.repeated).toBeGreaterThan(4900)
  })
})

describe('two calls in another language than English', () => {
  const compareIn = (language: string, earlier: readonly string[], later: readonly string[]) =>
    compareRead({ ...madeCall(...earlier), language }, { ...madeCall(...later), language })
  const counts = ({ vocabulary }: ComparedCalls) =>
    vocabulary.map(({ word, earlier, later }) => `${word} ${earlier} ${later}`)

  test('are paired sentence by sentence and word by word where no space divides either', async () => {
    const compared = await compareIn(
      'ja-JP',
      ['Ines Vardal: 売上高は前年同期比で12億円増加しました。受注は堅調に推移しております。在庫水準は高い状態です。'],
      [
        'Ines Vardal: 売上高は前年同期比で15億円増加しました。受注は堅調に推移しております。営業利益は4.5%増加しました。',
      ],
    )
    expect(compared.passages.map(({ kind, earlier, later }) => [kind, (later ?? earlier)?.text])).toEqual([
      ['reworded', '売上高は前年同期比で15億円増加しました。'],
      ['repeated', '受注は堅調に推移しております。'],
      ['dropped', '在庫水準は高い状態です。'],
      ['new', '営業利益は4.5%増加しました。'],
    ])
    expect(changed(compared.passages[0]?.later)).toEqual(['15'])
  })

  test('count its words, and in Japanese none that are grammar', async () => {
    const japanese = await compareIn(
      'ja-JP',
      ['Ines Vardal: 在庫の水準は高い状態です。受注は堅調に推移しました。在庫が増えております。在庫を減らします。'],
      ['Ines Vardal: 関税の影響が出ています。関税については価格転嫁を進めます。関税は今後も続きます。'],
    )
    expect(counts(japanese)).toEqual(['関税 0 3', '在庫 3 0'])
    const chinese = await compareIn(
      'zh-CN',
      ['Ines Vardal: 订单保持强劲。库存水平较高。库存仍然很多。'],
      ['Ines Vardal: 关税影响了公司的成本。关税将会持续。'],
    )
    expect(counts(chinese)).toEqual(['关税 0 2', '库存 2 0'])
    const thai = await compareIn(
      'th-TH',
      ['Ines Vardal: คำสั่งซื้อยังคงแข็งแกร่ง'],
      ['Ines Vardal: ภาษีส่งผลต่อรายได้ ภาษีจะยังคงอยู่'],
    )
    expect(counts(thai)).toContain('ภาษี 0 2')
  })

  test('keep the vowel signs of a word, which are marks of their own', async () => {
    const hindi = await compareIn('hi', [], ['Ines Vardal: कंपनी की बिक्री बढ़ी है।'])
    expect(hindi.later.words).toBe(5)
  })

  test('are divided into pieces where a long text has no stop', async () => {
    const long = '売上受注在庫関税価格利益費用投資'.repeat(300)
    const compared = await compareIn('ja', [`Ines Vardal: ${long}`], [`Ines Vardal: ${long}`])
    expect(compared.passages.length).toBeGreaterThan(10)
  })

  test('have the ordinals and abbreviations of German in their sentences', async () => {
    const compared = await compareIn(
      'de-DE',
      ['Ines Vardal: Die Zölle kosten uns im 3. Quartal 12 Mio. Euro.'],
      ['Ines Vardal: Die Zölle kosten uns im 4. Quartal 15 Mio. Euro.'],
    )
    expect(compared.passages.map(({ kind, later }) => [kind, later?.text])).toEqual([
      ['reworded', 'Die Zölle kosten uns im 4. Quartal 15 Mio. Euro.'],
    ])
    expect(changed(compared.passages[0]?.later)).toEqual(['4', '15'])
  })
})
