import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entriesOf } from '#core/calls/call-entries.ts'
import { getCallRows } from '#core/calls/call-list-store.ts'
import type { DatabaseKind, OpenDatabase } from '#core/database/database-kind.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { openReadOnly } from '#core/database/open-read-only.ts'
import type { Reader } from '#core/database/reader-writer.ts'
import { insertTurnColumns, type TurnFacts } from '#core/full-text-index/turn-columns.ts'
import { TranscriptSearch } from '#core/transcript-search/transcript-search.ts'
import { ownFolder } from '../folders.ts'

const never = new AbortController().signal

/** The last version whose tables were called `spoken_call`, `spoken_turn`, `written` and `call_reading`. */
const earlierKind: DatabaseKind = {
  ...libraryDatabase,
  migrations: libraryDatabase.migrations.slice(0, 17),
  views: [{ name: 'turns', as: '(call_id, text) AS SELECT call_id, text FROM spoken_turn' }],
}

/** A closed library of that version, with a call of two turns and its summary. */
function earlierLibrary(): string {
  const file = join(ownFolder(), 'library.db')
  const library = openDatabase(file, earlierKind)
  const { writer } = library
  if (!writer) throw new Error('the library is read-only')
  const statements = [
    "INSERT INTO ledger_answer (id, operation, parameters, path, fetched_at) VALUES (1, 'calls.one', '{}', '/', 1)",
    "INSERT INTO ledger_content (id, hash, body) VALUES (1, x'00', '{}')",
    `INSERT INTO ledger_record (id, kind, identity, content_id, revisions, first_seen_at, last_seen_at, last_answer_id)
     VALUES (1, 'calls.one', 'a json verbatim', 1, 1, 1, 1, 1)`,
    `INSERT INTO call (call_id, detail_record_id, symbol, name, call_title, started_at, status)
     VALUES ('a', 1, 'ACME', 'Acme', 'Acme Q3 2025 call', 1000, 'COMPLETED')`,
    `INSERT INTO spoken_call (call_id, record_id, symbol, company, title, started_at, fiscal_quarter, fiscal_year, turns, words,
       stored_at, time_unit, sections_from)
     VALUES ('a', 1, 'ACME', 'Acme', 'Acme Q3 2025 call', 1000, 'Q3', 2025, 2, 4, 2000, 'seconds', 'announced')`,
    `INSERT INTO call_speaker (call_id, number, name, side, turns, words) VALUES ('a', 0, 'Jane Doe', 'company', 2, 4)`,
    ...['Margins widened.', 'Debt fell.'].map(
      (text, position) => `INSERT INTO spoken_turn (id, call_id, position, speaker, section, words, question, text)
        VALUES (${position + 1}, 'a', ${position}, 0, 'prepared', 2, 0, '${text}')`,
    ),
    'INSERT INTO spoken_text (rowid, text) SELECT id, text FROM spoken_turn',
    `INSERT INTO written (id, kind, record_id, call_id, symbol, company, at, title, body, stored_at)
     VALUES (1, 'summary', 1, 'a', 'ACME', 'Acme', 1000, 'Acme Q3 2025 call', 'Margins were the subject.', 2000)`,
    'INSERT INTO written_text (rowid, title, body) SELECT id, title, body FROM written',
    `INSERT INTO call_reading (record_id, content_id, generation, head, turns) VALUES (1, 1, 1, '{"times":{"says":""}}', '')`,
    ...['margins', 'widened', 'debt', 'fell'].map((word) => `INSERT INTO vocabulary VALUES ('${word}', '${word}')`),
  ]
  for (const statement of statements) writer.run(statement)
  const turn: TurnFacts = {
    speaker: 0,
    words: 2,
    section: 'prepared',
    isQuestion: false,
    sentiment: null,
    confidence: null,
  }
  insertTurnColumns(writer, 'a', 1, [turn, turn])
  library.close()
  return file
}

/** Every hit of a query, as kind and text. */
async function hitsIn(reader: Reader, isReadOnly: boolean, query: string): Promise<string[]> {
  const calls = {
    entries: (callIds: readonly string[]) =>
      new Map(entriesOf(reader, getCallRows(reader, callIds), () => new Map()).map((entry) => [entry.callId, entry])),
    timesSetFor: () => null,
  }
  const fullText = new TranscriptSearch({ reader, isReadOnly, ending: never, calls, synonyms: () => [] })
  const found = await fullText.run({ query, chosen: {}, order: 'best', offset: 0, limit: 9 })
  if (!found.understood) throw new Error(found.error.message)
  return found.result.groups
    .flatMap(({ hits }) => hits.map(({ kind, snippet }) => `${kind}: ${snippet.map(({ text }) => text).join('')}`))
    .toSorted()
}

const formerNames = /^(spoken_|written|call_reading)/

describe('a library whose tables have their former names', () => {
  test('is searched as before, word for word, in turns and in documents, and its SQL view has the turns', async () => {
    const library = openDatabase(earlierLibrary(), libraryDatabase)
    const { reader, writer, notices } = library
    expect(await hitsIn(reader, false, '"margins"')).toEqual([
      'summary: Margins were the subject.',
      'turn: Margins widened.',
    ])
    expect(await hitsIn(reader, false, '"debt"')).toEqual(['turn: Debt fell.'])
    for (const index of ['transcript_text', 'document_text'])
      writer?.run(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`)
    expect(reader.all('SELECT speaker, text FROM turns')).toEqual([
      { speaker: 'Jane Doe', text: 'Margins widened.' },
      { speaker: 'Jane Doe', text: 'Debt fell.' },
    ])
    expect([reader.all('SELECT record_id, head FROM parsed_transcript'), notices]).toEqual([
      [{ record_id: 1, head: '{"times":{"explanation":""}}' }],
      [],
    ])
    library.close()
  })

  test('is searched where it cannot be written, too', async () => {
    const library = openReadOnly(earlierLibrary(), libraryDatabase, { kind: 'read-only' })
    expect(await hitsIn(library.reader, true, '"margins"')).toHaveLength(2)
    library.close()
  })

  test('has the same schema as a new one', () => {
    const schemaOf = ({ reader }: OpenDatabase) =>
      reader.all('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name')
    const [earlier, created] = [earlierLibrary(), join(ownFolder(), 'library.db')].map((file) =>
      openDatabase(file, libraryDatabase),
    )
    if (!earlier || !created) throw new Error('a library did not open')
    expect(schemaOf(earlier)).toEqual(schemaOf(created))
    const names = earlier.reader.all<{ name: string }>('SELECT name FROM sqlite_schema').map(({ name }) => name)
    expect(names.filter((name) => formerNames.test(name))).toEqual([])
    earlier.close()
    created.close()
  })
})
