import { hash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callReprojections, callResource, callsResource } from '#core/calls/resources.ts'
import type { DatabaseKind, OpenDatabase } from '#core/database/database-kind.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { storeResponse, type Projector } from '#core/ledger/store-response.ts'
import { rebuildProjections } from '#core/ledger/rebuild-projections.ts'
import { newsResource } from '#core/news/resource.ts'
import { ratingsResource } from '#core/ratings/resource.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import type { OperationName } from '#contract/service/operations.ts'
import { someMonday } from '../clocks.ts'
import { ownFolder } from '../folders.ts'
import { listed, paged } from '../records.ts'

const firstVersion: DatabaseKind = { ...libraryDatabase, migrations: libraryDatabase.migrations.slice(0, 1) }
const reprojections = [...callReprojections, ratingsResource, newsResource]
const never = new AbortController().signal

const detail = {
  call_id: 'a',
  symbol: 'ACME',
  name: 'Acme Inc',
  call_title: 'Acme Q3 2025 earnings call',
  start_time: '2025-10-28T13:00:00Z',
  end_time: '2025-10-28T14:00:00Z',
  status: 'COMPLETED',
  transcripts: [
    {
      text: 'whole',
      segments: [
        { segment_id: 1, speaker: 'Jane Doe', text: 'Margins widened.', start_time: '10', end_time: '3500' },
        { segment_id: 2, speaker: 'John Roe', text: 'Thank you.', start_time: '3500', end_time: '3590' },
      ],
    },
  ],
  participants: [{ name: 'Jane Doe', role: 'Chief Executive Officer', organization: 'Acme Inc' }],
  summary: { summary: 'Good quarter.', sentiment: 0.3 },
}
const rating = { id: 7, ticker: 'ACME', company: 'Acme Inc', action: 'Upgrades', story: 'Raised on margins.' }
const item = { id: 9, ticker: 'ACME', headline: 'Acme rises', catalyst: 'A widened margin.' }

function record<Name extends OperationName>(
  { writer }: OpenDatabase,
  projection: Projector<Name>,
  content: unknown,
  at = someMonday,
): void {
  if (!writer) throw new Error('the library is read-only')
  const { operation } = projection
  const sent = { body: Buffer.from(JSON.stringify(content)), contentType: 'application/json', hadKey: true }
  const answer = validateResponse(operation, {}, { path: '/asked', parameters: {} }, sent, at, {
    operation,
    host: 'service',
  })
  storeResponse(writer, answer, projection)
}

/** The rows that the first version kept of a record, a second between its contents. */
function keepAsThen(
  { writer }: OpenDatabase,
  kind: OperationName,
  identity: string,
  contents: readonly object[],
): void {
  const insert = (sql: string, values: readonly (string | number | Buffer | null)[]) =>
    writer?.run(sql, values).lastInsertRowid ?? 0
  const ids = contents.map((content) => {
    const body = JSON.stringify(content)
    return insert('INSERT INTO ledger_content (hash, body) VALUES (?, ?)', [hash('sha256', body, 'buffer'), body])
  })
  const last = contents.length - 1
  const lastSeenAt = someMonday + last * 1000
  const responseId = insert(
    "INSERT INTO ledger_answer (operation, parameters, path, fetched_at) VALUES (?, '{}', '/asked', ?)",
    [kind, lastSeenAt],
  )
  const recordId = insert(
    `INSERT INTO ledger_record (kind, identity, content_id, revisions, first_seen_at, last_seen_at, last_answer_id)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [kind, identity, ids[last] ?? 0, contents.length, someMonday, lastSeenAt, responseId],
  )
  for (const [at, id] of ids.entries()) {
    const knownFrom = someMonday + at * 1000
    insert(
      'INSERT INTO ledger_revision (record_id, known_from, last_seen_at, content_id, answer_id) VALUES (?, ?, ?, ?, ?)',
      [recordId, knownFrom, at === last ? null : knownFrom, id, responseId],
    )
  }
}

/** A library of the version before full text, closed: its ledger is as that version left it. */
function oldLibrary(): string {
  const file = join(ownFolder(), 'library.db')
  const library = openDatabase(file, firstVersion)
  keepAsThen(library, 'calls.list', 'a', [{ ...detail, transcripts: null }])
  keepAsThen(library, 'calls.one', 'a json verbatim', [{ ...detail, transcripts: [] }, detail])
  keepAsThen(library, 'ratings', '7', [rating])
  keepAsThen(library, 'news', '9', [item])
  library.writer?.run(
    `INSERT INTO call (call_id, listed_record_id, detail_record_id, symbol, status) VALUES ('a', 1, 2, 'ACME', 'COMPLETED')`,
  )
  library.close()
  return file
}

function opened(file: string): OpenDatabase & { readonly writer: NonNullable<OpenDatabase['writer']> } {
  const library = openDatabase(file, libraryDatabase)
  const { writer } = library
  if (!writer) throw new Error('the library is read-only')
  return { ...library, writer }
}

const projections = ['parsed_transcript', 'transcript', 'call_speaker', 'transcript_turn', 'document', 'vocabulary']
/** But for the ids of documents, which are never used again: a document that was replaced has a higher one. */
const everything = ({ reader }: OpenDatabase) =>
  projections.map((table) =>
    reader.all(`SELECT * FROM ${table}`).map((row) => (table === 'document' ? { ...(row as object), id: null } : row)),
  )
const found = ({ reader }: OpenDatabase, word: string) => [
  reader.all('SELECT rowid FROM transcript_text WHERE transcript_text MATCH ?', [word]).length,
  reader.all('SELECT rowid FROM document_text WHERE document_text MATCH ?', [word]).length,
]

test('a library from before full text is searched whole once it was gone through, and holds what a new one would', async () => {
  const old = opened(oldLibrary())
  expect(await rebuildProjections(old.writer, reprojections, never)).toBe(4)

  const unseen = opened(join(ownFolder(), 'library.db'))
  record(unseen, callsResource, paged([{ ...detail, transcripts: null }]))
  record(unseen, callResource, { ...detail, transcripts: [] })
  record(unseen, callResource, detail, someMonday + 1000)
  record(unseen, ratingsResource, listed([rating]))
  record(unseen, newsResource, listed([item]))
  expect(everything(old)).toEqual(everything(unseen))
  expect([found(old, 'margins'), found(old, 'widened'), found(old, 'quarter')]).toEqual([
    [1, 1],
    [1, 1],
    [0, 1],
  ])
  expect(old.reader.all('SELECT end_time, seconds, status FROM call')).toEqual([
    { end_time: '2025-10-28T14:00:00Z', seconds: 3600, status: 'COMPLETED' },
  ])
  old.close()
  unseen.close()
})

test('going through it ends where it was left, whether the program ended or died meanwhile, and is not done twice', async () => {
  const file = oldLibrary()
  const first = opened(file)
  const ending = AbortSignal.abort()
  // One batch takes all of them, however slow the machine is; the end follows it.
  const wholeBatch = { milliseconds: Number.POSITIVE_INFINITY, records: 200 }
  await expect(rebuildProjections(first.writer, reprojections, ending, wholeBatch)).rejects.toThrow()
  const before = everything(first)
  first.close()
  const second = opened(file)
  await rebuildProjections(second.writer, reprojections, never)
  expect(everything(second)).toEqual(before)
  expect(await rebuildProjections(second.writer, reprojections, never)).toBe(0)
  second.close()
})

test('a form that is searched already gives way to a better one only, and words that went are no longer found', () => {
  const library = opened(join(ownFolder(), 'library.db'))
  const asked = (form: object): Projector<'calls.one'> => ({
    ...callResource,
    identity: (each) => callResource.identity(each, { ...form }),
  })
  const saying = (text: string) => ({ ...detail, transcripts: [{ segments: [{ segment_id: 1, speaker: 'A', text }] }] })
  record(library, asked({ clean: true }), saying('cleaned words'))
  record(library, asked({}), saying('verbatim words'))
  record(library, asked({ format: 'html' }), saying('marked words'))
  expect(['cleaned', 'verbatim', 'marked'].map((word) => found(library, word)[0])).toEqual([0, 1, 0])
  record(library, asked({}), saying('other words'), someMonday + 1000)
  expect(['verbatim', 'other', 'words'].map((word) => found(library, word)[0])).toEqual([0, 1, 1])
  library.writer.run("INSERT INTO transcript_text (transcript_text, rank) VALUES ('integrity-check', 1)")
  library.writer.run("INSERT INTO document_text (document_text, rank) VALUES ('integrity-check', 1)")
  library.close()
})

/** Thirty thousand words that differ cost the index what a year of calls does. */
const flood = {
  ...detail,
  call_id: 'flood',
  transcripts: [
    {
      text: '',
      segments: [
        {
          segment_id: 1,
          speaker: 'Jane Doe',
          text: Array.from({ length: 30_001 }, (_, at) => `w${at}`).join(' '),
          start_time: '1',
          end_time: '2',
        },
      ],
    },
  ],
}

test('a call of more different words than were ever spoken is refused, and nothing of it is kept', () => {
  const library = opened(join(ownFolder(), 'library.db'))
  record(library, callResource, detail)
  expect(() => record(library, callResource, flood)).toThrow(/too large \(limit 30,000 different words\)/)
  expect(library.reader.all('SELECT identity FROM ledger_record')).toHaveLength(1)
  library.close()
})

test.each([
  [
    'in its turns',
    { segments: Array.from({ length: 31 }, () => ({ speaker: 'Jane Doe', text: 'a '.repeat(50_000) })) },
  ],
  ['in one text', { text: 'a '.repeat(1_500_001), segments: null }],
])('a call whose transcript is six times as long as ten hours of speech %s is refused', (_, transcript) => {
  const library = opened(join(ownFolder(), 'library.db'))
  expect(() => record(library, callResource, { ...detail, transcripts: [transcript] })).toThrow(
    /3,000,000 characters per transcript/,
  )
  expect(library.reader.all('SELECT identity FROM ledger_record')).toEqual([])
  library.close()
})

test('one that an earlier version took stays in the library, and keeps no other from being searchable', async () => {
  const file = join(ownFolder(), 'library.db')
  const library = opened(file)
  const unprojected = { project: () => undefined, index: () => undefined }
  record(library, { ...callResource, ...unprojected }, flood)
  record(library, { ...callResource, ...unprojected }, detail)
  record(library, { ...ratingsResource, ...unprojected }, listed([rating]))
  library.writer.run('DELETE FROM reprojection')
  await rebuildProjections(library.writer, reprojections, never)
  expect(library.reader.all('SELECT call_id FROM transcript')).toEqual([{ call_id: 'a' }])
  expect(library.reader.all("SELECT word FROM vocabulary WHERE word IN ('raised', 'widened', 'w7')")).toHaveLength(2)
  expect(library.reader.all('SELECT identity FROM ledger_record')).toHaveLength(3)
  library.close()
})
