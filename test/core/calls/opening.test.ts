import { describe, expect, test } from 'vitest'
import { announcements } from '../announcements.ts'
import { ManualClock } from '../clocks.ts'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { callOnWire, callsSetup, readable, transcribed } from './calls-service.ts'

const form = { format: 'json', clean: false } as const
const spoken = transcribed('Jane Doe: Welcome to the call.', 'John Roe: Margins widened.')
const days = 86_400_000

describe('opening a call', () => {
  test('stores it: without the service it opens complete, for good', async () => {
    const setup = await callsSetup()
    setup.resource.calls = [
      callOnWire('a', { ...spoken, summary: { summary: 'Line one.\nLine two.', sentiment: 0.2 } }),
    ]
    const online = await setup.open('a')
    setup.resource.refuses = 503
    await setup.close()
    const later = openedCore({ profile: setup.profile, clock: new ManualClock(setup.clock.now() + 3650 * days) })
    const offline = await readable(await later.api.calls.open({ callId: 'a', form, freshness: 'library' }))
    expect(offline).toEqual({ ...online, stale: true })
    expect(offline.turns.text).toEqual(['Welcome to the call.', 'Margins widened.'])
    expect(offline.summary?.text).toBe('Line one.\nLine two.')
    expect(offline.entry.stored).toEqual({ turns: 2, words: 6, versions: 1, fetchedAt: online.fetchedAt })
  })

  test('at a second names the turn that is spoken then, also of a call that was not stored and with the user’s offset', async () => {
    const setup = await callsSetup()
    setup.resource.calls = [callOnWire('a', spoken)]
    const turnAt = async (second: number) => (await setup.api.calls.turnAt({ callId: 'a', second })).turn
    expect([await turnAt(0), await turnAt(9), await turnAt(10), await turnAt(4000)]).toEqual([0, 0, 1, 1])
    await setup.api.calls.setTimes({ callId: 'a', unit: 'seconds', offset: 30 })
    expect([await turnAt(10), await turnAt(35), await turnAt(45)]).toEqual([-1, 0, 1])
    expect(await failureOfQuestion(setup.api.calls.turnAt({ callId: 'b', second: 0 }))).toMatchObject({
      kind: 'not-found',
    })
  })

  test('fails in words when it is not stored and the service does not have it', async () => {
    const setup = await callsSetup()
    expect(await failureOfQuestion(setup.open('a', { freshness: 'library' }))).toMatchObject({ kind: 'not-in-library' })
    expect(await failureOfQuestion(setup.open('a'))).toMatchObject({ kind: 'not-found' })
  })

  test('never shows another call under its title: a response with another one is refused, and nothing of it kept', async () => {
    const setup = await callsSetup()
    const another = callOnWire('b', spoken)
    setup.resource.mixedUp = another
    const refused = { kind: 'wrong-shape', detail: 'the response is for a different call' }
    expect(await failureOfQuestion(setup.open('a'))).toMatchObject(refused)
    const fetched = setup.api.fetch.call({ parameters: { call_id: 'a' }, freshness: 'library-first' })
    expect(await failureOfQuestion(fetched)).toMatchObject(refused)
    expect(await setup.listed()).toEqual([])
  })

  test('that changed at the service shows the latest text, and the earlier one by its hash', async () => {
    const setup = await callsSetup()
    setup.resource.calls = [callOnWire('a', spoken)]
    const first = await setup.open('a')
    setup.clock.advance(1000)
    setup.resource.calls = [callOnWire('a', transcribed('Jane Doe: Welcome.'))]
    const second = await setup.open('a', { freshness: 'service' })
    expect(second.turns.text).toEqual(['Welcome.'])
    expect(second.versions.map(({ hash, turns }) => [hash, turns])).toEqual([
      [second.hash, 1],
      [first.hash, 2],
    ])
    const earlier = await setup.open('a', { hash: first.hash })
    expect([earlier.turns, earlier.hash]).toEqual([first.turns, first.hash])
    expect(await failureOfQuestion(setup.open('a', { hash: 'f'.repeat(64) }))).toMatchObject({ kind: 'not-in-library' })
  })

  test('that is old is shown at once and refreshed in the background; a refresh that fails is reported with the copy', async () => {
    const setup = await callsSetup()
    setup.resource.calls = [callOnWire('a', spoken)]
    await setup.open('a')
    setup.clock.advance(31 * days)
    setup.resource.refuses = 403
    const { heard, until } = await announcements(setup.api)
    expect(await setup.open('a')).toMatchObject({ stale: true, refreshing: true, failure: null })
    await until(1)
    expect(heard).toEqual([{ kind: 'call', id: 'a' }])
    expect(await setup.open('a')).toMatchObject({ refreshing: false, failure: { kind: 'not-allowed' } })
  })

  test('in another form keeps both, each for itself', async () => {
    const setup = await callsSetup()
    setup.resource.calls = [callOnWire('a', spoken)]
    await setup.open('a')
    setup.resource.calls = [callOnWire('a', { transcripts: [{ text: '<p>Jane Doe: Hello</p>', segments: null }] })]
    const html = await setup.open('a', { form: { format: 'html', clean: true } })
    expect([html.source, html.turns.text, html.versions.length]).toEqual(['paragraphs', ['Hello'], 1])
    expect(setup.heard.at(-1)?.url.search).toContain('format=html')
    expect((await setup.open('a')).source).toBe('segments')
  })

  test('whose id holds blanks is read in the form in which it came', async () => {
    const setup = await callsSetup()
    const id = 'call json of today'
    setup.resource.mixedUp = callOnWire(id, { transcripts: [{ text: '<p>Jane Doe: Hello</p>', segments: null }] })
    const { turns } = await setup.open(id, { form: { format: 'html', clean: false } })
    expect(turns.text).toEqual(['Hello'])
  })

  test('without a transcript opens with what else is known', async () => {
    const setup = await callsSetup()
    setup.resource.calls = [callOnWire('a', { status: 'FAILED', transcripts: null, duration: 0 })]
    const reading = await setup.open('a')
    expect([reading.source, reading.turns.text, reading.chapters, reading.entry.stored]).toEqual(['none', [], [], null])
  })
})

describe('the times of a call', () => {
  test('are as inferred until the user sets them, and survive the program', async () => {
    const setup = await callsSetup()
    setup.resource.calls = [callOnWire('a', spoken)]
    expect((await setup.open('a')).turns.start).toEqual([0, 10])
    const set = await setup.api.calls.setTimes({ callId: 'a', unit: 'minutes', offset: -30 })
    expect(set).toMatchObject({ unit: 'minutes', how: 'set', offset: -30 })
    expect((await setup.open('a')).turns.start).toEqual([0, 570])
    await setup.close()
    const later = openedCore({ profile: setup.profile, clock: setup.clock })
    expect((await readable(await later.api.calls.open({ callId: 'a', form, freshness: 'library' }))).times.how).toBe(
      'set',
    )
    const again = await later.api.calls.setTimes({ callId: 'a', unit: null, offset: 0 })
    expect(again).toMatchObject({ unit: 'seconds', how: 'inferred', offset: 0 })
  })
})

describe('the previous call', () => {
  test('is the company’s latest earlier one in which the speaker speaks, however their name is written there', async () => {
    const setup = await callsSetup()
    const at = (month: number) => ({ start_time: `2025-0${month}-28T13:00:00Z`, end_time: null })
    setup.resource.calls = [
      callOnWire('third', { ...at(9), ...transcribed('Operator: Welcome.', 'Jane M. Doe: Hello.') }),
      callOnWire('second', { ...at(6), ...transcribed('Operator: Welcome.', 'John Roe: Hello.') }),
      callOnWire('first', {
        ...at(3),
        ...transcribed('Operator: Welcome.', 'Operator: Jane.', 'Dr. Jane Doe, CEO: Hi.'),
      }),
      callOnWire('other', { ...at(8), symbol: 'OTHER', ...transcribed('Jane Doe: Hello.') }),
    ]
    for (const { call_id } of setup.resource.calls) await setup.open(call_id)
    const before = (callId: string, speaker: string) => setup.api.calls.previousTurn({ callId, speaker })
    expect(await before('third', 'Jane M. Doe')).toEqual({ callId: 'first', turn: 2 })
    expect(await before('third', 'Operator')).toEqual({ callId: 'second', turn: 0 })
    expect(await before('first', 'Jane Doe')).toBeNull()
  })
})

describe('a call under way', () => {
  const minute = 60_000
  const inProgress = (...lines: readonly string[]) =>
    callOnWire('a', { status: 'IN_PROGRESS', ...transcribed(...lines) })

  test('changes in place while somebody looks at it, ever more seldom, and is left alone once it is over', async () => {
    const setup = await callsSetup()
    setup.resource.calls = [inProgress('Jane Doe: One.')]
    const { until } = await announcements(setup.api)
    await setup.open('a')
    await until(2)
    await setup.clock.untilWaiting()
    setup.resource.calls = [inProgress('Jane Doe: One.', 'Jane Doe: Two.')]
    setup.clock.advance(minute / 2)
    expect((await until(4)).slice(2)).toEqual([{ kind: 'call', id: 'a' }, { kind: 'calls' }])
    expect((await setup.open('a', { freshness: 'library' })).turns.text).toEqual(['One.', 'Two.'])
    await setup.clock.untilWaiting()
    setup.resource.calls = [callOnWire('a', transcribed('Jane Doe: One.', 'Jane Doe: Two.', 'Jane Doe: Bye.'))]
    setup.clock.advance(minute / 2)
    await until(6)
    expect((await setup.list()).entries[0]?.status).toBe('COMPLETED')
    expect([setup.heard.length, setup.clock.waits]).toEqual([3, 0])
  })

  test('is requested again after a failure, and no more when nobody has looked at it for long', async () => {
    const setup = await callsSetup()
    setup.resource.calls = [inProgress('Jane Doe: One.')]
    await setup.open('a')
    await setup.clock.untilWaiting()
    setup.resource.refuses = 403
    setup.clock.advance(minute / 2)
    await setup.clock.untilWaiting()
    setup.resource.refuses = null
    setup.clock.advance(minute)
    await setup.clock.untilWaiting()
    expect(setup.heard).toHaveLength(3)
    setup.clock.advance(31 * minute)
    await setup.close()
    expect(setup.heard).toHaveLength(3)
  })

  test('is no longer requested once the workspace is closed', async () => {
    const setup = await callsSetup()
    setup.resource.calls = [inProgress('Jane Doe: One.')]
    await setup.open('a')
    await setup.clock.untilWaiting()
    await setup.close()
    expect([setup.clock.waits, setup.heard.length]).toEqual([0, 1])
  })
})
