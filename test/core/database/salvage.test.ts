import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { deskDatabase } from '#core/database/desk-schema.ts'
import type { OpenDatabase } from '#core/database/database-kind.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { tableShapes } from '#core/database/salvage/table-shapes.ts'
import type { Recovery } from '#core/database/recovery-schema.ts'
import { filesIn, hashOf, ownFolder } from '../folders.ts'
import { fullDesk, pagesOf, rowsOf, type PlacedPage, type Rows } from './full-desk.ts'

const pageSize = 8192

let folder: string
let sound: string
let rows: Rows
let pages: PlacedPage[]
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tearsheet-test-'))
  sound = fullDesk(folder)
  rows = rowsOf(sound)
  pages = pagesOf(sound)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A copy of the desk, harmed, and opened. */
function opened(harm: (file: string) => void): { file: string; desk: OpenDatabase; found: Recovery | null } {
  const file = join(ownFolder(), 'desk.db')
  copyFileSync(sound, file)
  harm(file)
  const desk = openDatabase(file, deskDatabase)
  onTestFinished(() => desk.close())
  return { file, desk, found: desk.recovery }
}

function overwritePage(file: string, number: number, byte: number): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(pageSize, byte), 0, pageSize, (number - 1) * pageSize)
  closeSync(descriptor)
}

/** How many rows of a table stand on a page, as SQLite counts them. */
function rowsOn({ name, kind, cells }: PlacedPage): number {
  if (!rows.has(name)) return 0
  if (kind === 'overflow') return 1
  if (kind === 'leaf') return cells
  // An inner page of a table without rowids holds rows too.
  return ['watched', 'sync_item'].includes(name) ? cells : 0
}

function missing(there: Rows): Record<string, number> {
  const counts = [...rows].map(([table, before]) => {
    // A list is made for companies whose own could not be recovered, and a screen for results.
    const now = (there.get(table) ?? []).filter((row) => !/Recovered (list|screen)/.test(row))
    expect(
      now.filter((row) => !before.includes(row)),
      `${table} gained a row`,
    ).toEqual([])
    return [table, before.length - now.length] as const
  })
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

test('every table of desk.db can be recognized by its rows, when nothing else says whose they are', () => {
  const tables = tableShapes(deskDatabase.migrations)
  // A whole number in a REAL column is stored as an integer.
  const lookOf = ({ type, isRowid, allowed }: (typeof tables)[number]['columns'][number]) =>
    isRowid ? 'rowid' : (allowed ?? (type === 'REAL' ? 'INTEGER' : type))
  const looks = tables.map(({ hasRowid, columns }) => JSON.stringify([hasRowid, columns.map(lookOf)]))
  expect(looks.filter((look, at) => looks.indexOf(look) !== at)).toEqual([])
})

describe('of a desk with one unreadable page every row on the other pages is recovered, and nothing is written until the user chose (C7)', () => {
  test('whichever page it is, overwritten with one byte or with zeros', () => {
    expect(pages.length).toBeGreaterThan(30)
    for (const page of pages) {
      // Zeros at the end of a long text are text to SQLite: no check of it finds them.
      for (const byte of page.kind === 'overflow' || page.number % 3 > 0 ? [0xee] : [0xee, 0]) {
        const { file, desk, found } = opened((harmed) => overwritePage(harmed, page.number, byte))
        const told = `page ${page.number}: ${page.kind} of ${page.name}, ${byte}`
        const lost = rowsOn(page)
        expect([desk.writer, found?.found], told).toEqual([null, 'damaged'])
        expect(missing(rowsOf(file)), told).toEqual(lost === 0 ? {} : { [page.name]: lost })
        for (const { table, lost: said } of found?.tables ?? []) {
          const really = table === page.name ? lost : 0
          if (said !== null) expect([table, said], told).toEqual([table, really])
          else expect(page.name === 'sqlite_schema' || table === page.name, `${told}: ${table}`).toBe(true)
        }
        desk.close()
      }
    }
  })

  test('how many notes are lost is reported where their index is sound', () => {
    const page = pages.find(({ name, kind }) => name === 'highlight' && kind === 'leaf')
    const { found } = opened((file) => overwritePage(file, page?.number ?? 0, 0xee))
    expect(found?.tables.find(({ table }) => table === 'highlight')).toEqual({
      table: 'highlight',
      rows: 60 - (page?.cells ?? 0),
      lost: page?.cells,
    })
  })

  test('the damaged file is kept as it was found', () => {
    let harmed: string | undefined
    const { file } = opened((copy) => {
      overwritePage(copy, 7, 0xee)
      harmed = hashOf(copy)
    })
    const aside = join(file, '..', 'set-aside')
    expect(filesIn(aside).map((name) => [name.split('/').at(-1), hashOf(join(aside, name))])).toEqual([
      ['desk.db', harmed],
    ])
  })

  test('cut short: what stands before the cut is there', () => {
    const kept = Math.floor(pages.length / 2)
    const { file, desk, found } = opened((harmed) => truncateSync(harmed, kept * pageSize + 100))
    const behind = pages.filter(({ number }) => number > kept)
    const stoodOn = (of: readonly PlacedPage[]) => of.reduce((sum, page) => sum + rowsOn(page), 0)
    const short = Object.values(missing(rowsOf(file))).reduce((sum, count) => sum + count, 0)
    expect([desk.writer, found?.found]).toEqual([null, 'damaged'])
    // A row that begins before the cut may continue after it, on a separate page.
    expect(short).toBeGreaterThanOrEqual(stoodOn(behind.filter(({ kind }) => kind !== 'overflow')))
    expect(short).toBeLessThanOrEqual(stoodOn(behind))
  })

  test('until then every start says so again, and keeps what was recovered', () => {
    const { file, desk, found } = opened((harmed) => overwritePage(harmed, 7, 0xee))
    const recovered = rowsOf(file)
    desk.close()
    const again = openDatabase(file, deskDatabase)
    expect([again.writer, again.recovery]).toEqual([null, found])
    expect(rowsOf(file)).toEqual(recovered)
    again.close()
    expect(statSync(file).size).toBeGreaterThan(pageSize)
  })
})
