import { expect, test } from 'vitest'
import type { SearchScope } from '#contract/api/transcript-search.ts'
import { callReprojections, callResource } from '#core/calls/resources.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openReadOnly } from '#core/database/open-read-only.ts'
import type { Reader } from '#core/database/reader-writer.ts'
import { rebuildProjections } from '#core/ledger/rebuild-projections.ts'
import { newsResource } from '#core/news/resource.ts'
import { TranscriptSearch } from '#core/transcript-search/transcript-search.ts'
import { transcribed } from '../calls/calls-service.ts'
import { someMonday } from '../clocks.ts'
import { openLedger } from '../ledger/ledger.ts'

const never = new AbortController().signal

/** Two calls and a news item, of which an earlier version took in one call alone. */
function earlierLibrary() {
  const ledger = openLedger()
  const unprojected = { project: () => undefined, index: () => undefined }
  ledger.record(callResource, { call_id: 'a', ...transcribed('Jo: Margins rose.') }, someMonday)
  ledger.record({ ...callResource, ...unprojected }, { call_id: 'b', ...transcribed('Jo: Margins fell.') }, someMonday)
  const item = { id: 9, ticker: 'ACME', headline: 'Margins' }
  ledger.record({ ...newsResource, ...unprojected }, { data: [item], message: 'ok' }, someMonday)
  ledger.writer.run('INSERT OR REPLACE INTO reprojection (only, projection_version, done_to) VALUES (1, 1, -1)')
  return ledger
}

async function found(reader: Reader, isReadOnly: boolean): Promise<{ hits: number } & Partial<SearchScope>> {
  const calls = { entries: () => new Map<string, never>(), timesSetFor: () => null }
  const fullText = new TranscriptSearch({ reader, isReadOnly, ending: never, calls, synonyms: () => [] })
  const told = await fullText.run({ query: 'margins', chosen: {}, order: 'best', offset: 0, limit: 9 })
  if (!told.understood) throw new Error(told.error.message)
  const { hits, searched } = told.result
  return { hits, unread: searched.unread, staysUnread: searched.staysUnread }
}

test('a read-only library of an earlier version finds what that version took in, and says what it does not cover', async () => {
  const library = openReadOnly(earlierLibrary().file, libraryDatabase, { kind: 'read-only' })
  expect(await found(library.reader, true)).toEqual({ hits: 1, unread: 3, staysUnread: true })
  library.close()
})

test('one that can be written says how much is still to be read again, until all of it is', async () => {
  const { reader, writer } = earlierLibrary()
  expect(await found(reader, false)).toEqual({ hits: 1, unread: 3, staysUnread: false })
  await rebuildProjections(writer, [...callReprojections, newsResource], new AbortController().signal)
  expect(await found(reader, false)).toEqual({ hits: 3, unread: 0, staysUnread: false })
})
