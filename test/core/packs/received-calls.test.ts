import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { callsResource } from '#core/calls/resources.ts'
import { noteDue } from '#core/ledger/due-projections-store.ts'
import { projectDue } from '#core/ledger/due-projections.ts'
import { insertPackedResponse, notePack } from '#core/ledger/history-store.ts'
import { insertContent } from '#core/ledger/ledger-store.ts'
import { storeHistory } from '#core/ledger/store-history.ts'
import { packedProjectors } from '#core/packs/packed-kinds.ts'
import { someMonday } from '../clocks.ts'
import { openLedger, type OpenLedger } from '../ledger/ledger.ts'
import { listed } from '../records.ts'

const call = { call_id: 'a', symbol: 'ACME', name: 'Acme Inc', start_time: '2025-10-28T13:00:00Z', status: 'COMPLETED' }

/** A pack brings the detail of the call, and what lists need of it is not made yet. */
function receiveDetail({ writer }: OpenLedger, title: string, at: number): void {
  const origin = { author: 'Ada', madeAt: at, workspace: 'Sample', host: 'sample' }
  const request = { operation: 'calls.one', parameters: '{"call_id":"a"}', path: '/calls/a', fetchedAt: at } as const
  const stated = { message: null, hits: null, pageCount: null, unidentified: 0 }
  const responseId = insertPackedResponse(writer, { ...request, ...stated, packId: notePack(writer, origin, at) })
  const body = JSON.stringify({ ...call, call_title: title })
  const contentId = insertContent(writer, hash('sha256', body, 'buffer'), body)
  const revision = { knownFrom: at, lastSeenAt: at, recordUpdatedAt: null, response: 0, lastResponse: 0 }
  const { recordId } = storeHistory(
    writer,
    {
      kind: 'calls.one',
      identity: 'a json verbatim',
      firstSeenAt: at,
      revisions: [{ ...revision, contentId }],
      acceptances: [],
    },
    { responseIdOf: () => responseId, isFromService: () => false },
  )
  noteDue(writer, [recordId])
}

test.each([
  { sent: 'while a pack is indexed', listedAt: 2000, title: 'As renamed' },
  { sent: 'before the pack was made', listedAt: 500, title: 'As packed' },
])('a call’s record in the list, sent $sent, has the title that was sent last (K2)', async ({ listedAt, title }) => {
  const library = openLedger()
  const { writer, reader } = library
  // Nothing dates either: only when they were sent says which is newer.
  const list = () =>
    library.record(callsResource, listed([{ ...call, call_title: 'As renamed' }]), someMonday + listedAt)
  if (listedAt < 1000) list()
  receiveDetail(library, 'As packed', someMonday + 1000)
  if (listedAt > 1000) list()
  await projectDue(writer, packedProjectors, new AbortController().signal, () => undefined)
  expect(reader.get('SELECT call_title AS title, detail_record_id IS NOT NULL AS isOpened FROM call')).toEqual({
    title,
    isOpened: 1,
  })
})
