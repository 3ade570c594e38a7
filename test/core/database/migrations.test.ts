import Database from 'better-sqlite3'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { calculatedLines } from '#contract/api/calculated-lines.ts'
import type { DatabaseKind } from '#core/database/database-kind.ts'
import { deskDatabase } from '#core/database/desk-schema.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { backupFile } from '#core/database/migrations.ts'
import { openDatabase } from '#core/database/open-database.ts'
import {
  getEveryRecordOfResponses,
  getLatestResponse,
  getRecord,
  getResponseRecords,
  getRevisions,
} from '#core/ledger/ledger-store.ts'
import { marksIn } from '#core/ledger/shown-records.ts'
import { profileDatabase } from '#core/database/profile-schema.ts'
import { filesIn, hashOf, ownFolder } from '../folders.ts'
import { notebook, notesIn, write } from './notebook.ts'

function notebookOfVersion1(...notes: readonly string[]): string {
  const file = join(ownFolder(), 'notes.db')
  const database = openDatabase(file, notebook(1))
  for (const note of notes) write(database, note)
  database.close()
  return file
}

function versionOf(file: string): unknown {
  const database = new Database(file, { readonly: true })
  const version = database.pragma('user_version', { simple: true })
  database.close()
  return version
}

const failing: DatabaseKind = {
  ...notebook(2),
  migrations: [...notebook(2).migrations, 'DELETE FROM note; ALTER TABLE nowhere ADD COLUMN stars;'],
}

describe('a database of an older version (C3)', () => {
  test('is brought to the latest, with what it holds', () => {
    const file = notebookOfVersion1('one', 'two')
    const database = openDatabase(file, notebook(3))
    const notes = database.reader.all('SELECT id, text, stars FROM note ORDER BY id')
    expect([notes, database.reader.all('SELECT name FROM tag ORDER BY name'), database.notices]).toEqual([
      [
        { id: 1, text: 'one', stars: 1 },
        { id: 2, text: 'two', stars: 1 },
      ],
      [{ name: 'one' }, { name: 'two' }],
      [],
    ])
    database.close()
  })

  test('is copied whole before anything changes in it, by the name of the version that it had', () => {
    const file = notebookOfVersion1('one', 'two')
    openDatabase(file, notebook(3)).close()
    const copy = openDatabase(backupFile(file, 1), notebook(1))
    expect([notesIn(copy), copy.notices]).toEqual([['one', 'two'], []])
    copy.close()
    expect(filesIn(join(file, '..', 'backups')).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('keeps its copy through start after start that fails, and stays as it was itself', () => {
    const file = notebookOfVersion1('one')
    expect(() => openDatabase(file, failing)).toThrow('no such table: nowhere')
    const copied = hashOf(backupFile(file, 1))
    expect(() => openDatabase(file, failing)).toThrow('no such table: nowhere')
    const still = openDatabase(file, notebook(1))
    expect([versionOf(file), notesIn(still), hashOf(backupFile(file, 1))]).toEqual([1, ['one'], copied])
    still.close()
    expect(copied).toBeDefined()
  })

  test('is copied again over what an interrupted copy left', () => {
    const file = notebookOfVersion1('one')
    mkdirSync(join(file, '..', 'backups'))
    writeFileSync(`${backupFile(file, 1)}.part`, 'half a copy')
    openDatabase(file, notebook(2)).close()
    const copy = openDatabase(backupFile(file, 1), notebook(1))
    expect(notesIn(copy)).toEqual(['one'])
    copy.close()
  })

  test('is not copied when it is new or already the latest: there is nothing to lose', () => {
    const file = notebookOfVersion1('one')
    openDatabase(file, notebook(1)).close()
    expect(filesIn(join(file, '..', 'backups'))).toEqual([])
  })
})

test.each([
  ['library', libraryDatabase],
  ['desk', deskDatabase],
  ['profile', profileDatabase],
])('the %s’s schema can be made, is whole, and its tables refuse values of another type', (name, kind) => {
  const file = join(ownFolder(), `${name}.db`)
  openDatabase(file, kind).close()
  const database = new Database(file)
  const loose = database
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all()
  expect([database.pragma('integrity_check', { simple: true }), database.pragma('foreign_key_check')]).toEqual([
    'ok',
    [],
  ])
  // The wide table of figures holds whole numbers and decimals as received.
  expect(loose).toEqual(name === 'library' ? ['fundamental_period'] : [])
  database.close()
})

test('a library with the column that was tried and taken out again is opened, with what it holds, and goes on without it', () => {
  const file = join(ownFolder(), 'library.db')
  const triedOut: DatabaseKind = {
    ...libraryDatabase,
    migrations: [
      ...libraryDatabase.migrations.slice(0, 11),
      'ALTER TABLE ledger_answer ADD COLUMN is_last INTEGER NOT NULL DEFAULT 0;',
    ],
  }
  const before = openDatabase(file, triedOut)
  before.writer?.run(
    "INSERT INTO ledger_answer (operation, parameters, path, fetched_at, is_last) VALUES ('news', '{}', '/news', 1, 1)",
  )
  before.close()
  const after = openDatabase(file, libraryDatabase)
  expect([after.reader.all('SELECT * FROM ledger_response'), after.notices]).toEqual([
    [expect.not.objectContaining({ is_last: expect.anything() as number })],
    [],
  ])
  expect(after.reader.get('SELECT operation, path FROM ledger_response')).toEqual({ operation: 'news', path: '/news' })
  after.close()
})

test('records of earlier responses that could not be identified are counted when a library is brought to this version', () => {
  const file = join(ownFolder(), 'library.db')
  const before = openDatabase(file, { ...libraryDatabase, migrations: libraryDatabase.migrations.slice(0, 13) })
  const run = (sql: string) => before.writer?.run(sql)
  run(
    "INSERT INTO ledger_answer (operation, parameters, path, fetched_at, records) VALUES ('news', '{}', '/', 1, '[1,2]')",
  )
  run(
    "INSERT INTO ledger_answer (operation, parameters, path, fetched_at, records) VALUES ('news', '{}', '/', 2, '[1]')",
  )
  run("INSERT INTO ledger_content (hash, body) VALUES (x'00', '{}')")
  for (const identity of ['7', 'unnamed 0a']) {
    run(`INSERT INTO ledger_record (kind, identity, content_id, revisions, first_seen_at, last_seen_at, last_answer_id)
         VALUES ('news', '${identity}', 1, 1, 1, 1, 1)`)
  }
  before.close()
  const after = openDatabase(file, libraryDatabase)
  expect(after.reader.all('SELECT unidentified FROM ledger_response ORDER BY id')).toEqual([
    { unidentified: 1 },
    { unidentified: 0 },
  ])
  after.close()
})

test('what was saved with the former ids of calculated lines names them by the present ones', () => {
  const file = join(ownFolder(), 'desk.db')
  const earlier = openDatabase(file, { ...deskDatabase, migrations: deskDatabase.migrations.slice(0, 12) })
  const run = (sql: string, values: readonly string[]) => earlier.writer?.run(sql, values)
  const ids = ['gross_margin', 'operating_margin', 'ebitda_margin', 'net_margin', 'tax_rate', 'free_cash_flow']
  const former = [...ids, 'fcf_margin', 'net_debt'].map((id) => `reckoned.${id}`)
  const spec = JSON.stringify({ lines: ['Revenue', ...former], look: { line: 'reckoned.net_debt' } })
  const view = JSON.stringify({ columns: ['note', ...former.map((id) => `change:${id}`)] })
  run(`INSERT INTO saved_comparison VALUES ('one', 'As I reckoned.', ?, 1, '{}')`, [spec])
  run(`INSERT INTO own_metric VALUES ('one', 'Leverage', ?, 'ratio', 1)`, ['reckoned.net_debt / EBITDA'])
  run(`INSERT INTO watchlist VALUES ('one', 'CopyCompleteness', ?, 0, NULL)`, [view])
  run(`INSERT INTO window_tabs VALUES ('window', ?, 1)`, [JSON.stringify({ places: [{ spec }] })])
  run(`INSERT INTO draft VALUES ('metric:one', 1, 'Leverage', ?, ?)`, [JSON.stringify({ spec }), 'reckoned.net_debt'])
  run(`INSERT INTO watched VALUES ('one', 'ACME', NULL, 0, 'Worse than they reckoned.', 1, 1)`, [])
  earlier.close()
  const now = openDatabase(file, deskDatabase)
  const rows = ['saved_comparison', 'own_metric', 'watchlist', 'window_tabs', 'draft', 'watched'].flatMap((table) =>
    now.reader.all<Record<string, unknown>>(`SELECT * FROM ${table}`),
  )
  now.close()
  const texts = rows.flatMap((row) => Object.values(row).map(String))
  expect(texts.filter((text) => text.includes('reckoned'))).toEqual(['As I reckoned.', 'Worse than they reckoned.'])
  const found = new Set(texts.flatMap((text) => text.match(/calculated\.\w+/g) ?? []))
  expect([...found].toSorted()).toEqual(calculatedLines.map(({ field }) => field).toSorted())
})

test('what was saved with the former names of the API is read by the present ones', () => {
  const file = join(ownFolder(), 'desk.db')
  const earlier = openDatabase(file, { ...deskDatabase, migrations: deskDatabase.migrations.slice(0, 13) })
  const run = (sql: string, values: readonly string[] = []) => earlier.writer?.run(sql, values)
  const spec = JSON.stringify({ lines: ['Revenue'], asKnownOn: 7 })
  const failure = JSON.stringify({ kind: 'moved', said: 'Ask “kind”: moved' })
  run(`INSERT INTO saved_comparison VALUES ('one', 'asKnownOn', ?, 1, '{}')`, [spec])
  run(`INSERT INTO watchlist VALUES ('one', 'Fresh', '{"fresh":["call"]}', 0, NULL)`)
  run(`INSERT INTO window_tabs VALUES ('window', ?, 1)`, [JSON.stringify({ places: [{ asked: spec, asKnownOn: 7 }] })])
  run(`INSERT INTO draft VALUES ('note:a', 1, 'Note', '{"asKnownOn":7}', '"fresh": asKnownOn')`)
  run(
    `INSERT INTO sync_job (id, purpose, by_itself, due, scope, title, state, reason, begun_at, companies, not_due)
     VALUES (1, 'refresh', 1, 1, '{}', 'All', 'paused', ?, 1, 1, 0)`,
    [failure],
  )
  run(`INSERT INTO sync_item VALUES (1, 1, 'calls', 'A', '', NULL, 'failed', NULL, ?, 1)`, [failure])
  earlier.close()
  const now = openDatabase(file, deskDatabase)
  const present = JSON.stringify({ kind: 'redirected', serviceMessage: 'Ask “kind”: moved' })
  const presentSpec = JSON.stringify({ lines: ['Revenue'], asOf: 7 })
  expect([
    now.reader.get('SELECT name, spec FROM saved_comparison'),
    now.reader.get('SELECT name, view FROM watchlist'),
    now.reader.get('SELECT tabs FROM window_tabs'),
    now.reader.get('SELECT location, text FROM draft'),
    now.reader.get('SELECT automatic, reason FROM sync_job'),
    now.reader.get('SELECT failure FROM sync_item'),
  ]).toEqual([
    { name: 'asKnownOn', spec: presentSpec },
    { name: 'Fresh', view: '{"unseen":["call"]}' },
    { tabs: JSON.stringify({ locations: [{ asked: presentSpec, asOf: 7 }] }) },
    { location: '{"asOf":7}', text: '"fresh": asKnownOn' },
    { automatic: 1, reason: present },
    { failure: present },
  ])
  now.close()
})

test('a comparison that was saved without any records says so, and the hashes of others stay', () => {
  const file = join(ownFolder(), 'desk.db')
  const earlier = openDatabase(file, { ...deskDatabase, migrations: deskDatabase.migrations.slice(0, 25) })
  for (const [id, hashes] of [
    ['none', '{}'],
    ['some', '{"7":"00"}'],
  ] as const)
    earlier.writer?.run(`INSERT INTO saved_comparison VALUES (?, 'Peers', '{}', 1, ?)`, [id, hashes])
  earlier.close()
  const now = openDatabase(file, deskDatabase)
  expect(now.reader.all('SELECT id, hashes FROM saved_comparison ORDER BY id')).toEqual([
    { id: 'none', hashes: '"none yet"' },
    { id: 'some', hashes: '{"7":"00"}' },
  ])
  now.close()
})

test('the responses of a library whose ledger had its former names are found with their records and versions', () => {
  const file = join(ownFolder(), 'library.db')
  const earlier = openDatabase(file, {
    ...libraryDatabase,
    migrations: libraryDatabase.migrations.slice(0, 18),
    views: [{ name: 'requests', as: '(path) AS SELECT path FROM ledger_answer' }],
  })
  const run = (sql: string) => earlier.writer?.run(sql)
  run(`INSERT INTO ledger_answer (id, operation, parameters, path, fetched_at, records)
       VALUES (5, 'news', '{"symbol":"ACME"}', '/news', 7, '[1]')`)
  run("INSERT INTO ledger_content (id, hash, body) VALUES (1, x'00', '{}')")
  run(`INSERT INTO ledger_record (id, kind, identity, content_id, revisions, first_seen_at, last_seen_at, last_answer_id)
       VALUES (1, 'news', '7', 1, 1, 1, 1, 5)`)
  run('INSERT INTO ledger_revision (record_id, known_from, content_id, answer_id) VALUES (1, 1, 1, 5)')
  earlier.close()
  const opened = openDatabase(file, libraryDatabase)
  const { reader, notices } = opened
  expect([
    getLatestResponse(reader, 'news', '{"symbol":"ACME"}')?.id,
    getResponseRecords(reader, 5),
    getEveryRecordOfResponses(reader, 'news', ['{"symbol":"ACME"}']),
    getRecord(reader, 1)?.lastResponseId,
    getRevisions(reader, 1).map(({ responseId }) => responseId),
    reader.all('SELECT path, records FROM requests'),
    reader.all("SELECT name FROM sqlite_schema WHERE name LIKE '%answer%' OR sql LIKE '%answer%'"),
    notices,
  ]).toEqual([5, [1], [1], 5, [5], [{ path: '/news', records: 1 }], [], []])
  opened.close()
})

test('a call that was read and played before its progress was kept has gone as far as where it stopped', () => {
  const file = join(ownFolder(), 'desk.db')
  const earlier = openDatabase(file, { ...deskDatabase, migrations: deskDatabase.migrations.slice(0, 16), views: [] })
  const { writer } = earlier
  writer?.run(`INSERT INTO listening_position VALUES ('read', 0, 11, 5)`)
  writer?.run(`INSERT INTO listening_position VALUES ('played', 61.5, 0, 6)`)
  earlier.close()
  const now = openDatabase(file, deskDatabase)
  expect(
    now.reader.all('SELECT call_id, turns_read, seconds_played, recording_seconds FROM listening_position ORDER BY at'),
  ).toEqual([
    { call_id: 'read', turns_read: 12, seconds_played: 0, recording_seconds: null },
    { call_id: 'played', turns_read: 0, seconds_played: 61.5, recording_seconds: null },
  ])
  now.close()
})

test('transcripts of an earlier library get their sentiment, confidence and questions without another download', () => {
  const file = join(ownFolder(), 'library.db')
  const earlier = openDatabase(file, {
    ...libraryDatabase,
    migrations: libraryDatabase.migrations.slice(0, 20),
    views: [],
  })
  const run = (sql: string) => earlier.writer?.run(sql)
  run(`INSERT INTO ledger_response (id, operation, parameters, path, fetched_at) VALUES (1, 'calls.one', '{}', '/', 0)`)
  run("INSERT INTO ledger_content (id, hash, body) VALUES (1, x'00', '{}')")
  run(`INSERT INTO ledger_record (id, kind, identity, content_id, revisions, first_seen_at, last_seen_at, last_response_id)
    VALUES (1, 'calls.one', 'a json verbatim', 1, 1, 0, 0, 1)`)
  run(
    `INSERT INTO transcript (call_id, record_id, turns, words, stored_at) VALUES ('a', 1, 3, 9, 0), ('b', 1, 0, 0, 0)`,
  )
  run(`INSERT INTO call_speaker (call_id, number, name, side, turns, words)
    VALUES ('a', 0, 'Jane', 'company', 2, 6), ('a', 1, 'Ann', 'analyst', 1, 3)`)
  const turns = [
    [0, 0, 'prepared', 0.4, 4, 0],
    [1, 1, 'qa', -0.9, 3, 1],
    [2, 0, 'qa', 0.2, 2, 0],
  ]
  for (const [position, speaker, section, sentiment, words, question] of turns)
    run(`INSERT INTO transcript_turn (call_id, position, speaker, section, confidence, sentiment, words, question, text)
      VALUES ('a', ${position}, ${speaker}, '${section}', 0.9, ${sentiment}, ${words}, ${question}, '')`)
  earlier.close()
  const now = openDatabase(file, libraryDatabase)
  expect(
    now.reader.all(
      `SELECT call_id, round(remarks_sentiment, 9) AS remarks, round(company_qa_sentiment, 9) AS answers,
         round(mean_confidence, 9) AS confidence, questions FROM transcript ORDER BY call_id`,
    ),
  ).toEqual([
    { call_id: 'a', remarks: 0.4, answers: 0.2, confidence: 0.9, questions: 1 },
    { call_id: 'b', remarks: null, answers: null, confidence: null, questions: 0 },
  ])
  now.close()
})

test('what the service sent instead of a figure is still shown by a library that had the former name for it', () => {
  const file = join(ownFolder(), 'library.db')
  const earlier = openDatabase(file, {
    ...libraryDatabase,
    migrations: libraryDatabase.migrations.slice(0, 21),
    views: [],
  })
  const run = (sql: string, values: readonly string[] = []) => earlier.writer?.run(sql, values)
  run(`INSERT INTO ledger_response (id, operation, parameters, path, fetched_at) VALUES (1, 'calls.one', '{}', '/', 0)`)
  run("INSERT INTO ledger_content (id, hash, body) VALUES (1, x'00', '{}')")
  const sent = JSON.stringify({ came: 'came' })
  run(
    `INSERT INTO ledger_record (id, kind, identity, content_id, revisions, first_seen_at, last_seen_at, last_response_id, marks)
     VALUES (1, 'calls.one', 'a json verbatim', 1, 1, 0, 0, 1, ?)`,
    [JSON.stringify([{ path: 'Revenue', problem: 'not a number', came: sent }])],
  )
  run('INSERT INTO reprojection (only, generation, done_to) VALUES (1, 12, -1)')
  run(`INSERT INTO parsed_transcript (record_id, content_id, generation, head, turns) VALUES (1, 1, 12, '{}', '')`)
  earlier.close()
  const now = openDatabase(file, libraryDatabase)
  expect([
    marksIn(now.reader.get<{ marks: string }>('SELECT marks FROM ledger_record')?.marks ?? null),
    now.reader.get('SELECT projection_version AS version, done_to AS doneTo FROM reprojection'),
    now.reader.get('SELECT projection_version AS version FROM parsed_transcript'),
  ]).toEqual([
    [{ kind: 'unreadable', path: 'Revenue', problem: 'not a number', received: sent }],
    { version: 12, doneTo: -1 },
    { version: 12 },
  ])
  now.close()
})

test('the tabs of an earlier desk open again in both panes, and its failed downloads still say why', () => {
  const file = join(ownFolder(), 'desk.db')
  const earlier = openDatabase(file, { ...deskDatabase, migrations: deskDatabase.migrations.slice(0, 19), views: [] })
  const run = (sql: string, values: readonly string[] = []) => earlier.writer?.run(sql, values)
  const query = '"places": "beside":'
  const former = { places: [{ screen: 'text', query }, { screen: 'home' }], active: 0, beside: 1, playing: null }
  run(`INSERT INTO window_tabs VALUES ('window', ?, 1)`, [JSON.stringify(former)])
  run(`INSERT INTO sync_job (id, purpose, automatic, due, scope, title, state, reason, begun_at, companies, not_due)
       VALUES (1, 'refresh', 0, 1, '{}', 'All', 'done', NULL, 1, 1, 0)`)
  run(`INSERT INTO sync_item VALUES (1, 1, 'calls', 'A', '', NULL, 'skipped', 'no recording at the service', NULL, 1)`)
  earlier.close()
  const now = openDatabase(file, deskDatabase)
  const { places: locations, beside: otherPane, ...rest } = former
  const { tabs } = now.reader.get<{ tabs: string }>('SELECT tabs FROM window_tabs') ?? { tabs: '{}' }
  expect([JSON.parse(tabs), now.reader.get('SELECT detail FROM sync_item')]).toEqual([
    { locations, otherPane, ...rest },
    { detail: 'no recording at the service' },
  ])
  now.close()
})
