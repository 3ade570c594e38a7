import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#core/clock.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import type { LibraryContext } from '#core/ledger/library-context.ts'
import { searchSecurities } from '#core/securities/search-securities.ts'
import { ServiceClient } from '#core/service/service-client.ts'
import { defaultRateLimit, RateLimitedQueue } from '#core/service/rate-limited-queue.ts'
import { ApiKeys } from '#core/service/api-keys.ts'
import { Sender } from '#core/service/send-request.ts'
import { cached, fill, securityRows, type Row } from './cached-securities.ts'
import { milliseconds, percentile, timed, type Measured } from './measure.ts'

/** Securities search while typing over 300,000 cached securities: every beginning of what analysts type, in the core. */
export async function measureSecuritiesSearch(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const library = openDatabase(join(folder, 'library.db'), libraryDatabase)
  try {
    if (!library.writer) throw new Error('the bench folder is read-only')
    const { rows, source } = securityRows()
    fill(library.writer, rows)
    const offline = offlineLibrary(library.reader)
    const typed = typedTexts((share) => rows[Math.floor(share * rows.length)])
    const took: number[] = []
    for (const query of typed) {
      took.push(
        await timed(() => searchSecurities(offline, { query, freshness: 'library' }, new AbortController().signal)),
      )
    }
    const p95 = percentile(took, 0.95)
    return [
      {
        what: `search while typing over ${cached.toLocaleString('en')} securities (${source}), ${typed.length} key presses: p50 ${milliseconds(percentile(took, 0.5))}, worst ${milliseconds(Math.max(...took))}`,
        figure: `p95 ${milliseconds(p95)}`,
        bar: '≤ 30 ms',
        held: p95 <= 30,
      },
    ]
  } finally {
    library.close()
    rmSync(folder, { recursive: true })
  }
}

/** The beginnings of names, symbols and identifiers spread over the whole library, letter by letter. */
export function typedTexts(rowAt: (share: number) => Row | undefined): string[] {
  const wanted = [0.03, 0.21, 0.38, 0.47, 0.62, 0.79, 0.94].map(rowAt)
  const whole = wanted.flatMap((row) => (row ? [row.symbol, row.name.slice(0, 14), row.isin ?? ''] : []))
  const common = ['fund', 'global equity', 'bank', 'us government bond', 'ishares core', 'vanguard']
  return [...whole, ...common].flatMap((text) => [...text].map((_, end) => text.slice(0, end + 1)))
}

function offlineLibrary(reader: LibraryContext['reader']): LibraryContext {
  const unused = () => {
    throw new Error('the bench asks no service')
  }
  return {
    reader,
    writer: null,
    client: new ServiceClient(unused, {
      sender: new Sender(new ApiKeys(), systemClock, () => undefined),
      queue: new RateLimitedQueue(defaultRateLimit, systemClock, () => undefined),
      clock: systemClock,
      random: Math.random,
      hasKey: () => false,
      learned: unused,
      reportOutcome: unused,
    }),
    clock: systemClock,
    announce: () => undefined,
    notice: unused,
    inBackground: unused,
  }
}
