import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Announcement } from '#contract/api/api.ts'
import type { Failure } from '#contract/failure.ts'
import { systemClock, type Clock } from '#core/clock.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import type { LibraryContext } from '#core/ledger/library-context.ts'
import { ownFolder } from '../folders.ts'
import { openedClient } from '../service/opened-client.ts'

interface Wanted {
  readonly baseUrl: string
  readonly clock?: Clock
  readonly key?: string
  readonly readOnly?: boolean
}

/** A library of the test's own, as an open workspace hands it to its use cases, with what it announced. */
export function openedLibrary({ baseUrl, clock = systemClock, readOnly = false, ...client }: Wanted) {
  const database = openDatabase(join(ownFolder(), 'library.db'), libraryDatabase)
  onTestFinished(() => database.close())
  const announced: Announcement[] = []
  const noticed: Failure[] = []
  const behind: Promise<void>[] = []
  const library: LibraryContext = {
    reader: database.reader,
    writer: readOnly ? null : database.writer,
    clock,
    client: openedClient({ baseUrl, clock, ...client }).client,
    announce: (announcement) => announced.push(announcement),
    notice: (failure) => noticed.push(failure),
    inBackground: (work) => behind.push(work(new AbortController().signal)),
  }
  return {
    library,
    announced,
    noticed,
    /** Settles when the background work of responses has ended. */
    allBehind: () => Promise.all(behind),
    /** From now on the database takes no more room on its disk. */
    fillDisk: () => {
      const used = database.reader.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0
      database.reader.get(`PRAGMA max_page_count = ${used}`)
    },
  }
}
