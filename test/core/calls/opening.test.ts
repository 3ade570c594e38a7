import { describe, expect, test } from 'vitest'
import { announcements } from '../announcements.ts'
import { ManualClock } from '../clocks.ts'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { callOnWire, callsDesk, readable, transcribed } from './calls-service.ts'

const form = { format: 'json', clean: false } as const
const spoken = transcribed('Jane Doe: Welcome to the call.', 'John Roe: Margins widened.')
const days = 86_400_000

describe('opening a call', () => {
  test('stores it: without the service it opens complete, for good', async () => {
    const desk = await callsDesk()
    desk.resource.calls = [callOnWire('a', { ...spoken, summary: { summary: 'Line one.\nLine two.', sentiment: 0.2 } })]
    const online = await desk.open('a')
    desk.resource.refuses = 503
    await desk.close()
    const later = openedCore({ profile: desk.profile, clock: new ManualClock(desk.clock.now() + 3650 * days) })
    const offline = await readable(await later.desk.calls.open({ callId: 'a', form, freshness: 'library' }))
    expect(offline).toEqual({ ...online, stale: true })
    expect(offline.turns.text).toEqual(['Welcome to the call.', 'Margins widened.'])
    expect(offline.summary?.text).toBe('Line one.\nLine two.')
    expect(offline.entry.stored).toEqual({ turns: 2, words: 6, versions: 1, fetchedAt: online.fetchedAt })
  })

  test('fails in words when it is not stored and the service does not have it', async () => {
    const desk = await callsDesk()
    expect(await failureOfQuestion(desk.open('a', { freshness: 'library' }))).toMatchObject({ kind: 'not-in-library' })
    expect(await failureOfQuestion(desk.open('a'))).toMatchObject({ kind: 'not-found' })
  })

  test('never shows another call under its title: an answer that is another one is refused, and nothing of it kept', async () => {
    const desk = await callsDesk()
    const another = callOnWire('b', spoken)
    desk.resource.mixedUp = another
    const refused = { kind: 'wrong-shape', detail: 'another call came' }
    expect(await failureOfQuestion(desk.open('a'))).toMatchObject(refused)
    const fetched = desk.desk.fetch.call({ parameters: { call_id: 'a' }, freshness: 'library-first' })
    expect(await failureOfQuestion(fetched)).toMatchObject(refused)
    expect(await desk.listed()).toEqual([])
  })

  test('that changed at the service shows the newest text, and the earlier one by its hash', async () => {
    const desk = await callsDesk()
    desk.resource.calls = [callOnWire('a', spoken)]
    const first = await desk.open('a')
    desk.clock.advance(1000)
    desk.resource.calls = [callOnWire('a', transcribed('Jane Doe: Welcome.'))]
    const second = await desk.open('a', { freshness: 'service' })
    expect(second.turns.text).toEqual(['Welcome.'])
    expect(second.versions.map(({ hash, turns }) => [hash, turns])).toEqual([
      [second.hash, 1],
      [first.hash, 2],
    ])
    const earlier = await desk.open('a', { hash: first.hash })
    expect([earlier.turns, earlier.hash]).toEqual([first.turns, first.hash])
    expect(await failureOfQuestion(desk.open('a', { hash: 'f'.repeat(64) }))).toMatchObject({ kind: 'not-in-library' })
  })

  test('that is old is shown at once and refreshed behind it; a refresh that fails is told beside the copy', async () => {
    const desk = await callsDesk()
    desk.resource.calls = [callOnWire('a', spoken)]
    await desk.open('a')
    desk.clock.advance(31 * days)
    desk.resource.refuses = 403
    const { heard, until } = await announcements(desk.desk)
    expect(await desk.open('a')).toMatchObject({ stale: true, refreshing: true, failure: null })
    await until(1)
    expect(heard).toEqual([{ kind: 'call', id: 'a' }])
    expect(await desk.open('a')).toMatchObject({ refreshing: false, failure: { kind: 'not-allowed' } })
  })

  test('in another form keeps both, each for itself', async () => {
    const desk = await callsDesk()
    desk.resource.calls = [callOnWire('a', spoken)]
    await desk.open('a')
    desk.resource.calls = [callOnWire('a', { transcripts: [{ text: '<p>Jane Doe: Hello</p>', segments: null }] })]
    const html = await desk.open('a', { form: { format: 'html', clean: true } })
    expect([html.source, html.turns.text, html.versions.length]).toEqual(['paragraphs', ['Hello'], 1])
    expect(desk.heard.at(-1)?.url.search).toContain('format=html')
    expect((await desk.open('a')).source).toBe('segments')
  })

  test('whose id holds blanks is read in the form in which it came', async () => {
    const desk = await callsDesk()
    const id = 'call json of today'
    desk.resource.mixedUp = callOnWire(id, { transcripts: [{ text: '<p>Jane Doe: Hello</p>', segments: null }] })
    const { turns } = await desk.open(id, { form: { format: 'html', clean: false } })
    expect(turns.text).toEqual(['Hello'])
  })

  test('without a transcript opens with what else is known', async () => {
    const desk = await callsDesk()
    desk.resource.calls = [callOnWire('a', { status: 'FAILED', transcripts: null, duration: 0 })]
    const reading = await desk.open('a')
    expect([reading.source, reading.turns.text, reading.chapters, reading.entry.stored]).toEqual(['none', [], [], null])
  })
})

describe('the times of a call', () => {
  test('are as inferred until the user sets them, and survive the program', async () => {
    const desk = await callsDesk()
    desk.resource.calls = [callOnWire('a', spoken)]
    expect((await desk.open('a')).turns.start).toEqual([0, 10])
    const set = await desk.desk.calls.setTimes({ callId: 'a', unit: 'minutes', offset: -30 })
    expect(set).toMatchObject({ unit: 'minutes', how: 'set', offset: -30 })
    expect((await desk.open('a')).turns.start).toEqual([0, 570])
    await desk.close()
    const later = openedCore({ profile: desk.profile, clock: desk.clock })
    expect((await readable(await later.desk.calls.open({ callId: 'a', form, freshness: 'library' }))).times.how).toBe(
      'set',
    )
    const again = await later.desk.calls.setTimes({ callId: 'a', unit: null, offset: 0 })
    expect(again).toMatchObject({ unit: 'seconds', how: 'inferred', offset: 0 })
  })
})

describe('the call before', () => {
  test('is the company’s newest earlier one in which the speaker speaks, however their name is written there', async () => {
    const desk = await callsDesk()
    const at = (month: number) => ({ start_time: `2025-0${month}-28T13:00:00Z`, end_time: null })
    desk.resource.calls = [
      callOnWire('third', { ...at(9), ...transcribed('Operator: Welcome.', 'Jane M. Doe: Hello.') }),
      callOnWire('second', { ...at(6), ...transcribed('Operator: Welcome.', 'John Roe: Hello.') }),
      callOnWire('first', {
        ...at(3),
        ...transcribed('Operator: Welcome.', 'Operator: Jane.', 'Dr. Jane Doe, CEO: Hi.'),
      }),
      callOnWire('other', { ...at(8), symbol: 'OTHER', ...transcribed('Jane Doe: Hello.') }),
    ]
    for (const { call_id } of desk.resource.calls) await desk.open(call_id)
    const before = (callId: string, speaker: string) => desk.desk.calls.before({ callId, speaker })
    expect(await before('third', 'Jane M. Doe')).toEqual({ callId: 'first', turn: 2 })
    expect(await before('third', 'Operator')).toEqual({ callId: 'second', turn: 0 })
    expect(await before('first', 'Jane Doe')).toBeNull()
  })
})

describe('a call under way', () => {
  const minute = 60_000
  const underWay = (...lines: readonly string[]) => callOnWire('a', { status: 'IN_PROGRESS', ...transcribed(...lines) })

  test('changes in place while somebody looks at it, ever more seldom, and is left alone once it is over', async () => {
    const desk = await callsDesk()
    desk.resource.calls = [underWay('Jane Doe: One.')]
    const { until } = await announcements(desk.desk)
    await desk.open('a')
    await until(2)
    await desk.clock.untilWaiting()
    desk.resource.calls = [underWay('Jane Doe: One.', 'Jane Doe: Two.')]
    desk.clock.advance(minute / 2)
    expect((await until(4)).slice(2)).toEqual([{ kind: 'call', id: 'a' }, { kind: 'calls' }])
    expect((await desk.open('a', { freshness: 'library' })).turns.text).toEqual(['One.', 'Two.'])
    await desk.clock.untilWaiting()
    desk.resource.calls = [callOnWire('a', transcribed('Jane Doe: One.', 'Jane Doe: Two.', 'Jane Doe: Bye.'))]
    desk.clock.advance(minute / 2)
    await until(6)
    expect((await desk.list()).entries[0]?.status).toBe('COMPLETED')
    expect([desk.heard.length, desk.clock.waits]).toEqual([3, 0])
  })

  test('is asked for again after a failure, and no more when nobody has looked at it for long', async () => {
    const desk = await callsDesk()
    desk.resource.calls = [underWay('Jane Doe: One.')]
    await desk.open('a')
    await desk.clock.untilWaiting()
    desk.resource.refuses = 403
    desk.clock.advance(minute / 2)
    await desk.clock.untilWaiting()
    desk.resource.refuses = null
    desk.clock.advance(minute)
    await desk.clock.untilWaiting()
    expect(desk.heard).toHaveLength(3)
    desk.clock.advance(31 * minute)
    await desk.close()
    expect(desk.heard).toHaveLength(3)
  })

  test('is no longer asked for once the workspace is closed', async () => {
    const desk = await callsDesk()
    desk.resource.calls = [underWay('Jane Doe: One.')]
    await desk.open('a')
    await desk.clock.untilWaiting()
    await desk.close()
    expect([desk.clock.waits, desk.heard.length]).toEqual([0, 1])
  })
})
