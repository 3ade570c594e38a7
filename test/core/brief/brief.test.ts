import { describe, expect, test } from 'vitest'
import type { BriefLine, EarningsBrief } from '#contract/api/brief.ts'
import type { Figure } from '#contract/api/financials.ts'
import { day, newsOf, ratingOf } from '../watchlists/watchlist-setup.ts'
import { quartersOf } from '../comparisons/comparison-setup.ts'
import { failureOfQuestion } from '../opened-core.ts'
import { filedRecords, fourfold } from '../fundamentals/split-filings.ts'
import { lite } from '../records.ts'
import {
  briefSetup,
  fiveQuarters,
  leadOf,
  million,
  quarterCall,
  secondQuarter,
  thirdQuarter,
  type Said,
} from './brief-setup.ts'

const q3 = () => quarterCall('Q3 2025', -70, thirdQuarter)
const q2 = () => quarterCall('Q2 2025', -160, secondQuarter)

function lineOf({ figures }: EarningsBrief, field: string): BriefLine {
  const line = figures?.lines.find((each) => each.field === field)
  if (!line) throw new Error(`no line ${field}`)
  return line
}

const rounded = (figure: Figure) => (typeof figure === 'number' ? Number(figure.toFixed(6)) : figure)

/** Current, previous and year ago, then the change on either. */
function told(brief: EarningsBrief, field: string): Figure[] {
  const { current, previous, yearAgo, sequential, yearOverYear } = lineOf(brief, field)
  return [current.value, previous.value, yearAgo.value, sequential, yearOverYear].map(rounded)
}

describe('the figures', () => {
  test('are those of the call’s quarter, next to the previous quarter and the same one a year ago', async () => {
    const { brief } = await briefSetup({ fundamentals: fiveQuarters(), calls: [q3(), q2()] })
    const page = await brief()
    expect(page.figures).toMatchObject({
      basis: 'quarterly',
      notStored: null,
      current: { quarter: 'Q3', year: 2025, endPeriod: '2025-09-30' },
      previous: { quarter: 'Q2', year: 2025 },
      yearAgo: { quarter: 'Q3', year: 2024 },
    })
    expect(told(page, 'Revenue')).toEqual([150 * million, 120 * million, 100 * million, 0.25, 0.5])
    expect(told(page, 'calculated.gross_margin')).toEqual([0.42, 0.4, 0.4, 0.02, 0.02])
    expect(told(page, 'calculated.operating_margin')).toEqual([0.12, 0.1, 0.1, 0.02, 0.02])
    expect(told(page, 'DilutedEarningsPerShare')).toEqual([0.6, 0.48, 0.5, 0.25, 0.2])
    expect(told(page, 'calculated.free_cash_flow')).toEqual([
      ...[19 * million, 22 * million, 15 * million],
      ...[rounded(19 / 22 - 1), rounded(19 / 15 - 1)],
    ])
    // Debt of 100 less cash of 50, 40 and 20; EBITDA of four quarters is 100, and there are no four to the year ago.
    expect(told(page, 'calculated.net_debt')).toEqual([
      ...[50 * million, 60 * million, 80 * million],
      ...[-10 * million, -30 * million],
    ])
    expect(told(page, 'calculated.net_debt_to_ebitda')).toEqual([0.5, 0.6, null, -0.1, null])
    expect(lineOf(page, 'Revenue').series).toEqual([100, 110, 120, 120, 150].map((each) => each * million))
    // Lines of which nothing is stored are left out, as a bank has no gross profit.
    const fields = page.figures?.lines.map(({ field }) => field) ?? []
    expect([fields.length, fields.includes('SellingGeneralAdministrative')]).toEqual([11, false])
  })

  test('of what is paid grow by their size, though outflows are below zero', async () => {
    const { brief } = await briefSetup({ fundamentals: fiveQuarters(), calls: [q3()] })
    expect(told(await brief(), 'PurchasePropertyPlantEquipment')).toEqual([
      ...[-6 * million, -8 * million, -5 * million],
      ...[-0.25, 0.2],
    ])
  })

  test('say that the call’s quarter is not stored, and are then those of the latest one that is', async () => {
    const { brief } = await briefSetup({
      fundamentals: fiveQuarters(),
      calls: [quarterCall('Q4 2025', -3, thirdQuarter)],
    })
    const page = await brief()
    expect(page.figures).toMatchObject({
      notStored: { quarter: 'Q4', year: 2025 },
      current: { quarter: 'Q3', year: 2025 },
    })
    expect(leadOf(page).filter((sentence) => /Revenue|margin|cash/.test(sentence))).toEqual([])
  })

  test('of an earlier call end with its quarter', async () => {
    const { brief } = await briefSetup({ fundamentals: fiveQuarters(), calls: [q3(), q2()] })
    const page = await brief({ callId: 'Q2-2025' })
    expect(page.figures?.current).toEqual({ quarter: 'Q2', year: 2025, endPeriod: '2025-06-30', remarks: [] })
    expect(told(page, 'Revenue')).toEqual([120 * million, 120 * million, null, 0, null])
    expect(page.until).toBe((await brief()).call.startedAt)
  })

  test('say where share counts change base, and which figures were adjusted for it', async () => {
    const call = quarterCall('Q4 2020', -70, thirdQuarter)
    const { brief } = await briefSetup({ fundamentals: filedRecords('HLDN', fourfold), calls: [call] })
    const { figures } = await brief()
    expect(figures?.current.remarks.map(({ kind }) => kind)).toEqual(['split'])
    expect(figures?.splits).toEqual([
      expect.stringContaining('4-for-1 share split inferred between Q3 FY2020 and Q4 FY2020'),
    ])
    const adjusted = (await brief({ adjustSplits: true })).figures
    expect([adjusted?.current.adjusted, adjusted?.previous?.adjusted?.figures]).toEqual([
      undefined,
      'Adjusted for the 4-for-1 split between Q3 FY2020 and Q4 FY2020.',
    ])
  })

  test('of a late call end with its own quarter all the same', async () => {
    const { brief } = await briefSetup({
      fundamentals: fiveQuarters(),
      calls: [quarterCall('Q1 2025', -70, secondQuarter)],
    })
    expect((await brief()).figures?.current).toMatchObject({ quarter: 'Q1', year: 2025 })
  })

  test('are missing where no statements are stored, and the rest of the page is there', async () => {
    const { brief } = await briefSetup({ calls: [q3()] })
    const page = await brief()
    expect(page).toMatchObject({ figures: null, company: 'Halden Instruments', sources: { fundamentals: null } })
    expect(page.questions?.firms).toHaveLength(2)
    expect(leadOf(page)).toEqual(['Sentiment in the prepared remarks was 0.10; in the answers it was (0.05).'])
  })
})

describe('the lead', () => {
  const leadWith = async (latest: Record<string, unknown>, yearAgo: Record<string, unknown> = {}) => {
    const silent: readonly Said[] = [['Ines Vardal', 'Good afternoon to all of you on the line.']]
    const calls = [quarterCall('Q3 2025', -70, silent)]
    const { brief } = await briefSetup({ fundamentals: fiveQuarters(latest, yearAgo), calls })
    return leadOf(await brief())
  }

  test('describes the figures by their changes on a year ago', async () => {
    expect(await leadWith({})).toEqual([
      'Revenue rose 50.0% to 150.0 and diluted EPS 20.0% to 0.60.',
      'Operating margin was 12.0%, up 200 bps from a year ago.',
      'Free cash flow was 19.0, up from 15.0 a year ago.',
    ])
  })

  test('parts what rises from what falls', async () => {
    expect((await leadWith({ DilutedEarningsPerShare: 0.4 }))[0]).toBe(
      'Revenue rose 50.0% to 150.0; diluted EPS fell 20.0% to 0.40.',
    )
  })

  test('sets a profit next to the loss of a year ago, and any figure next to zero, without a rate', async () => {
    expect((await leadWith({ DilutedEarningsPerShare: 0.1 }, { DilutedEarningsPerShare: -0.2, Revenue: 0 }))[0]).toBe(
      'Revenue was 150.0, up from 0 a year ago; diluted EPS was 0.10.',
    )
  })

  test('says no direction of a change of which nothing is printed', async () => {
    const lead = await leadWith({ NetCashOperatingActivities: 21.01 }, { NetCashOperatingActivities: 20 })
    expect(lead[2]).toBe('Free cash flow was little changed at 15.0.')
  })

  test('leaves out a pattern whose figure is missing, and a comparison without a year ago', async () => {
    const without = { OperatingIncome: null, DilutedEarningsPerShare: null, NetCashOperatingActivities: null }
    expect(await leadWith(without, { Revenue: null })).toEqual(['Revenue was 150.0.'])
    expect(await leadWith({ ...without, Revenue: null })).toEqual([])
  })

  test('names a margin the highest or the lowest of twelve quarters only where it is', async () => {
    const marginOf = async (incomes: readonly number[]) => {
      const quarters = incomes.map((income) => ({ Revenue: 100 * million, OperatingIncome: income * million }))
      const fundamentals = quartersOf('HLDN', { year: 2022, quarter: 4, end: '2022-12-31' }, quarters)
      const { brief } = await briefSetup({
        fundamentals,
        calls: [quarterCall('Q3 2025', -70, [['Ines Vardal', 'Hello.']])],
      })
      return leadOf(await brief())[1]
    }
    const level = Array.from({ length: 11 }, () => 10)
    expect(await marginOf([...level, 12])).toBe(
      'Operating margin was 12.0%, up 200 bps from a year ago, the highest in 12 quarters.',
    )
    expect(await marginOf([...level, 9])).toBe(
      'Operating margin was 9.0%, down 100 bps from a year ago, the lowest in 12 quarters.',
    )
    expect(await marginOf([12, ...level])).toBe('Operating margin was 10.0%, flat year over year.')
  })

  test('does not call a change that rounds to nothing a rise', async () => {
    expect((await leadWith({ Revenue: 100.01, DilutedEarningsPerShare: null }))[0]).toBe(
      'Revenue was little changed at 100.0.',
    )
  })

  test('sets the sentiment next to the previous call’s, and says where its sign turned', async () => {
    const { brief } = await briefSetup({ calls: [q3(), q2()] })
    expect(leadOf(await brief())).toEqual([
      'Sentiment in the prepared remarks was 0.10, down from 0.30; in the answers it turned from 0.10 to (0.05).',
    ])
  })

  test('counts the ratings since the call', async () => {
    const rated = (id: number, at: string, firm: string, target: string, action = 'Reiterates') =>
      ratingOf('HLDN', id, `${at} 10:00:00.000000`, { firm, action, price_target: target })
    const { brief } = await briefSetup({
      calls: [q3()],
      ratings: [
        rated(1, '2025-09-01', 'a', '100.00'),
        rated(2, '2025-09-01', 'b', '100.00'),
        rated(3, '2025-09-01', 'c', '100.00'),
        rated(4, '2025-11-01', 'a', '120.00', 'Upgrades'),
        rated(5, '2025-11-02', 'b', '110.00'),
        rated(6, '2025-11-03', 'c', '90.00'),
        rated(7, '2025-11-04', 'd', 'EUR 70.00', 'Initiates'),
      ],
    })
    const page = await brief()
    expect(leadOf(page).at(-1)).toBe('Since the call: one upgrade, two of three targets raised, one cut.')
    expect(page.ratings.entries.map(({ id }) => id)).toEqual([7, 6, 5, 4])
    expect(page.ratings.ranges).toEqual([
      { currency: null, low: 90, high: 120, median: 110 },
      { currency: 'EUR', low: 70, high: 70, median: null },
    ])
  })
})

describe('the call', () => {
  test('has its sentiment next to those of the calls before it, at most eight in all', async () => {
    const talk = (sentiment: number): readonly Said[] => [['Ines Vardal', 'Orders were ahead of shipments.', sentiment]]
    const calls = Array.from({ length: 10 }, (_, at) =>
      quarterCall(`Q${(at % 4) + 1} ${2023 + Math.floor(at / 4)}`, -900 + 90 * at, talk(at / 100)),
    )
    const { brief } = await briefSetup({ calls })
    const { tone } = await brief()
    expect(tone.map(({ call }) => call && Number(call.toFixed(6)))).toEqual([
      0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09,
    ])
    expect(tone.at(-1)).toMatchObject({ callId: 'Q2-2025', prepared: null, qa: null })
  })

  test('without scores, questions or an earlier call has none of what is made of them', async () => {
    const { brief } = await briefSetup({
      calls: [quarterCall('Q3 2025', -70, [['Ines Vardal', 'Orders were ahead of shipments all the quarter long.']])],
    })
    expect(await brief()).toMatchObject({
      lead: [],
      tone: [],
      sentiment: { prepared: null, qa: null, call: null },
      topics: null,
      passages: [],
      questions: null,
      ratings: { entries: [], ranges: [] },
      news: [],
    })
  })

  test('is quoted by whole sentences, without a greeting', async () => {
    const { brief } = await briefSetup({ calls: [q3()] })
    expect((await brief()).passages.map(({ why, turn, text }) => [why, turn, text])).toEqual([
      ['positive', 1, 'Revenue was 150 million, and orders were ahead of shipments all quarter long.'],
      ['negative', 11, 'Yield at Tolvik is in the seventies. Yield has to be higher.'],
      ['answer', 5, 'Roughly half of the gross margin is price. Mix was the rest.'],
    ])
  })

  test('is quoted by the user’s latest highlight, as it was marked by then', async () => {
    const { brief, api, clock } = await briefSetup({ calls: [q3()] })
    const then = clock.now()
    clock.advance(day)
    let hash = ''
    const form = { format: 'json', clean: false } as const
    for await (const { call } of await api.calls.open({ callId: 'Q3-2025', form, freshness: 'library', turn: 0 }))
      hash = call?.hash ?? hash
    const quote = 'Mix was the rest.'
    const place = { firstTurn: 5, from: 47, lastTurn: 5, to: 64, segmentId: 6 }
    const passage = { hash, ...place, quote, before: 'is price. ', after: '' }
    await api.notes.add({ callId: 'Q3-2025', passage, color: 'violet', note: '' })
    expect((await brief()).passages.at(-1)).toMatchObject({ why: 'highlight', turn: 5, text: quote })
    expect((await brief({ asOf: then })).passages.at(-1)).toMatchObject({ why: 'answer', turn: 5 })
  })

  test('has the first question of each firm and the first sentence of its answer, verbatim', async () => {
    const { brief } = await briefSetup({ calls: [q3()] })
    const { questions } = await brief()
    expect(questions).toMatchObject({ questions: 3, seconds: 89 })
    expect(questions?.firms).toEqual([
      {
        firm: 'Marlowe Pryce',
        analyst: 'Devin Aske',
        sentiment: -0.1,
        question: {
          turn: 4,
          start: 40,
          speaker: 'Devin Aske',
          text: 'How much of the gross margin is price, and how much of it is mix?',
        },
        answer: {
          turn: 5,
          start: 50,
          speaker: 'Marta Ellingsen',
          text: 'Roughly half of the gross margin is price.',
        },
      },
      {
        firm: 'North Quay Research',
        analyst: 'Tom Harrow',
        sentiment: -0.2,
        question: {
          turn: 10,
          start: 100,
          speaker: 'Tom Harrow',
          text: 'Where is yield at Tolvik, and when does Tolvik reach the rate of the first site?',
        },
        answer: { turn: 11, start: 110, speaker: 'Ines Vardal', text: 'Yield at Tolvik is in the seventies.' },
      },
    ])
  })
})

describe('the topics', () => {
  test('are counted in the questions and answers of both calls, pairs of words as one', async () => {
    const { brief } = await briefSetup({ calls: [q3(), q2()] })
    const { topics } = await brief()
    expect(topics?.previous).toEqual({ quarter: 'Q2', year: 2025 })
    expect(topics?.terms).toEqual(
      [
        { term: 'Tolvik', now: 3, before: 0 },
        { term: 'yield', now: 3, before: 0 },
        { term: 'contracts', now: 2, before: 0 },
        { term: 'gross margin', now: 2, before: 0 },
        { term: 'mix', now: 2, before: 0 },
        { term: 'price', now: 4, before: 2 },
      ].toSorted((one, other) => other.now - one.now || one.term.localeCompare(other.term)),
    )
    expect(topics?.added).toEqual(['Tolvik', 'yield', 'contracts', 'gross margin', 'mix'])
    expect(topics?.dropped).toEqual(['tariffs'])
  })

  test('of a first call have nothing to compare with', async () => {
    const { brief } = await briefSetup({ calls: [q3()] })
    const { topics } = await brief()
    expect(topics).toMatchObject({ previous: null, added: [], dropped: [] })
    expect(topics?.terms[0]).toEqual({ term: 'price', now: 4, before: null })
  })

  test('are left out where the words are of another language', async () => {
    const { brief } = await briefSetup({ calls: [quarterCall('Q3 2025', -70, thirdQuarter, 'de-DE')] })
    expect((await brief()).topics).toBeNull()
  })
})

describe('a brief', () => {
  test('is there once a call has a transcript: none without calls, none of a call that is not downloaded', async () => {
    const { read, knows, sync } = await briefSetup({ fundamentals: fiveQuarters() })
    expect(await read()).toEqual({ brief: null, listed: null })
    knows.calls = [q3()]
    await sync('HLDN')
    expect(await read()).toMatchObject({ brief: null, listed: { callId: 'Q3-2025', stored: null } })
    expect(await failureOfQuestion(read({ callId: 'Q3-2025' }))).toMatchObject({ kind: 'not-in-library' })
  })

  test('is of the latest earnings call, not of a conference since', async () => {
    const conference = {
      ...quarterCall('Q3 2025', -10, [['Ines Vardal', 'Welcome to the fireside chat at the conference.']]),
      call_id: 'conference',
      call_title: 'Halden Instruments at an investor conference',
    }
    const { brief } = await briefSetup({ calls: [q3(), conference] })
    expect((await brief()).call.callId).toBe('Q3-2025')
    expect(await brief()).toMatchObject({ until: null })
    expect((await brief({ callId: 'conference' })).call.quarter).toBeNull()
  })

  test('has what was restated since the previous call, of the edition that it shows', async () => {
    const { brief, knows, sync, clock, api } = await briefSetup({ fundamentals: fiveQuarters(), calls: [q3(), q2()] })
    expect((await brief()).restatements).toMatchObject({ since: Date.UTC(2025, 6, 29, 14), changes: [] })
    clock.advance(day)
    knows.fundamentals[3] = { ...knows.fundamentals[3], Revenue: 115 * million }
    await sync('HLDN')
    const page = await brief()
    expect(page.restatements.changes).toMatchObject([
      { field: 'Revenue', quarter: 'Q2', year: 2025, previous: 120 * million, current: 115 * million },
    ])
    expect(lineOf(page, 'Revenue').previous).toMatchObject({ value: 115 * million, restated: true })
    expect(lineOf(page, 'calculated.gross_margin').previous.restated).toBe(true)
    expect(lineOf(page, 'GrossProfit').previous.restated).toBe(false)
    // The other edition restates the same; it is listed once.
    const otherEdition = async (revenue: number) => {
      knows.lite = [lite({ symbol: 'HLDN', quarter: 'Q2', year: 2025, end: '2025-06-30' }, { Revenue: revenue })]
      await api.fetch.liteFundamentals({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
      clock.advance(day)
    }
    await otherEdition(120 * million)
    await otherEdition(115 * million)
    expect((await brief()).restatements.changes).toHaveLength(1)
  })

  test('ends what is since its call with the next one', async () => {
    const news = [newsOf('HLDN', 1, '2025-09-01 10:00:00'), newsOf('HLDN', 2, '2025-11-01 10:00:00')]
    const ratings = [ratingOf('HLDN', 1, '2025-09-01 10:00:00'), ratingOf('HLDN', 2, '2025-11-01 10:00:00')]
    const { brief } = await briefSetup({ calls: [q3(), q2()], news, ratings })
    const [latest, earlier] = [await brief(), await brief({ callId: 'Q2-2025' })]
    expect([latest, earlier].map((page) => page.news.map(({ id }) => id))).toEqual([[2], [1]])
    expect([latest, earlier].map((page) => page.ratings.entries.map(({ id }) => id))).toEqual([[2], [1]])
  })

  test('of an earlier day has the news since its call by the dates that they had then', async () => {
    const news = [newsOf('HLDN', 1, '2025-09-01 10:00:00'), newsOf('HLDN', 2, '2025-11-01 10:00:00')]
    const { brief, knows, sync, clock } = await briefSetup({ calls: [q3()], news })
    const then = clock.now()
    clock.advance(day)
    knows.news = [
      newsOf('HLDN', 1, '2025-11-02 10:00:00'),
      newsOf('HLDN', 2, '2025-09-02 10:00:00', { updated_at: '2025-12-01 10:00:00' }),
    ]
    await sync('HLDN')
    const [now, before] = [await brief(), await brief({ asOf: then })]
    expect([now, before].map((page) => page.news.map(({ id }) => id))).toEqual([[1], [2]])
  })

  test('names the stored records that it comes from', async () => {
    const { brief, clock } = await briefSetup({ fundamentals: fiveQuarters(), calls: [q3()] })
    const { sources } = await brief()
    expect(sources.fundamentals).toMatchObject({
      request: { operation: 'fundamentals.enhanced', parameters: { symbol: 'HLDN' } },
      fetchedAt: clock.now(),
    })
    expect(sources.fundamentals?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(sources.transcript).toMatchObject({ request: { operation: 'calls.one' }, fetchedAt: clock.now() })
    expect(sources).toMatchObject({ confidence: 0.94, ratings: null, news: null })
  })

  test('as of a day has what was stored then', async () => {
    const { brief, read, knows, sync, download, clock } = await briefSetup({
      fundamentals: fiveQuarters(),
      calls: [q3()],
    })
    const then = clock.now()
    clock.advance(2 * day)
    knows.fundamentals[4] = { ...knows.fundamentals[4], Revenue: 160 * million }
    knows.calls = [quarterCall('Q3 2025', -70, [['Ines Vardal', 'Orders were ahead of shipments, as corrected.', 0.9]])]
    // They are dated before the day that is asked about, and were not known on it.
    knows.ratings = [ratingOf('HLDN', 1, '2025-12-20 10:00:00')]
    knows.news = [newsOf('HLDN', 1, '2025-12-20 10:00:00')]
    await sync('HLDN')
    await download()
    const [now, before] = [await brief(), await brief({ asOf: then })]
    expect([now, before].map((page) => lineOf(page, 'Revenue').current.value)).toEqual([160 * million, 150 * million])
    expect([now, before].map((page) => page.questions === null)).toEqual([true, false])
    expect([now, before].map((page) => [page.ratings.entries.length, page.news.length])).toEqual([
      [1, 1],
      [0, 0],
    ])
    expect([now, before].map((page) => page.restatements.changes.length)).toEqual([1, 0])
    expect(now.sources.fundamentals?.hash).not.toBe(before.sources.fundamentals?.hash)
    expect(before).toMatchObject({ at: then, isAsOf: true })
    expect((await read({ asOf: then - day })).brief).toBeNull()
  })
})

describe('the previous call of an earlier day', () => {
  const q1 = () => quarterCall('Q1 2025', -250, [['Ines Vardal', 'Orders of the first quarter were as planned.', 0.7]])
  type Setup = Awaited<ReturnType<typeof briefSetup>>
  /** Of the brief and of the tear sheet: what they compare the tone with. */
  const compared = async ({ brief, api }: Setup, asOf: number) => {
    const [page, { call }] = [await brief({ asOf }), await api.overview.call({ symbol: 'HLDN', asOf })]
    return [page.tone.at(-2)?.callId ?? null, page.tone.at(-2)?.call ?? null, call?.previousSentiment?.call ?? null]
  }
  const getTranscript = ({ api }: Setup, call_id: string, form: { format?: 'html' } = {}) =>
    api.fetch.call({ parameters: { call_id, ...form }, freshness: 'service' })

  test('is one whose transcript was stored then, and not one that was downloaded since', async () => {
    const setup = await briefSetup({ calls: [q3(), q1()] })
    setup.knows.calls.push(q2())
    await setup.sync('HLDN')
    const then = setup.clock.now()
    setup.clock.advance(day)
    await getTranscript(setup, 'Q2-2025')
    expect(await compared(setup, then)).toEqual(['Q1-2025', 0.7, 0.7])
    expect((await compared(setup, setup.clock.now()))[0]).toBe('Q2-2025')
  })

  test('is quoted as it was stored then, also in a form that another has replaced since', async () => {
    const setup = await briefSetup({ calls: [q3()] })
    setup.knows.calls.push(q1())
    await setup.sync('HLDN')
    await getTranscript(setup, 'Q1-2025', { format: 'html' })
    const then = setup.clock.now()
    setup.clock.advance(day)
    setup.knows.calls[1] = quarterCall('Q1 2025', -250, [
      ['Ines Vardal', 'Orders were below plan, as corrected.', -0.5],
    ])
    await getTranscript(setup, 'Q1-2025')
    expect(await compared(setup, then)).toEqual(['Q1-2025', 0.7, 0.7])
    expect(await compared(setup, setup.clock.now())).toEqual(['Q1-2025', -0.5, -0.5])
  })

  test('took place by that day as it was dated then, whatever it was dated since', async () => {
    const announced = quarterCall('Q2 2025', 30, secondQuarter)
    const setup = await briefSetup({ calls: [q3(), announced, q1()] })
    const then = setup.clock.now()
    setup.clock.advance(day)
    // The call that was still to come is dated back, and the one before it is dated after that day.
    setup.knows.calls = [q3(), q2(), { ...q1(), start_time: '2026-03-01T14:00:00Z' }]
    await setup.sync('HLDN')
    await setup.download()
    expect((await compared(setup, then))[0]).toBe('Q1-2025')
    expect((await compared(setup, setup.clock.now()))[0]).toBe('Q2-2025')
  })
})

test('figures spoken on the call are counted by whether they agree with the statements, and those that differ are named', async () => {
  const margin: Said = ['Marta Ellingsen', 'Gross margin for the third quarter was 44.1 percent.']
  const said = [...thirdQuarter.slice(0, 2), margin, ...thirdQuarter.slice(2)]
  const { brief } = await briefSetup({ fundamentals: fiveQuarters(), calls: [quarterCall('Q3 2025', -70, said)] })
  const page = await brief()
  const differing = [{ label: 'Gross margin', reported: 0.42 }]
  expect(page.spoken).toMatchObject({ agree: 1, restated: 0, differ: 1, differing })
})
