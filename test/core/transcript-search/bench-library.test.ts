import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { TranscriptSearch } from '#core/transcript-search/transcript-search.ts'
import { fillTranscriptLibrary, generatedCalls } from '../../bench/transcript-library.ts'
import { ownFolder } from '../folders.ts'

test('the library of the search bench fits the schema, and a search finds each turn that the bench wrote', async () => {
  const folder = ownFolder()
  const library = openDatabase(join(folder, 'library.db'), libraryDatabase)
  if (!library.writer) throw new Error('the library is read-only')
  const calls = generatedCalls(3, 40)
  const filled = fillTranscriptLibrary(library.writer, calls, 200, join(folder, 'text'))
  expect([filled, readdirSync(join(folder, 'text')).length]).toEqual([{ calls: 6, turns: 240 }, 6])

  const turns = calls.flatMap((call) => call.turns)
  const written = 2 * turns.filter(({ text }) => text.includes('gross margin')).length
  const fullText = new TranscriptSearch({
    reader: library.reader,
    isReadOnly: false,
    ending: new AbortController().signal,
    calls: { entries: () => new Map(), timesSetFor: () => null },
    synonyms: () => [],
  })
  const found = await fullText.run({ query: '"gross margin"', chosen: {}, order: 'best', offset: 0, limit: 50 })
  if (!found.understood) throw new Error(found.error.message)
  expect(found.result).toMatchObject({ hits: written, searched: { calls: 6, turns: 240, companies: 6 } })
  expect(written).toBeGreaterThan(0)
  library.close()
})
