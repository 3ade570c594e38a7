import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readJsonText } from '#contract/api/serialized-json.ts'
import { CallComparisons } from '#core/call-comparison/call-comparisons.ts'
import { deskDatabase } from '#core/database/desk-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { announcements } from '../announcements.ts'
import { callOnWire, callsSetup, transcribed } from '../calls/calls-service.ts'
import { ownFolder } from '../folders.ts'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { participants } from './made-call.ts'

const margin = 'Ines Vardal: The ramp at the second site is where we said it would be.'

/** An earnings call of Acme, so many quarters after the first of 2025. */
const earnings = (quarter: number, ...lines: readonly string[]) =>
  callOnWire(`q${quarter}`, {
    call_title: `Acme Q${quarter} 2025 earnings call`,
    start_time: `2025-${String(3 * quarter + 1).padStart(2, '0')}-20T09:00:00-04:00`,
    participants,
    ...transcribed(...lines),
  })

async function setUp() {
  const service = await callsSetup({ pageSize: 10 })
  const { api, resource, profile } = service
  resource.calls = [
    earnings(3, margin, 'Ines Vardal: Inventory fell by a tenth. We also expect more freight.'),
    callOnWire('conference', {
      call_title: 'Acme at the Northern Conference',
      start_time: '2025-09-02T09:00:00-04:00',
      ...transcribed('Ines Vardal: We build scanners.'),
    }),
    earnings(2, 'Ines Vardal: Inventory is still too high.', margin),
  ]
  await api.calls.fetchPage({ filter: { symbols: ['ACME'] }, page: 'latest' })
  const open = async (callId: string) => {
    const form = { format: 'json', clean: false } as const
    for await (const piece of await api.calls.open({ callId, form, freshness: 'library-first' }))
      if (piece.call === null) continue
  }
  const latest = { symbol: 'ACME', later: null, earlier: null }
  return { api, resource, profile, close: () => service.close(), open, latest }
}

describe('the comparison of a company’s calls', () => {
  test('takes the latest stored earnings call and the earnings call previous to it, past a conference', async () => {
    const { api, open, latest } = await setUp()
    for (const id of ['q3', 'conference', 'q2']) await open(id)
    const { earlier, later, comparison } = await api.calls.comparison(latest)
    expect([earlier?.callId, later?.callId]).toEqual(['q2', 'q3'])
    const passages = comparison ? readJsonText(comparison.passages) : []
    expect(passages.map(({ kind }) => kind)).toEqual(['dropped', 'repeated', 'new', 'new'])
    const chosen = await api.calls.comparison({ ...latest, earlier: 'conference' })
    expect([chosen.earlier?.callId, chosen.comparison?.topics.length]).toEqual(['conference', 3])
  })

  test('has the latest version of each call and the times that the user set, also for a pair that was compared before', async () => {
    const { api, resource, open, latest } = await setUp()
    for (const id of ['q3', 'q2']) await open(id)
    const spoken = async () => {
      const { comparison } = await api.calls.comparison(latest)
      return (comparison ? readJsonText(comparison.passages) : []).flatMap(({ later }) => later ?? [])
    }
    const [first] = await spoken()
    expect((await spoken())[0]).toEqual(first)
    await api.calls.setTimes({ callId: 'q3', unit: 'seconds', offset: 30 })
    expect((await spoken())[0]?.second).toBe((first?.second ?? Number.NaN) + 30)
    resource.calls = resource.calls.map((call) =>
      call.call_id === 'q3' ? earnings(3, 'Ines Vardal: Orders of scanners grew by a fifth.') : call,
    )
    for await (const piece of await api.calls.open({
      callId: 'q3',
      form: { format: 'json', clean: false },
      freshness: 'service',
    }))
      if (piece.call === null) continue
    expect((await spoken()).map(({ text }) => text)).toEqual(['Orders of scanners grew by a fifth.'])
  })

  test('is not read again while both calls stay as they are', async () => {
    const setup = await callsSetup({ pageSize: 10 })
    setup.resource.calls = [earnings(3, margin), earnings(2, margin)]
    await setup.reach('latest')
    const readings = new Map([
      ['q2', await setup.open('q2')],
      ['q3', await setup.open('q3')],
    ])
    const read: string[] = []
    let version = 'first'
    const comparisons = new CallComparisons({
      library: { announce: () => undefined, clock: setup.clock },
      desk: openDatabase(join(ownFolder(), 'desk.db'), deskDatabase),
      entry: (callId) => readings.get(callId)?.entry,
      callsOf: () => [],
      versionOf: (callId) => `${callId} ${version}`,
      readCall: (callId) => {
        read.push(callId)
        return readings.get(callId)
      },
    })
    const pair = { symbol: null, later: 'q3', earlier: 'q2' }
    const { comparison } = await comparisons.comparison(pair)
    expect((await comparisons.comparison(pair)).comparison).toEqual(comparison)
    expect(read).toEqual(['q2', 'q3'])
    version = 'second'
    await comparisons.comparison(pair)
    expect(read).toEqual(['q2', 'q3', 'q2', 'q3'])
  })

  test('has no pair of passages that the user called different, after a restart and in another version of a call, until that is withdrawn', async () => {
    const { api, resource, profile, close, open, latest } = await setUp()
    for (const id of ['q3', 'q2']) await open(id)
    const kinds = async (from = api) => {
      const { comparison } = await from.calls.comparison(latest)
      return (comparison ? readJsonText(comparison.passages) : []).map(({ kind, splitFrom }) => ({ kind, splitFrom }))
    }
    const placeIn = (turn: number) => ({
      turn,
      from: 0,
      to: 'The ramp at the second site is where we said it would be.'.length,
    })
    const pair = { earlier: { callId: 'q2', ...placeIn(1) }, later: { callId: 'q3', ...placeIn(0) } }
    expect(await failureOfQuestion(api.calls.setPassagesSplit({ ...pair, split: false }))).toEqual({
      kind: 'not-in-library',
    })
    const { until } = await announcements(api)
    await api.calls.setPassagesSplit({ ...pair, split: true })
    expect(await until(1)).toContainEqual({ kind: 'call', id: 'q3' })
    expect(await kinds()).toEqual([
      { kind: 'dropped', splitFrom: null },
      { kind: 'dropped', splitFrom: placeIn(0) },
      { kind: 'new', splitFrom: placeIn(1) },
      { kind: 'new', splitFrom: null },
      { kind: 'new', splitFrom: null },
    ])

    resource.calls = resource.calls.map((call) =>
      call.call_id === 'q3' ? earnings(3, 'Ines Vardal: Orders of scanners grew by a fifth.', margin) : call,
    )
    for await (const piece of await api.calls.open({
      callId: 'q3',
      form: { format: 'json', clean: false },
      freshness: 'service',
    }))
      if (piece.call === null) continue
    await close()
    const { api: again } = openedCore({ profile })
    expect(await kinds(again)).toContainEqual({ kind: 'new', splitFrom: placeIn(1) })
    await again.calls.setPassagesSplit({ ...pair, later: { callId: 'q3', ...placeIn(1) }, split: false })
    expect((await kinds(again)).map(({ kind }) => kind)).toEqual(['dropped', 'new', 'repeated'])
  })

  test('says which transcript is missing, and sends no request for it', async () => {
    const { api, open, latest } = await setUp()
    await open('q3')
    const { earlier, later, comparison } = await api.calls.comparison(latest)
    expect([earlier?.callId, earlier?.stored, comparison]).toEqual(['q2', null, null])
    expect(later?.stored).not.toBeNull()
    expect(await api.calls.comparison({ symbol: null, later: 'q2', earlier: null })).toMatchObject({
      earlier: null,
      later: { callId: 'q2' },
      comparison: null,
    })
    expect(await api.calls.comparison({ symbol: 'NONE', later: null, earlier: null })).toEqual({
      earlier: null,
      later: null,
      comparison: null,
    })
  })

  test('leads from a turn to the same passage of the previous stored call, else to the same topic', async () => {
    const { api, open } = await setUp()
    const fromTurn = (turn: number) => api.calls.previousPassage({ callId: 'q3', turn })
    await open('q3')
    expect(await fromTurn(0)).toBeNull()
    await open('q2')
    expect(await fromTurn(0)).toEqual({ callId: 'q2', turn: 1, foundBy: 'passage', topic: null })
    expect(await fromTurn(1)).toEqual({ callId: 'q2', turn: 0, foundBy: 'topic', topic: 'Inventory' })
    expect(await fromTurn(99)).toBeNull()
  })
})
