import { describe, expect, test } from 'vitest'
import type { SpokenFigures } from '#contract/api/spoken-figures.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { announcements } from '../announcements.ts'
import { callOnWire, key, transcribed } from '../calls/calls-service.ts'
import { failureOfQuestion, liveWorkspace, openedCore, type ApiClient } from '../opened-core.ts'
import { enhanced, paged } from '../records.ts'
import { json, scriptedService } from '../service/scripted-service.ts'

const form = { format: 'json', clean: false } as const

async function opened(api: ApiClient, callId: string): Promise<void> {
  for await (const piece of await api.calls.open({ callId, form, freshness: 'library-first' }))
    if (piece.call === null) continue
}

/** The figures with a verdict, each as a line. */
function judged(said: SpokenFigures | null): string[] {
  return (said?.figures ?? []).flatMap(({ label, change, verdict }) =>
    verdict.is === 'agrees' || verdict.is === 'differs' ? [`${label}${change ? ` ${change}` : ''} ${verdict.is}`] : [],
  )
}

describe('the figures of a call in the sample', () => {
  test('agree with the statements, and those that were restated later say so and with what they agreed, and none differs', async () => {
    const service = await startSampleService()
    const { api } = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey } })
    const statements = { symbol: 'HLDN', basis: 'quarterly', comparison: 'none', freshness: 'service' } as const
    const filter = { symbols: ['HLDN'] }
    await api.calls.fetchPage({ filter, page: 'latest' })
    const order = { by: 'started', descending: true } as const
    const { entries } = await api.calls.list({ filter, order, offset: 0, limit: 50 })
    const call = entries.find(({ title }) => title.includes('Q2 FY2026'))
    const callId = call?.callId ?? ''
    expect(await api.calls.figures({ callId, form })).toBeNull()
    await opened(api, callId)
    const before = await api.calls.figures({ callId, form })
    expect([judged(before), before?.statementsStoredAt]).toEqual([[], null])

    await api.financials.open(statements)
    const first = await api.calls.figures({ callId, form })
    expect(judged(first)).toContain('Revenue agrees')
    expect(judged(first).filter((line) => line.endsWith('differs'))).toEqual([])
    expect(first?.statementsStoredAt).not.toBeNull()

    await api.financials.open(statements)
    const restated = await api.calls.figures({ callId, form })
    const counted = await api.calls.differingFigures({ callIds: [callId] })
    const { brief } = await api.brief.compose({ symbol: 'HLDN', callId, adjustSplits: false })
    const { periods } = await api.financials.open({ ...statements, freshness: 'library-first' })
    const recordId = periods.find(({ quarter, year }) => quarter === 'Q2' && year === 2026)?.recordIds[0] ?? -1
    const { passages } = await api.source.spoken({ recordId, field: 'Revenue' })
    await service.close()
    const since = restated?.figures.filter(({ verdict }) => verdict.is === 'restated').length ?? -1
    expect(since).toBeGreaterThan(0)
    expect(counted.calls).toEqual([{ callId, differ: 0, restated: since }])
    expect(brief?.spoken).toMatchObject({ restated: since, differ: 0, differing: [] })
    expect(passages.map(({ is }) => is)).toContain('restated')
    const revenue = restated?.figures.find(({ value, label }) => label === 'Revenue' && value.low === 1_301_000_000)
    expect(restated?.figures.filter(({ verdict }) => verdict.is === 'differs')).toEqual([])
    expect(revenue).toMatchObject({
      period: { quarter: 'Q2', year: 2026 },
      verdict: {
        is: 'restated',
        reported: { value: 1_296_800_000, origin: 'stored' },
        earlier: { value: 1_301_200_000 },
        difference: -4_200_000,
      },
    })
  })
})

const quarters = [
  enhanced(
    { quarter: 'Q3', year: 2025, end: '2025-09-30' },
    {
      Revenue: 1_318_400_000,
      CostOfRevenue: 718_000_000,
      GrossProfit: 600_400_000,
      PurchasePropertyPlantEquipment: -49_200_000,
      DilutedEarningsPerShare: 0.58,
      BasicEarningsPerShare: 0.61,
    },
  ),
  enhanced({ quarter: 'Q2', year: 2025, end: '2025-06-30' }, { Revenue: 1_296_800_000 }),
  enhanced(
    { quarter: 'Q3', year: 2024, end: '2024-09-30' },
    { Revenue: 1_204_800_000, CostOfRevenue: 667_000_000, GrossProfit: 537_800_000 },
  ),
]

const remarks = [
  'Jane Doe: Revenue for the third quarter was 1.318 billion, up 9.4 percent from a year ago, against 1.331 billion in the second quarter.',
  'Jane Doe: Capital expenditure was 49.2 million. The tax rate was 21.8 percent.',
]

/** A company with three stored quarters and a call on the last one. `more` turns may precede the remarks. */
async function setup(...more: readonly string[]) {
  const resource = { turns: [...more, ...remarks] }
  const service = await scriptedService((response, { url }) => {
    if (url.pathname.includes('/enhanced')) return json(response, paged(quarters))
    if (!url.pathname.includes('/calls/')) return json(response, { message: 'no' }, 404)
    const people = [{ name: 'Jane Doe', role: 'Chief Financial Officer', organization: 'Acme Inc' }]
    return json(
      response,
      callOnWire('a', {
        call_title: 'Q3 FY2025 earnings call',
        participants: people,
        ...transcribed(...resource.turns),
      }),
    )
  })
  const core = openedCore()
  await liveWorkspace(core, service.origin, { key })
  await core.api.financials.open({ symbol: 'ACME', basis: 'quarterly', comparison: 'none', freshness: 'service' })
  await opened(core.api, 'a')
  return { ...core, resource, figures: () => core.api.calls.figures({ callId: 'a', form }) }
}

describe('the figures of a call', () => {
  test('are compared with the stored ones: as stored or calculated, money paid above zero, and another value as a difference', async () => {
    const { figures } = await setup()
    const told = (await figures())?.figures.map(({ label, verdict }) => ({ label, ...verdict }))
    expect(told).toMatchObject([
      { label: 'Revenue', is: 'agrees', reported: { value: 1_318_400_000, origin: 'stored' }, difference: 400_000 },
      { label: 'Revenue', is: 'agrees', reported: { origin: 'calculated' } },
      {
        label: 'Revenue',
        is: 'differs',
        reported: { value: 1_296_800_000, period: { quarter: 'Q2', year: 2025 } },
        difference: -34_200_000,
      },
      { label: 'Capital expenditure', is: 'agrees', reported: { value: 49_200_000 } },
      { label: 'Effective tax rate', is: 'not-judged', reason: 'figure-not-stored' },
    ])
  })

  test('in a currency that is named and is not the dollar agree, or are not judged', async () => {
    const { figures } = await setup(
      'Jane Doe: Revenue for the third quarter was 1.27 billion euros. Revenue for the third quarter was 1.318 billion euros.',
    )
    const [other, same] = (await figures())?.figures ?? []
    expect(other?.verdict).toEqual({ is: 'not-judged', reason: 'other-currency' })
    expect(same?.verdict.is).toBe('agrees')
  })

  test('of diluted shares agree with the diluted line alone, and earnings per share with either', async () => {
    const { figures } = await setup(
      `Jane Doe: Diluted EPS for the third quarter was 61 cents. Earnings per share for the third quarter were 61 cents diluted.
       Diluted EPS for the third quarter was 58 cents. EPS for the third quarter was 61 cents.`,
    )
    const told = (await figures())?.figures.slice(0, 4).map(({ verdict }) => verdict)
    const unjudged = { is: 'not-judged', reason: 'measure-unclear' }
    expect(told?.slice(0, 2)).toEqual([unjudged, unjudged])
    expect(told?.slice(2)).toMatchObject([
      { is: 'agrees', reported: { field: 'DilutedEarningsPerShare' } },
      { is: 'agrees', reported: { field: 'BasicEarningsPerShare' } },
    ])
  })

  test('stay dismissed after a restart and in a later version of the call, until that is withdrawn', async () => {
    const setUp = await setup()
    const { api, profile, resource, figures } = setUp
    const [said] = (await figures())?.figures ?? []
    if (!said) throw new Error('no figure')
    const { until } = await announcements(api)
    const place = { callId: 'a', turn: said.turn, from: said.from, to: said.to }
    await api.calls.setFigureDismissed({ ...place, dismissed: true })
    expect(await until(1)).toContainEqual({ kind: 'call', id: 'a' })
    const dismissed = (await figures())?.figures.map((figure) => figure.dismissed)
    expect(dismissed).toEqual([true, false, false, false, false])

    resource.turns = ['Jane Doe: Welcome to the call.', ...remarks]
    for await (const piece of await api.calls.open({ callId: 'a', form, freshness: 'service' }))
      if (piece.call === null) continue
    await setUp.close()
    const later = openedCore({ profile })
    const moved = (await later.api.calls.figures({ callId: 'a', form }))?.figures[0]
    expect(moved).toMatchObject({ turn: 1, dismissed: true })
    await later.api.calls.setFigureDismissed({ ...place, turn: 1, dismissed: false })
    expect((await later.api.calls.figures({ callId: 'a', form }))?.figures[0]?.dismissed).toBe(false)
  })

  test('are those of the correction where the user corrected a turn, also when one is dismissed, and of the words received when it is undone', async () => {
    const { api, figures } = await setup()
    const text = 'Capital expenditure was 49.2 million. The tax rate was 21.8 percent.'
    const correction = 'Capital expenditure, as I said, was 94.2 million. The tax rate was 21.8 percent.'
    const turn = (await figures())?.figures.at(-1)?.turn ?? -1
    const saved = await api.turnChecks.save({ callId: 'a', turn, text, correction })
    const found = await figures()
    const spoken = found?.figures
      .filter((figure) => figure.turn === turn)
      .map(({ from, to }) => correction.slice(from, to))
    expect(spoken).toEqual(['94.2 million', '21.8 percent'])
    expect(found?.corrections).toEqual([{ turn, text: correction }])
    const corrected = found?.figures.find(
      (figure) => figure.turn === turn && figure.from === correction.indexOf('94.2'),
    )
    expect(corrected?.verdict.is).toBe('not-judged')

    const place = { callId: 'a', turn, from: correction.indexOf('94.2'), to: correction.indexOf(' million') + 8 }
    await api.calls.setFigureDismissed({ ...place, dismissed: true })
    expect((await figures())?.figures.map(({ dismissed }) => dismissed)).toEqual([false, false, false, true, false])

    await api.turnChecks.restore({ words: saved.words, check: null })
    const restored = await figures()
    expect(restored?.corrections).toEqual([])
    expect(restored?.figures.find(({ label }) => label === 'Capital expenditure')?.verdict.is).toBe('agrees')
  })

  test('stay dismissed where other rules have it that they begin or end elsewhere, and no others with them', async () => {
    const setUp = await setup()
    const [revenue] = (await setUp.figures())?.figures ?? []
    if (!revenue) throw new Error('no figure')
    const { turn, from, to } = revenue
    // The rules that found the figure before took one more word for a part of it.
    await setUp.api.calls.setFigureDismissed({ callId: 'a', turn, from: from - 4, to: to - 2, dismissed: true })
    const dismissed = async () => (await setUp.figures())?.figures.map((figure) => figure.dismissed)
    expect(await dismissed()).toEqual([true, false, false, false, false])
    await setUp.api.calls.setFigureDismissed({ callId: 'a', turn, from, to, dismissed: false })
    expect(await dismissed()).toEqual([false, false, false, false, false])
  })

  test('stay dismissed when other words of the turn are corrected, and when that is undone', async () => {
    const { api, figures } = await setup()
    const text = remarks[1]?.replace('Jane Doe: ', '') ?? ''
    const turn = (await figures())?.figures.at(-1)?.turn ?? -1
    const dismissed = async () =>
      (await figures())?.figures.filter((figure) => figure.turn === turn).map((figure) => figure.dismissed)
    const set = async (at: number, is: boolean) => {
      const figure = (await figures())?.figures.filter((each) => each.turn === turn)[at]
      if (!figure) throw new Error('no figure')
      await api.calls.setFigureDismissed({ callId: 'a', turn, from: figure.from, to: figure.to, dismissed: is })
    }
    await set(1, true)
    expect(await dismissed()).toEqual([false, true])
    const first = 'Capital expenditure, as I said, was 49.2 million. The tax rate was 21.8 percent.'
    const saved = await api.turnChecks.save({ callId: 'a', turn, text, correction: first })
    expect(await dismissed()).toEqual([false, true])
    const second = 'Our capital expenditure was 49.2 million. The tax rate was 21.8 percent. Thank you.'
    await api.turnChecks.save({ callId: 'a', turn, text, correction: second })
    expect(await dismissed()).toEqual([false, true])

    await set(0, true)
    await set(1, false)
    await api.turnChecks.restore({ words: saved.words, check: null })
    expect(await dismissed()).toEqual([true, false])
    const longer = await api.turnChecks.save({ callId: 'a', turn, text, correction: text.replace('49.2', '149.2') })
    expect(await dismissed()).toEqual([false, false])
    await api.turnChecks.restore({ words: longer.words, check: null })
    expect(await dismissed()).toEqual([true, false])
    await api.turnChecks.save({ callId: 'a', turn, text, correction: text.replace('49.2', '94.2') })
    expect(await dismissed()).toEqual([false, false])
  })

  test('agree with an own metric that is named, as long as there is one of that name, and differ from none', async () => {
    const { api, figures } = await setup(
      'Jane Doe: Cash conversion in the third quarter was 45.5 percent.',
      'Jane Doe: Cash conversion was 47 percent.',
      'Jane Doe: Cash conversion rose 45.5 percent.',
      'Jane Doe: Gross cash conversion was 45.5 percent.',
      'Jane Doe: We expect cash conversion of 45.5 percent.',
      'Jane Doe: Adjusted cash conversion was 45.5 percent.',
      'Jane Doe: Cash conversion of our services segment was 45.5 percent.',
    )
    const byMetric = async () =>
      ((await figures())?.figures ?? []).flatMap(({ turn, field, label, verdict }) =>
        verdict.is === 'agrees' && verdict.reported.origin === 'own-metric' ? [{ turn, field, label, verdict }] : [],
      )
    const before = (await figures())?.figures.map(({ verdict }) => verdict)
    expect(await byMetric()).toEqual([])

    const metric = { name: 'Cash conversion', formula: '[Gross profit] / Revenue', unit: 'percent' } as const
    const { id } = await api.metrics.save(metric)
    const longer = await api.metrics.save({
      name: 'Gross cash conversion',
      formula: 'Revenue / Revenue',
      unit: 'percent',
    })
    const period = { quarter: 'Q3', year: 2025 }
    expect(await byMetric()).toMatchObject([
      {
        turn: 0,
        field: `own.${id}`,
        label: 'Cash conversion',
        verdict: { reported: { field: `own.${id}`, period, value: 600_400_000 / 1_318_400_000 } },
      },
    ])
    expect((await figures())?.figures.slice(1).map(({ verdict }) => verdict)).toEqual(before?.slice(1))

    const statements = { symbol: 'ACME', basis: 'quarterly', comparison: 'none', freshness: 'library-first' } as const
    const { periods } = await api.financials.open(statements)
    const recordId = periods.find(({ quarter, year }) => quarter === 'Q3' && year === 2025)?.recordIds[0] ?? -1
    const spoken = await api.source.spoken({ recordId, field: `own.${id}` })
    expect(spoken.passages.map(({ is, sentence }) => [is, sentence[1]])).toEqual([['agrees', '45.5 percent']])

    await api.metrics.save({ ...metric, id, formula: '[Cost of revenue] / Revenue' })
    expect(await byMetric()).toEqual([])
    await api.metrics.save({ ...metric, id, name: 'Cash yield' })
    expect(await byMetric()).toEqual([])
    await api.metrics.remove({ id: longer.id })
    await api.metrics.save({ ...metric, id, name: 'Gross cash conversion' })
    expect((await byMetric()).map(({ turn }) => turn)).toEqual([3])
    await api.metrics.remove({ id })
    expect((await figures())?.figures.map(({ verdict }) => verdict)).toEqual(before)
  })

  test('are counted for a list of calls where they differ, without those whose match is wrong, and calls without a transcript are left out', async () => {
    const { api, figures } = await setup()
    const differing = () => api.calls.differingFigures({ callIds: ['a', 'b'] })
    expect(await differing()).toEqual({ calls: [{ callId: 'a', differ: 1, restated: 0 }] })
    const different = (await figures())?.figures.find(({ verdict }) => verdict.is === 'differs')
    if (!different) throw new Error('no figure differs')
    const { turn, from, to } = different
    await api.calls.setFigureDismissed({ callId: 'a', turn, from, to, dismissed: true })
    expect(await differing()).toEqual({ calls: [{ callId: 'a', differ: 0, restated: 0 }] })
  })

  test('of a turn that the library does not have cannot be dismissed', async () => {
    const { api } = await setup()
    const place = { callId: 'a', turn: 99, from: 0, to: 4, dismissed: true }
    expect(await failureOfQuestion(api.calls.setFigureDismissed(place))).toMatchObject({ kind: 'not-in-library' })
  })
})

const german = 'Der Umsatz lag bei €1.318 Mio. Das EBITDA betrug 1,5 Milliarden Euro, die EBITDA-Marge 16 %.'
const japanese = '売上高は$12億、EBITDAは1,318百万円でした。営業利益率は16.5%です。'

test.each([
  ['de-DE', german],
  ['ja', japanese],
  // The service does not state it: the script does.
  ['', japanese],
])('in a transcript in another language than English (%s) no figure is found', async (language, text) => {
  const foundIn = async (stated: string) => {
    const [transcript] = transcribed(`Jane Doe: ${text}`).transcripts as readonly Record<string, unknown>[]
    const call = { call_title: 'Q3 FY2025 earnings call', transcripts: [{ ...transcript, language: stated }] }
    const service = await scriptedService((response) => json(response, callOnWire('c', call)))
    const core = openedCore()
    await liveWorkspace(core, service.origin, { key })
    await opened(core.api, 'c')
    return (await core.api.calls.figures({ callId: 'c', form }))?.figures.length
  }
  // With the rules of English, "€1.318 Mio" would be one euro and a third.
  expect(await foundIn('en')).toBeGreaterThan(0)
  expect(await foundIn(language)).toBe(0)
})
