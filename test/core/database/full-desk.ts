import Database from 'better-sqlite3'
import { join } from 'node:path'
import { deskDatabase } from '#core/database/desk-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { ownFolder } from '../folders.ts'

export type Rows = ReadonlyMap<string, readonly string[]>

/** A desk.db with rows in every table that holds the analyst's own: several pages of most, and notes that go on on overflow pages. */
export function fullDesk(folder = ownFolder()): string {
  const file = join(folder, 'desk.db')
  const desk = openDatabase(file, deskDatabase)
  const { writer } = desk
  if (writer === null) throw new Error('the desk is read-only')
  writer.transaction(() => {
    writer.run(
      `INSERT INTO workspace (only, id, name, kind, base_url, recordings_base, search_query, search_type, search_page, search_key)
       VALUES (1, 'live', 'Live', 'live', 'https://service.example/', '', 'q', 'query_by', 'page', 'none')`,
    )
    for (let index = 0; index < 60; index += 1) {
      const note = `Note ${index}: ${'margin, covenant, „Ausblick“ '.repeat(index % 12 === 0 ? 400 : index % 9)}`
      writer.run(
        `INSERT INTO highlight VALUES (?, ?, 'hash', ?, 0, ?, 12, NULL, 'the words', 'before', 'after', 'amber', ?, ?, ?, NULL)`,
        [`highlight-${index}`, `call-${index % 7}`, index, index, note, 1000 + index, 2000 + index],
      )
      writer.run('INSERT INTO listening_position VALUES (?, ?, ?, ?, ?, ?, ?)', [
        `call-${index}`,
        index % 2 ? 0.5 : 12,
        index,
        index,
        index + 4,
        index % 2 ? 30.5 : 12,
        index % 3 ? 3600 : null,
      ])
      writer.run(
        `INSERT INTO known_break VALUES (?, 'enhanced', 'FY', ?, '2024-12-31', 'check.GrossProfit', ?, ?, ?)`,
        [
          `SYM${index % 9}`,
          1960 + index,
          JSON.stringify([`enhanced FY ${1960 + index} 2024-12-31 GrossProfit ${index}`, 'w'.repeat(index * 30)]),
          `looked into on day ${index}`,
          index,
        ],
      )
      writer.run('INSERT INTO own_metric VALUES (?, ?, ?, ?, ?)', [
        `metric-${index}`,
        `Metric ${index}`,
        `[Revenue] / ${index + 1} + ${'1 + '.repeat(60)}1`,
        'ratio',
        index,
      ])
    }
    for (let index = 0; index < 20; index += 1) {
      const view = JSON.stringify({ columns: Array.from({ length: 60 }, (_, at) => `column-${at}`) })
      writer.run('INSERT INTO watchlist VALUES (?, ?, ?, ?, NULL, ?, ?, ?)', [
        `list-${index}`,
        `List ${index}`,
        view,
        index,
        ...(index % 2 ? [12, 'Ada', 'a1b2'] : [null, null, null]),
      ])
      for (let company = 0; company < 20; company += 1)
        writer.run('INSERT INTO watched VALUES (?, ?, NULL, ?, ?, 5, 6)', [
          `list-${index}`,
          `SYM${company}`,
          company,
          `thesis of ${company} on ${index} ${'x'.repeat(40)}`,
        ])
      writer.run('INSERT INTO saved_search VALUES (?, ?, ?, ?, 7, 8, ?, ?)', [
        `search-${index}`,
        `Search ${index}`,
        'margin AND pricing',
        JSON.stringify({ speakers: 'y'.repeat(900) }),
        ...(index % 2 ? [12, 'Ada'] : [null, null]),
      ])
      writer.run('INSERT INTO saved_comparison VALUES (?, ?, ?, 9, ?, ?, ?)', [
        `comparison-${index}`,
        `Comparison ${index}`,
        JSON.stringify({ lines: 'z'.repeat(700) }),
        '[]',
        ...(index % 2 ? [12, 'Ada'] : [null, null]),
      ])
      writer.run('INSERT INTO synonym_set VALUES (?, ?)', [index, JSON.stringify([`word ${index}`, 'outlook'])])
    }
    for (const row of [
      `call_time VALUES ('call-1', 'seconds', 2, 12, 'Ada')`,
      `dismissed_figure VALUES ('call-1', 'a1b2', 12, 20, 13)`,
      `split_passage VALUES ('call-1', 'call-2', 14, 'a1b2', 'c3d4')`,
      `turn_check VALUES ('call-1', 'Sales were 14', 0, 'Sales were 40', 'anna', 14, 'Ada', 12)`,
      `recording_setting VALUES (1, 2, NULL, 'highest', NULL)`,
      `sync_setting VALUES (1, '{}', 3)`,
      `kept_offline VALUES ('list-1', '{}')`,
      `window_tabs VALUES ('window', '{}', 4)`,
      `draft VALUES ('note:one', 5, 'note on HLDN', '{}', 'Ask about')`,
      `recent_item VALUES ('company-HLDN', 6, '{}')`,
      `sample_load VALUES (1, 'data', 7, 8, 9, NULL)`,
      `alert_rule VALUES ('rule-1', '{"kind":"downgrade"}', NULL, 1, 10, 11)`,
      `alert VALUES (1, 'rule-1', 'HLDN', '{"kind":"none"}', '7', 12, NULL, NULL)`,
      `saved_screen VALUES ('screen-1', 'Profitable', '{}', 10, 11, '["HLDN"]')`,
      `screen_run VALUES ('screen-1', 12, '["HLDN"]', 3)`,
    ])
      writer.run(`INSERT INTO ${row}`)
  })
  desk.close()
  return file
}

/** Every row of every table, as text; in the order of the keys. */
export function rowsOf(file: string): Rows {
  const database = new Database(file, { readonly: true })
  try {
    const tables = database
      .prepare<[], { name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)
      .all()
      .filter(({ name }) => name !== 'file_identity')
    return new Map(
      tables.map(({ name }) => [
        name,
        database
          .prepare(`SELECT * FROM "${name}"`)
          .raw()
          .all()
          .map((row) => JSON.stringify(row))
          .toSorted(),
      ]),
    )
  } finally {
    database.close()
  }
}

export interface PlacedPage {
  readonly number: number
  /** The table or index it belongs to. */
  readonly name: string
  readonly kind: 'leaf' | 'internal' | 'overflow'
  readonly cells: number
}

/** What each page is for, as SQLite itself says it. */
export function pagesOf(file: string): PlacedPage[] {
  const database = new Database(file, { readonly: true })
  try {
    return database
      .prepare<[], PlacedPage>(
        'SELECT pageno AS number, name, pagetype AS kind, ncell AS cells FROM dbstat ORDER BY pageno',
      )
      .all()
  } finally {
    database.close()
  }
}
