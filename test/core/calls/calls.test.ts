import { describe, expect, test } from 'vitest'
import { callResource, callsResource } from '#core/calls/resources.ts'
import { getRecords } from '#core/ledger/ledger-store.ts'
import { someMonday } from '../clocks.ts'
import { openLedger, type OpenLedger } from '../ledger/ledger.ts'
import { paged } from '../records.ts'

const day = 86_400_000

const call = (id: string, start: string, changed: object = {}) => ({
  call_id: id,
  symbol: 'ACME',
  start_time: start,
  status: 'COMPLETED',
  call_title: `Call ${id}`,
  ...changed,
})

const turn = (speaker: string, text: string) => ({
  segment_id: 1,
  speaker,
  text,
  start_time: '0.5',
  end_time: '1.5',
  confidence: 0.9,
})
const withTurns = (...segments: readonly unknown[]) => ({ transcripts: [{ text: 'whole', segments }] })

function listed(ledger: OpenLedger): void {
  const calls = [
    call('a', '2026-01-05T10:00:00+00:00'),
    call('b', '2026-01-05T10:00:00-05:00', { status: 'IN_PROGRESS' }),
    call('c', '2026-01-07T10:00:00Z', { symbol: 'OTHER' }),
    call('d', 'soon', { status: 'POSTPONED' }),
  ]
  ledger.record(callsResource, paged(calls), someMonday)
}

const idsOf = (ledger: OpenLedger, recordIds: readonly number[]) =>
  getRecords(ledger.reader, recordIds).map(({ body }) => (JSON.parse(body) as { call_id: string }).call_id)

describe('stored calls', () => {
  test.each([
    ['all, the latest first, those without a time last', {}, ['c', 'b', 'a', 'd']],
    ['of a company', { symbol: 'ACME' }, ['b', 'a', 'd']],
    ['of a status, also one that nobody has seen', { status: 'POSTPONED' }, ['d']],
    ['from a time on, in UTC whatever offset they came with', { from: '2026-01-05T14:00:00' }, ['c', 'b']],
    ['until a time, the second itself included', { to: '2026-01-05T10:00:00' }, ['a']],
    ['between two times', { from: '2026-01-05T10:00:00', to: '2026-01-05T15:00:00' }, ['b', 'a']],
    ['page by page', { page: 2, page_size: 3 }, ['d']],
    ['beyond the last page', { page: 9, page_size: 3 }, []],
    ['with a page larger than there is room for', { page: 1, page_size: 1e15 }, ['c', 'b', 'a', 'd']],
    [
      'on a page that is further than anything',
      { page: Number.MAX_SAFE_INTEGER, page_size: Number.MAX_SAFE_INTEGER },
      [],
    ],
  ])('are found %s', (_, parameters, ids) => {
    const ledger = openLedger()
    listed(ledger)
    expect(idsOf(ledger, callsResource.find(ledger.reader, parameters).recordIds)).toEqual(ids)
  })

  test('are counted over all pages', () => {
    const ledger = openLedger()
    listed(ledger)
    expect(callsResource.find(ledger.reader, { page_size: 2 })).toMatchObject({ hits: 4, page: 1, pageSize: 2 })
  })

  test('that were only opened by their id are in the list too', () => {
    const ledger = openLedger()
    ledger.record(callResource, call('z', '2026-01-09T10:00:00Z'), someMonday)
    expect(callsResource.find(ledger.reader, { symbol: 'ACME' }).hits).toBe(1)
  })
})

describe('a call under way', () => {
  test('is found by its new state once it is over, and keeps what the list had on it before', () => {
    const ledger = openLedger()
    ledger.record(
      callResource,
      call('a', '2026-01-05T10:00:00Z', { status: 'IN_PROGRESS', ...withTurns(turn('CEO', 'Welcome.')) }),
      someMonday,
    )
    const over = call('a', '2026-01-05T10:00:00Z', withTurns(turn('CEO', 'Welcome, all.'), turn('CFO', 'Thank you.')))
    const { recordIds } = ledger.record(callResource, over, someMonday + day)
    const turns = ledger.reader.all(
      'SELECT position, name AS speaker, text FROM transcript_turn JOIN call_speaker ON number = speaker ORDER BY position',
    )
    expect(turns).toEqual([
      { position: 0, speaker: 'CEO', text: 'Welcome, all.' },
      { position: 1, speaker: 'CFO', text: 'Thank you.' },
    ])
    expect(callsResource.find(ledger.reader, { status: 'IN_PROGRESS' }).hits).toBe(0)
    expect(ledger.reader.get('SELECT revisions FROM ledger_record WHERE id = ?', [recordIds[0]!])).toEqual({
      revisions: 2,
    })
  })

  test('may lose turns when its transcript is worked over: the older one is still there, in the ledger', () => {
    const ledger = openLedger()
    ledger.record(callResource, call('a', '', withTurns(turn('A', '1'), turn('B', '2'), turn('C', '3'))), someMonday)
    ledger.record(callResource, call('a', '', withTurns(turn('A', '1'))), someMonday + day)
    expect(ledger.reader.get('SELECT count(*) AS count FROM transcript_turn')).toEqual({ count: 1 })
    expect(ledger.reader.get('SELECT count(*) AS count FROM ledger_content')).toEqual({ count: 2 })
  })

  test('with turns of the wrong type keeps the others', () => {
    const ledger = openLedger()
    const odd = withTurns(turn('A', '1'), 'no turn', { ...turn('C', '3'), confidence: 'high' })
    ledger.record(callResource, call('a', '', odd), someMonday)
    expect(
      ledger.reader.all(
        'SELECT name AS speaker, confidence FROM transcript_turn JOIN call_speaker ON number = speaker ORDER BY position',
      ),
    ).toEqual([
      { speaker: 'A', confidence: 0.9 },
      { speaker: 'C', confidence: null },
    ])
  })
})

describe('a call whose list and detail do not agree', () => {
  const told = (status: string, updated?: string) => call('a', '', { status, ...(updated && { updated_at: updated }) })
  const [morning, noon] = ['2026-01-05T09:00:00Z', '2026-01-05T12:00:00Z']

  test.each([
    ['a list that is dated earlier takes nothing back', told('FAILED', noon), told('COMPLETED', morning), 'FAILED'],
    ['a list that is dated later is believed', told('COMPLETED', morning), told('FAILED', noon), 'FAILED'],
    [
      'a call that goes on again says so by its date',
      told('FAILED', morning),
      told('IN_PROGRESS', noon),
      'IN_PROGRESS',
    ],
    ['its end stands when nothing is dated', told('COMPLETED'), told('IN_PROGRESS'), 'COMPLETED'],
    ['its end stands on the same date', told('COMPLETED', noon), told('IN_PROGRESS', noon), 'COMPLETED'],
    ['a state that nobody has described is told by who came last', told('SCHEDULED'), told('POSTPONED'), 'POSTPONED'],
  ])('%s', (_, detail, listing, status) => {
    const ledger = openLedger()
    ledger.record(callResource, detail, someMonday)
    ledger.record(callsResource, paged([listing]), someMonday + day)
    expect(callsResource.find(ledger.reader, { status }).hits).toBe(1)
  })

  test('fills in from the one that lags what the other does not say, and finds both records', () => {
    const ledger = openLedger()
    ledger.record(callResource, told('COMPLETED', noon), someMonday)
    const lagging = { ...told('IN_PROGRESS', morning), end_time: '2026-01-05T10:00:00Z', call_title: 'Old title' }
    ledger.record(callsResource, paged([lagging]), someMonday + day)
    expect(ledger.reader.get('SELECT call_title, end_time, listed_record_id, detail_record_id FROM call')).toEqual({
      call_title: 'Call a',
      end_time: '2026-01-05T10:00:00Z',
      listed_record_id: 2,
      detail_record_id: 1,
    })
  })
})

describe('a call requested in several forms', () => {
  const plain = { call_id: 'a' }

  /** The ledger after a response for each form; gives the parameters that were requested. */
  function inForms(...forms: readonly object[]): OpenLedger {
    const ledger = openLedger()
    for (const [index, form] of forms.entries()) {
      const projection = {
        ...callResource,
        identity: (record: Parameters<typeof callResource.identity>[0]) => callResource.identity(record, { ...form }),
      }
      ledger.record(projection, call('a', '', { headline: JSON.stringify(form) }), someMonday + index)
    }
    return ledger
  }
  const headlineOf = (ledger: OpenLedger, parameters: Parameters<typeof callResource.find>[1]) =>
    getRecords(ledger.reader, callResource.find(ledger.reader, parameters).recordIds).map(
      ({ body }) => (JSON.parse(body) as { headline: string }).headline,
    )

  test('keeps each form for itself: one is no newer version of the other', () => {
    const forms = [{}, { format: 'html' }, { clean: true }, { audio: true }]
    const ledger = inForms(...forms)
    expect(ledger.reader.get('SELECT count(*) AS records, max(revisions) AS revisions FROM ledger_record')).toEqual({
      records: 4,
      revisions: 1,
    })
    expect(
      [{}, { format: 'html' as const }, { clean: true }, { audio: true }].map((form) =>
        headlineOf(ledger, { ...plain, ...form }),
      ),
    ).toEqual(forms.map((form) => [JSON.stringify(form)]))
  })

  test('is read from the one with audio where the plain one was never requested, and not the other way round', () => {
    expect(headlineOf(inForms({ audio: true }), plain)).toEqual(['{"audio":true}'])
    expect(headlineOf(inForms({}), { ...plain, audio: true })).toEqual([])
    expect(headlineOf(inForms({ format: 'html' }), plain)).toEqual([])
  })
})
