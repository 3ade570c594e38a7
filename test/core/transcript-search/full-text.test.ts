import { describe, expect, test } from 'vitest'
import { segmentsOf, transcribed } from '../calls/calls-service.ts'
import { searchSetup } from './search-setup.ts'

const qa = [
  'Operator: Welcome to the Acme call.',
  'Jane Doe: Gross margins widened as input prices fell.',
  'Operator: We will now take questions. The first question comes from Ann Lee of Brook Securities.',
  'Ann Lee: What about the margin in the second half?',
  'Jane Doe: We see pressure on the gross margin from wages.',
]
const people = [
  { name: 'Jane Doe', role: 'Chief Financial Officer', organization: 'Acme Inc' },
  { name: 'Ann Lee', role: 'Analyst', organization: 'Brook Securities' },
]

async function acme() {
  const setup = await searchSetup()
  await setup.store('a', { ...transcribed(...qa), participants: people })
  return setup
}

describe('full text', () => {
  test('finds a plain word in all its forms and says which; a quoted one exactly', async () => {
    const setup = await acme()
    expect(await setup.found('margin')).toEqual(['a:1', 'a:3', 'a:4'])
    expect((await setup.answer('margin')).widened).toEqual([{ word: 'margin', forms: ['margins'] }])
    expect(await setup.found('"margin"')).toEqual(['a:3', 'a:4'])
    expect((await setup.answer('"margin"')).widened).toEqual([])
  })

  test.each([
    ['gross margin', ['a:1', 'a:4']],
    ['"gross margin"', ['a:4']],
    ['"gross margin"*', ['a:1', 'a:4']],
    ['wages OR half', ['a:3', 'a:4']],
    ['margin NOT gross', ['a:3']],
    ['margin (half OR prices)', ['a:1', 'a:3']],
    ['NOT (half OR wages) margin', ['a:1']],
    ['NEAR(pressure wages, 5)', ['a:4']],
    ['NEAR(pressure wages, 4)', []],
    ['pressure NEAR/5 wages', ['a:4']],
    ['pric*', ['a:1']],
    ['margin section:qa', ['a:3', 'a:4']],
    ['margin NOT section:qa', ['a:1']],
    ['margin side:analyst', ['a:3']],
    ['margin speaker:doe', ['a:1', 'a:4']],
    ['margin speaker:"jane do"*', ['a:1', 'a:4']],
    ['speaker:lee', ['a:3']],
    ['speaker:le', []],
    ['role:"financial officer" margin', ['a:1', 'a:4']],
    ['half OR role:financial', ['a:1', 'a:3', 'a:4']],
    ['company:acme symbol:acme pressure', ['a:4']],
    ['company:brook margin', []],
    ['symbol:ac* pressure', ['a:4']],
    ['date:2025-10 pressure', ['a:4']],
    ['date>2025-10-28 pressure', []],
    ['date<=2025-10-28 pressure', ['a:4']],
    ['confidence<=0.9 pressure', ['a:4']],
    ['confidence<0.9 pressure', []],
    ['sentiment=0.1 pressure', ['a:4']],
    ['in:news pressure', []],
    ['in:calls pressure', ['a:4']],
  ])('honors every sign of its language: %s', async (query, hits) => {
    const setup = await acme()
    expect((await setup.found(query)).toSorted()).toEqual(hits)
  })

  /** Counted by hand: alpha and beta have two words between them, alpha and gamma four. */
  test.each([
    ['NEAR(alpha beta, 2)', 'NEAR(alpha beta, 1)'],
    ['NEAR(beta alpha, 2)', 'NEAR(beta alpha, 1)'],
    ['NEAR(alpha beta gamma, 4)', 'NEAR(alpha beta gamma, 3)'],
    ['NEAR("alpha one" beta, 1)', 'NEAR("alpha one" beta, 0)'],
    ['NEAR(beta "gamma delta", 1)', 'NEAR(beta "gamma delta", 0)'],
    ['NEAR(bet* gam*, 1)', 'NEAR(bet* gam*, 0)'],
    ['alpha NEAR/2 beta', 'alpha NEAR/1 beta'],
  ])(
    'counts for NEAR the words between the end of each and the beginning of the last: %s, not %s',
    async (near, far) => {
      const setup = await searchSetup()
      await setup.store('a', transcribed('Jo: Alpha one two; beta three. Gamma delta!'))
      expect([await setup.found(near), await setup.found(far)]).toEqual([['a:0'], []])
    },
  )

  test('says where and why a query cannot be honored', async () => {
    const setup = await acme()
    expect(await setup.ask('margin OR gross AND')).toMatchObject({
      understood: false,
      error: { from: 16, to: 19, message: 'Add a term after AND.' },
      tokens: [{ from: 7, to: 9, kind: 'operator' }],
      searched: { calls: 1, turns: 5 },
    })
  })

  test('says which letters of a query are signs of the language, and takes no word for one', async () => {
    const setup = await acme()
    const text = '(gross OR "OR and") NEAR(or NOT1) section:qa sentiment<=.5'
    const { tokens } = await setup.ask(text)
    expect(tokens.map(({ from, to, kind }) => [text.slice(from, to), kind])).toEqual([
      ['(', 'bracket'],
      ['OR', 'operator'],
      [')', 'bracket'],
      ['NEAR', 'operator'],
      ['(', 'bracket'],
      [')', 'bracket'],
      ['section', 'field'],
      [':', 'field'],
      ['sentiment', 'field'],
      ['<=', 'field'],
    ])
  })

  test('shows who said a hit, where and when', async () => {
    const setup = await acme()
    const { groups, searched } = await setup.answer('pressure')
    expect(groups).toMatchObject([
      {
        call: { callId: 'a', stored: { turns: 5 } },
        title: 'Call a',
        symbol: 'ACME',
        count: 1,
        hits: [
          {
            kind: 'turn',
            turn: 4,
            segmentId: 5,
            start: 40,
            speaker: 'Jane Doe',
            role: 'Chief Financial Officer',
            organization: 'Acme Inc',
            side: 'company',
            section: 'qa',
            sentiment: 0.1,
            confidence: 0.9,
          },
        ],
      },
    ])
    const began = Date.parse('2025-10-28T13:00:00Z')
    expect(searched).toEqual({
      calls: 1,
      companies: 1,
      turns: 5,
      others: 0,
      from: began,
      to: began,
      unread: 0,
      staysUnread: false,
    })
  })

  test('gives the second at which a hit plays, by the unit and offset that are set for its call now', async () => {
    const setup = await acme()
    const start = async () => (await setup.answer('pressure')).groups[0]?.hits[0]?.start
    const starts: unknown[] = [await start()]
    for (const [unit, offset] of [
      [null, 2.5],
      ['minutes', -30],
      ['milliseconds', -3],
      [null, 0],
    ] as const) {
      await setup.api.calls.setTimes({ callId: 'a', unit, offset })
      starts.push(await start())
    }
    expect(starts).toEqual([40, 42.5, 2370, 0, 40])
  })

  test('gives a time as soon as its unit is set, where none could be inferred', async () => {
    const setup = await searchSetup()
    const [first, second] = segmentsOf('Jane Doe: Margins rose.', 'Jane Doe: Costs fell.')
    const odd = [first, { ...second, start_time: '800000000', end_time: '900000000' }]
    await setup.store('a', { transcripts: [{ text: '', segments: odd }] })
    const start = async () => (await setup.answer('costs')).groups[0]?.hits[0]?.start
    expect(await start()).toBeNull()
    await setup.api.calls.setTimes({ callId: 'a', unit: 'milliseconds', offset: 0 })
    expect(await start()).toBe(800_000)
  })

  test('marks in a snippet what was looked for, whatever its marks and letters', async () => {
    const setup = await searchSetup()
    await setup.store('a', transcribed('Éva: Nós vimos a PRESSÃO 📈 das margens, e a margem.', 'Li: 毛利率。 増加'))
    expect(await setup.snippets('pressao')).toEqual(['Nós vimos a [PRESSÃO] 📈 das margens, e a margem.'])
    expect(await setup.snippets('NEAR(pressão margem)')).toEqual([
      'Nós vimos a [PRESSÃO] 📈 das margens, e a [margem].',
    ])
    expect(await setup.snippets('"das margens"')).toEqual(['Nós vimos a PRESSÃO 📈 [das margens], e a margem.'])
    expect(await setup.snippets('毛*')).toEqual(['[毛利率]。 増加'])
  })

  test('cuts a long text around its hits', async () => {
    const setup = await searchSetup()
    await setup.store('a', transcribed(`Jane Doe: ${'well '.repeat(200)}margin ${'so '.repeat(200)}`))
    const [cut = ''] = await setup.snippets('margin')
    expect(cut).toMatch(/^… .*well \[margin\] so .* …$/)
    expect(cut.length).toBeLessThan(300)
  })

  test('searches summaries, ratings and news too; a summary is listed with its call', async () => {
    const setup = await searchSetup()
    await setup.store('a', {
      ...transcribed('Jane Doe: Margins widened.'),
      summary: { summary: 'Wider margins.', sentiment: 0.4 },
    })
    await setup.storeRating({ id: 7, ticker: 'ACME', company: 'Acme Inc', firm: 'brook', story: 'Raised on margins.' })
    await setup.storeNews({ id: 9, ticker: 'ACME', headline: 'Acme rises', catalyst: 'A margin beat.' })
    expect((await setup.found('margin')).toSorted()).toEqual(['a:0', 'news Acme rises', 'rating brook', 'summary a'])
    expect(await setup.answer('margin')).toMatchObject({ hits: 4, calls: 1, companies: 1 })
    expect(await setup.found('margin in:summaries')).toEqual(['summary a'])
    expect((await setup.found('margin in:news OR in:ratings')).toSorted()).toEqual(['news Acme rises', 'rating brook'])
    expect(await setup.found('margin sentiment>0.3')).toEqual(['summary a'])
    expect(await setup.snippets('rises')).toEqual(['Acme [rises]'])
  })

  test('finds the latest text of a call that changed, and no more the previous one', async () => {
    const setup = await searchSetup()
    await setup.store('a', transcribed('Jane Doe: Margins widened.', 'Jane Doe: Costs fell.'))
    expect(await setup.found('margins OR costs')).toEqual(['a:0', 'a:1'])
    setup.clock.advance(1000)
    await setup.store('a', transcribed('Jane Doe: Costs rose.'))
    expect(await setup.found('margins OR costs')).toEqual(['a:0'])
    expect(await setup.snippets('costs')).toEqual(['[Costs] rose.'])
  })

  test('finds the latest words of a rating, of a news item and of a summary that changed, and no more the ones before', async () => {
    const setup = await searchSetup()
    const write = async (word: string) => {
      await setup.storeRating(
        { id: 7, firm: 'brook', story: `${word} on costs.` },
        { id: 8, firm: 'dale', story: word },
      )
      await setup.storeNews({ id: 9, ticker: 'ACME', headline: 'Acme', catalyst: word })
      await setup.store('a', { summary: { summary: word } })
    }
    await write('Raised')
    setup.clock.advance(1000)
    await write('Lowered')
    expect(await setup.found('raised')).toEqual([])
    expect((await setup.found('lowered')).toSorted()).toEqual(['news Acme', 'rating brook', 'rating dale', 'summary a'])
    setup.clock.advance(1000)
    await write('')
    expect(await setup.found('raised OR lowered')).toEqual([])
    expect(await setup.found('costs')).toEqual(['rating brook'])
  })

  test('counts each facet without its own choice, over all hits', async () => {
    const setup = await acme()
    await setup.store('b', {
      ...transcribed('Sam Poe: Margins fell.'),
      symbol: 'OTHR',
      name: 'Other Plc',
      start_time: '2024-05-01T09:00:00Z',
    })
    const counted = async (chosen = {}) => {
      const { facets, hits } = await setup.answer('margin', { chosen })
      const told = (name: string) =>
        Object.fromEntries(
          facets.find((each) => each.name === name)?.values.map(({ value, count }) => [value, count]) ?? [],
        )
      return { hits, company: told('company'), side: told('side'), year: told('year'), section: told('section') }
    }
    expect(await counted()).toEqual({
      hits: 4,
      company: { ACME: 3, OTHR: 1 },
      side: { analyst: 1, company: 2, unknown: 1 },
      year: { 2025: 3, 2024: 1 },
      section: { prepared: 1, qa: 2, whole: 1 },
    })
    expect(await counted({ company: ['ACME'], section: ['qa'] })).toEqual({
      hits: 2,
      company: { ACME: 2 },
      side: { analyst: 1, company: 1 },
      year: { 2025: 2 },
      section: { prepared: 1, qa: 2 },
    })
    expect(await counted({ year: ['2024'], side: ['analyst'] })).toMatchObject({ hits: 0, year: { 2025: 1, 2024: 0 } })
  })

  test('says how many hits of a section are in calls whose sections are inferred, in the facet and in the hit', async () => {
    const setup = await searchSetup()
    const company = { name: 'Acme Inc' }
    await setup.store('announced', {
      ...transcribed(
        'Jane Doe: Margins rose.',
        'Operator: Our first question comes from Ann Alyst with Big Bank.',
        'Ann Alyst: Why did margins rise?',
      ),
      ...company,
    })
    await setup.store('inferred', {
      ...transcribed('Jane Doe: Margins fell.', 'Ann Alyst: Why did margins fall?', 'Jane Doe: Margins follow costs.'),
      ...company,
      participants: [{ name: 'Ann Alyst', role: 'Analyst', organization: 'Big Bank' }],
    })
    const sections = async (chosen = {}) => {
      const { facets } = await setup.answer('margin', { chosen })
      const values = facets.find(({ name }) => name === 'section')?.values ?? []
      return values.map(({ value, count, inferred }) => [value, count, inferred])
    }
    const counted = [
      ['prepared', 2, 1],
      ['qa', 3, 2],
    ]
    expect(await sections()).toEqual(counted)
    // A choice in another facet counts call by call.
    expect(await sections({ year: ['2025'], section: ['qa'] })).toEqual(counted)
    const { groups } = await setup.answer('margin', { chosen: { section: ['qa'] } })
    const marked = groups.flatMap(({ call, hits }) => hits.map((hit) => [call?.callId, hit.turn, hit.sectionInferred]))
    expect(marked).toEqual(
      expect.arrayContaining([
        ['announced', 2, false],
        ['inferred', 1, true],
        ['inferred', 2, true],
      ]),
    )
  })

  test('returns every hit of one call in its order', async () => {
    const setup = await searchSetup()
    const lines = Array.from({ length: 9 }, (_, at) => `Jane Doe: Margin ${at}.`)
    await setup.store('a', { transcripts: [{ text: '', segments: segmentsOf(...lines) }] })
    await setup.store('b', transcribed('Jane Doe: Margin.'))
    expect((await setup.answer('margin')).groups.find(({ call }) => call?.callId === 'a')).toMatchObject({ count: 9 })
    const { hits } = await setup.api.search.inCall({ query: 'margin', chosen: {}, callId: 'a' })
    expect(hits.map(({ turn }) => turn)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('gives the same hits one by one, over the edges of groups and pages, and those of some calls alone', async () => {
    const setup = await searchSetup()
    const lines = Array.from({ length: 4 }, (_, at) => `Jane Doe: Margin ${at}.`)
    await setup.store('a', { ...transcribed(...lines), summary: { summary: 'Margins rose.' } })
    await setup.store('b', transcribed('Jane Doe: Margin.', 'Jane Doe: Nothing.', 'Jane Doe: Margins.'))
    const { search } = setup.api
    const wanted = { query: 'margin', chosen: {}, order: 'most-hits' } as const
    const page = async (offset: number, limit: number) =>
      (await search.hits({ ...wanted, offset, limit })).rows.map(({ callId, turn }) => `${callId ?? '?'}:${turn}`)
    const all = await page(0, 100)
    expect(all).toHaveLength((await setup.answer('margin')).hits)
    for (const size of [1, 2, 3]) {
      const pages: string[] = []
      for (let at = 0; at < all.length; at += size) pages.push(...(await page(at, size)))
      expect(pages).toEqual(all)
    }
    const inB = await search.hits({ ...wanted, calls: ['b'], offset: 0, limit: 9 })
    expect(inB).toMatchObject({
      total: 2,
      rows: [{ callId: 'b', turn: 0, title: 'Call b', symbol: 'ACME' }, { turn: 2 }],
    })
    expect(await search.run({ ...wanted, calls: ['a'], offset: 0, limit: 9 })).toMatchObject({
      result: { hits: 4, calls: 1 },
    })
  })

  test('takes the user’s synonyms, words and phrases, in both directions', async () => {
    const setup = await searchSetup()
    await setup.store(
      'a',
      transcribed('Jane Doe: Free cash flow rose.', 'Jane Doe: Our FCF rose.', 'Jane Doe: Cash is king.'),
    )
    expect(await setup.found('fcf')).toEqual(['a:1'])
    await setup.api.search.setSynonyms({
      sets: [
        ['FCF', 'free cash flow'],
        ['king', 'monarch'],
      ],
    })
    expect(await setup.found('fcf')).toEqual(['a:0', 'a:1'])
    expect(await setup.found('monarchs')).toEqual(['a:2'])
    expect(await setup.found('"fcf"')).toEqual(['a:1'])
    expect((await setup.answer('fcf')).widened).toEqual([{ word: 'fcf', forms: ['free cash flow'] }])
    expect(await setup.api.search.synonyms()).toEqual({
      sets: [
        ['FCF', 'free cash flow'],
        ['king', 'monarch'],
      ],
    })
  })
})
