import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callReprojections, callShelf, callsShelf } from '#core/calls/shelves.ts'
import type { DatabaseKind, OpenDatabase } from '#core/database/kind.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open.ts'
import { recordAnswer, type Projection } from '#core/ledger/record-answer.ts'
import { reproject } from '#core/ledger/reproject.ts'
import { newsShelf } from '#core/news/shelf.ts'
import { ratingsShelf } from '#core/ratings/shelf.ts'
import { believe } from '#core/service/believe.ts'
import type { OperationName } from '#contract/service/operations.ts'
import { someMonday } from '../clocks.ts'
import { ownFolder } from '../folders.ts'
import { listed, paged } from '../records.ts'

const firstVersion: DatabaseKind = { ...libraryDatabase, migrations: libraryDatabase.migrations.slice(0, 1) }
const reprojections = [...callReprojections, ratingsShelf, newsShelf]
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
  projection: Projection<Name>,
  content: unknown,
  at = someMonday,
): void {
  if (!writer) throw new Error('the library is read-only')
  const { operation } = projection
  const sent = { body: Buffer.from(JSON.stringify(content)), contentType: 'application/json', hadKey: true }
  const answer = believe(operation, {}, { path: '/asked', parameters: {} }, sent, at, { operation, host: 'service' })
  recordAnswer(writer, answer, projection)
}

/** A library of the version before full text, closed: its ledger is as that version left it. */
function oldLibrary(): string {
  const file = join(ownFolder(), 'library.db')
  const library = openDatabase(file, firstVersion)
  const unprojected = { project: () => undefined, index: () => undefined }
  record(library, { ...callsShelf, ...unprojected }, paged([{ ...detail, transcripts: null }]))
  record(library, { ...callShelf, ...unprojected }, { ...detail, transcripts: [] })
  record(library, { ...callShelf, ...unprojected }, detail, someMonday + 1000)
  record(library, { ...ratingsShelf, ...unprojected }, listed([rating]))
  record(library, { ...newsShelf, ...unprojected }, listed([item]))
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

const projections = ['call_reading', 'spoken_call', 'call_speaker', 'spoken_turn', 'written', 'vocabulary']
const everything = ({ reader }: OpenDatabase) => projections.map((table) => reader.all(`SELECT * FROM ${table}`))
const found = ({ reader }: OpenDatabase, word: string) => [
  reader.all('SELECT rowid FROM spoken_text WHERE spoken_text MATCH ?', [word]).length,
  reader.all('SELECT rowid FROM written_text WHERE written_text MATCH ?', [word]).length,
]

test('a library from before full text is searched whole once it was gone through, and holds what a new one would', async () => {
  const old = opened(oldLibrary())
  expect(await reproject(old.writer, reprojections, never)).toBe(4)

  const fresh = opened(join(ownFolder(), 'library.db'))
  record(fresh, callsShelf, paged([{ ...detail, transcripts: null }]))
  record(fresh, callShelf, { ...detail, transcripts: [] })
  record(fresh, callShelf, detail, someMonday + 1000)
  record(fresh, ratingsShelf, listed([rating]))
  record(fresh, newsShelf, listed([item]))
  expect(everything(old)).toEqual(everything(fresh))
  expect([found(old, 'margins'), found(old, 'widened'), found(old, 'quarter')]).toEqual([
    [1, 1],
    [1, 1],
    [0, 1],
  ])
  expect(old.reader.all('SELECT end_time, seconds, status FROM call')).toEqual([
    { end_time: '2025-10-28T14:00:00Z', seconds: 3600, status: 'COMPLETED' },
  ])
  old.close()
  fresh.close()
})

test('going through it ends where it was left, whether the program ended or died meanwhile, and is not done twice', async () => {
  const file = oldLibrary()
  const first = opened(file)
  const ending = AbortSignal.abort()
  await expect(reproject(first.writer, reprojections, ending)).rejects.toThrow()
  const before = everything(first)
  first.close()
  const second = opened(file)
  await reproject(second.writer, reprojections, never)
  expect(everything(second)).toEqual(before)
  expect(await reproject(second.writer, reprojections, never)).toBe(0)
  second.close()
})

test('a form that is searched already gives way to a better one only, and words that went are no longer found', () => {
  const library = opened(join(ownFolder(), 'library.db'))
  const asked = (form: object): Projection<'calls.one'> => ({
    ...callShelf,
    identity: (each) => callShelf.identity(each, { ...form }),
  })
  const saying = (text: string) => ({ ...detail, transcripts: [{ segments: [{ segment_id: 1, speaker: 'A', text }] }] })
  record(library, asked({ clean: true }), saying('cleaned words'))
  record(library, asked({}), saying('verbatim words'))
  record(library, asked({ format: 'html' }), saying('marked words'))
  expect(['cleaned', 'verbatim', 'marked'].map((word) => found(library, word)[0])).toEqual([0, 1, 0])
  record(library, asked({}), saying('other words'), someMonday + 1000)
  expect(['verbatim', 'other', 'words'].map((word) => found(library, word)[0])).toEqual([0, 1, 1])
  library.writer.run("INSERT INTO spoken_text (spoken_text, rank) VALUES ('integrity-check', 1)")
  library.writer.run("INSERT INTO written_text (written_text, rank) VALUES ('integrity-check', 1)")
  library.close()
})
