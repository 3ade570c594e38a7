import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { TranscriptForm } from '#contract/api/calls.ts'
import { openCall } from '#core/calls/open-call.ts'
import { identityOf } from '#core/calls/transcript-formats.ts'
import { callResource } from '#core/calls/resources.ts'
import { findForm, getVersions } from '#core/calls/transcript-versions-store.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { someMonday } from '../clocks.ts'
import { ownFolder } from '../folders.ts'
import { callOnWire, segmentsOf, transcribed } from './calls-service.ts'

const asSpoken: TranscriptForm = { format: 'json', clean: false }
const spoken = transcribed('Operator: Our first question comes from Jane Doe.', 'Jane Doe: Margins?', 'Ann Poe: Wider.')

/** A library, the calls that are stored in it, and how one of them opens. */
function library() {
  const open = openDatabase(join(ownFolder(), 'library.db'), libraryDatabase)
  const { writer } = open
  if (!writer) throw new Error('the library is read-only')
  onTestFinished(() => open.close())
  return {
    writer,
    store: (content: unknown, form = asSpoken, at = someMonday) => {
      const sent = { body: Buffer.from(JSON.stringify(content)), contentType: 'application/json', hadKey: true }
      const asked = { operation: 'One conference call', host: 'service' }
      const parameters = { call_id: 'a', format: form.format, clean: form.clean }
      storeResponse(
        writer,
        validateResponse('calls.one', parameters, { path: '/', parameters: {} }, sent, at, asked),
        callResource,
      )
    },
    open: (form = asSpoken, hash?: string, times: Parameters<typeof openCall>[3]['times'] = null) => {
      const stored = findForm(writer, identityOf('a', form))
      const context = { form, times, stale: false, refreshing: false, failure: null }
      return stored && openCall(writer, stored, hash, { entry, ...context })
    },
    forget: () => writer.run('DELETE FROM parsed_transcript'),
  }
}

const entry = {
  callId: 'a',
  symbol: null,
  exchange: null,
  company: null,
  title: 'Call a',
  quarter: null,
  startedAt: null,
  startTime: null,
  seconds: null,
  status: 'COMPLETED',
  stored: null,
  recording: 'none',
  seenAt: someMonday,
} as const

describe('what is kept of a call apart from its record', () => {
  test.each([
    [
      'with a summary, participants and a recording',
      {
        ...spoken,
        summary: { summary: 'One.\nTwo.', sentiment: 0.2, created_at: '2025-10-29T00:00:00Z' },
        participants: [{ name: 'Ann Poe', role: 'Chief Executive Officer', organization: 'Acme Inc', mentions: 3 }],
        recording: { total_size: 12, duration: 27, formats: [{ file_link: 'a.mp3', size: 12 }] },
        figis: ['BBG000000001'],
      },
    ],
    [
      'with fields of the wrong type',
      {
        transcripts: [
          { segments: segmentsOf('Jane Doe: One.', 'Jane Doe: Two.').with(0, { text: 7, speaker: ['x'] }) },
        ],
        participants: 'none',
      },
    ],
    ['with segments of null', { transcripts: [{ text: 'Jane Doe: One.\n\nAnn Poe: Two.', segments: null }] }],
    ['without a transcript', {}],
  ])('reads as its record does: %s', (_, fields) => {
    const { store, open, forget } = library()
    store(callOnWire('a', fields))
    const kept = open()
    forget()
    expect(kept).toEqual(open())
    expect(kept?.versions).toHaveLength(1)
  })

  test('is each form’s own, and the latest version’s', () => {
    const { writer, store, open, forget } = library()
    const html: TranscriptForm = { format: 'html', clean: true }
    store(callOnWire('a', spoken))
    store(callOnWire('a', { transcripts: [{ text: '<p>Jane Doe: Margins <b>widened</b>.</p>' }] }), html)
    store(callOnWire('a', transcribed('Jane Doe: Corrected.')), asSpoken, someMonday + 1000)
    const stored = findForm(writer, identityOf('a', asSpoken))
    const hashes = getVersions(writer, stored?.recordId ?? 0).map(({ hash }) => hash)
    const opened = () => [open(), open(html), ...hashes.map((hash) => open(asSpoken, hash))]
    const kept = opened()
    expect(kept.map((call) => call?.versions[0]?.turns)).toEqual([1, 1, 1, 1])
    expect(kept[3]?.chunks[0]?.turns).toContain('Margins?')
    forget()
    expect(kept).toEqual(opened())
  })

  test('gives way to times that the user has set', () => {
    const { store, open } = library()
    store(callOnWire('a', spoken))
    const set = open(asSpoken, undefined, { unit: 'minutes', offset: 5 })
    expect(JSON.parse(set?.chunks[0]?.turns ?? '')).toMatchObject({ start: [5, 605, 1205] })
    expect(set?.times.how).toBe('set')
  })

  test('is what is opened, unless another program version left it', () => {
    const { writer, store, open } = library()
    store(callOnWire('a', spoken))
    writer.run(`UPDATE parsed_transcript SET head = json_set(head, '$.language', 'kept')`)
    expect(open()?.language).toBe('kept')
    writer.run('UPDATE parsed_transcript SET projection_version = projection_version - 1')
    expect(open()?.language).toBe('en-US')
  })
})
