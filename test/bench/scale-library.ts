import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openCore } from '#core/core.ts'
import { callResource } from '#core/calls/resources.ts'
import { deskDatabase } from '#core/database/desk-schema.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import type { Writer } from '#core/database/reader-writer.ts'
import { enhancedResource } from '#core/fundamentals/resources.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { newsResource } from '#core/news/resource.ts'
import { ratingsResource } from '#core/ratings/resource.ts'
import { securitiesResource } from '#core/securities/resource.ts'
import { getUnreadCalls } from '#core/spoken-figures/claims-store.ts'
import { defaultColumns } from '#contract/api/watchlist-columns.ts'
import { insertEntry, insertList } from '#core/watchlists/watchlists-store.ts'
import { newLibrary } from './new-library.ts'
import { scaleBodies, watched, type ScaleBody } from './scale-bodies.ts'
import { received } from './received.ts'

/** How many of each kind a library holds. */
export interface LibrarySize {
  readonly turns: number
  readonly quarters: number
  readonly securities: number
  readonly ratings: number
  readonly newsItems: number
}

/** Every company of the watchlist is in each library, with two years of statements at least, so that the same screens are opened. */
export function sizeOf(factor: number): LibrarySize {
  return {
    turns: 1_000_000 * factor,
    quarters: Math.max(8, 8 * factor),
    securities: 200_000 * factor,
    ratings: 50_000 * factor,
    newsItems: 50_000 * factor,
  }
}

export const libraryOf = (profile: string) => join(profile, 'workspaces', 'sample', 'library.db')

const day = 86_400_000
/** So many responses are committed together, in so much memory (KiB) that none of their pages is written before. */
const [together, cache] = [500, 500_000]

/**
 * The profile with the library of that size in the folder: as it was built for an earlier run, or built now. Every record comes in a
 * response that is validated and stored as one from the service. What is not done as in the program: five hundred responses are committed
 * together, and the write-ahead log is emptied less often. One that was interrupted, or that had another size, is built again.
 */
export async function scaleLibrary(folder: string, factor: number, note: (line: string) => void): Promise<string> {
  const profile = join(folder, `scale-${factor}`)
  const complete = join(profile, 'complete')
  const size = sizeOf(factor)
  if (existsSync(complete) && readFileSync(complete, 'utf8') === JSON.stringify(size)) {
    // A later version may migrate it, and read its calls by other rules.
    await readFigures(profile, note)
    return profile
  }
  rmSync(profile, { recursive: true, force: true })
  mkdirSync(profile, { recursive: true })
  const library = await newLibrary(profile)
  if (!library.writer) throw new Error('the bench folder is read-only')
  storeAll(library.writer, size, note)
  library.close()
  fillWatchlist(profile)
  await readFigures(profile, note)
  writeFileSync(complete, JSON.stringify(size))
  return profile
}

function storeAll(writer: Writer, size: LibrarySize, note: (line: string) => void): void {
  const now = Date.now()
  writer.run(`PRAGMA cache_size = -${cache}`)
  writer.get('PRAGMA wal_autocheckpoint = 50000')
  for (const [kind, bodies] of Object.entries(scaleBodies(size, now))) {
    const began = performance.now()
    let [stored, isDone] = [0, false]
    const noteProgress = () =>
      note(`${kind}: ${stored} responses after ${((performance.now() - began) / 1000).toFixed(0)} s`)
    while (!isDone) {
      writer.transaction(() => {
        for (let count = 0; count < together; count += 1) {
          const next = bodies.next()
          if (next.done === true) return (isDone = true)
          store(writer, next.value, now)
          stored += 1
        }
        return isDone
      })
      if (stored % 1000 === 0) noteProgress()
    }
    noteProgress()
  }
}

function store(writer: Writer, { operation, parameters, body, daysAgo }: ScaleBody, now: number): void {
  const fetchedAt = now - daysAgo * day
  switch (operation) {
    case 'securities':
      storeResponse(writer, received(operation, parameters, body, fetchedAt), securitiesResource)
      break
    case 'fundamentals.enhanced':
      storeResponse(writer, received(operation, parameters, body, fetchedAt), enhancedResource)
      break
    case 'ratings':
      storeResponse(writer, received(operation, parameters, body, fetchedAt), ratingsResource)
      break
    case 'news':
      storeResponse(writer, received(operation, parameters, body, fetchedAt), newsResource)
      break
    case 'calls.one':
      storeResponse(writer, received(operation, parameters, body, fetchedAt), callResource)
      break
  }
}

/** Looked at a fortnight ago, so that Home shows what each of its companies had since. */
function fillWatchlist(profile: string): void {
  const desk = openDatabase(join(profile, 'workspaces', 'sample', 'desk.db'), deskDatabase)
  const { writer } = desk
  if (!writer) throw new Error('the bench folder is read-only')
  const seen = { addedAt: Date.now() - 400 * day, seenAt: Date.now() - 14 * day }
  const columns = ['exchange', 'marketCap', ...defaultColumns]
  writer.transaction(() => {
    const view = JSON.stringify({ columns, sort: null, group: null, unseen: [], widths: {} })
    insertList(writer, { id: 'bench', name: 'Bench', view })
    for (const [position, symbol] of watched.entries())
      insertEntry(writer, 'bench', { symbol, securityId: null, position, note: '', ...seen })
  })
  desk.close()
}

/** The program finds the figures of stored calls in the background: a library at rest has them all. */
async function readFigures(profile: string, note: (line: string) => void): Promise<void> {
  const core = openCore({ profile, version: '0.0.0-bench' })
  const reading = openDatabase(libraryOf(profile), libraryDatabase)
  try {
    for (let left = Infinity; left > 0;) {
      left = getUnreadCalls(reading.reader).length
      note(`figures: ${left} calls left`)
      await wait(5000)
    }
  } finally {
    reading.close()
    await core.close()
  }
}
