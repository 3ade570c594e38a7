import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openCore } from '#core/core.ts'
import { callResource } from '#core/calls/resources.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { createRouterClient } from '@orpc/server'
import { longCall, type SegmentOnWire } from './long-call.ts'
import { inTurn, milliseconds, percentile, timed, times, type Measured } from './measure.ts'

const segments = 10_000
const rounds = 11

/**
 * Storing a call of 10,000 segments (parse, validate, ledger, project, index) into a library that knows its words by then, against
 * JSON.parse and one plain insert a segment, in one transaction; then opening it from the core.
 */
export async function storeCall(): Promise<Measured[]> {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  try {
    const call = longCall(segments)
    const core = openCore({ profile, version: '0.0.0-bench' })
    await core.close()
    const { ours, theirs } = await stored(profile, call)
    const opened = await openings(profile)
    return [
      {
        what: `store a call of 10,000 segments (${call.source}, ${(call.body('0').length / 1e6).toFixed(1)} MB): ${milliseconds(ours)} against ${milliseconds(theirs)} for JSON.parse + plain inserts of its rows`,
        figure: times(ours / theirs),
        bar: '≤ 4×',
        held: ours / theirs <= 4,
      },
      {
        what: 'open a stored call of 10,000 turns in the core, p95 of 20',
        figure: milliseconds(opened),
        bar: '≤ 60 ms',
        held: opened <= 60,
      },
    ]
  } finally {
    rmSync(profile, { recursive: true })
  }
}

function stored(profile: string, call: ReturnType<typeof longCall>): Promise<{ ours: number; theirs: number }> {
  const library = openDatabase(join(profile, 'workspaces', 'sample', 'library.db'), libraryDatabase)
  const { writer } = library
  if (!writer) throw new Error('the bench folder is read-only')
  const plain = new Database(join(profile, 'plain.db'))
  plain.pragma('journal_mode = WAL')
  plain.pragma('synchronous = NORMAL')
  plain.exec(`CREATE TABLE segment (call_id TEXT, position INTEGER, segment_id INTEGER, speaker TEXT, start_time TEXT,
    end_time TEXT, confidence REAL, sentiment REAL, text TEXT, PRIMARY KEY (call_id, position)) WITHOUT ROWID`)
  const insert = plain.prepare('INSERT INTO segment VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  let round = 0
  const bodyOf = () => call.body(`call-${round}`)
  return inTurn(
    rounds,
    () => {
      round += 1
      const sent = { body: bodyOf(), contentType: 'application/json', hadKey: true }
      const asked = { operation: 'One conference call', host: 'bench' }
      return timed(() => {
        const parameters = { call_id: `call-${round}` }
        const answer = validateResponse('calls.one', parameters, { path: '/', parameters: {} }, sent, Date.now(), asked)
        const { added } = storeResponse(writer, answer, callResource)
        if (added !== 1) throw new Error('the call was not stored')
      })
    },
    () => {
      const body = bodyOf()
      return timed(() => {
        const parsed = JSON.parse(body.toString('utf8')) as { transcripts: [{ segments: SegmentOnWire[] }] }
        plain.transaction(() => {
          for (const [position, each] of parsed.transcripts[0].segments.entries()) {
            const { segment_id, speaker, start_time, end_time, confidence, sentiment, text } = each
            insert.run(
              `call-${round}`,
              position,
              segment_id,
              speaker,
              start_time,
              end_time,
              confidence,
              sentiment,
              text,
            )
          }
        })()
      })
    },
  ).finally(() => {
    library.close()
    plain.close()
  })
}

/** As the router responds, from `key press` in the core's process to the whole response; the first opening warms up. */
async function openings(profile: string): Promise<number> {
  const core = openCore({ profile, version: '0.0.0-bench' })
  try {
    const api = createRouterClient(core.router)
    const took: number[] = []
    for (let round = 0; round <= 20; round += 1) {
      const question = {
        callId: `call-${1 + (round % rounds)}`,
        form: { format: 'json', clean: false },
        freshness: 'library',
      } as const
      const one = await timed(async () => {
        let chunks = 0
        for await (const piece of await api.calls.open(question)) chunks += piece.chunks.length
        if (chunks === 0) throw new Error('turns are missing')
      })
      if (round > 0) took.push(one)
    }
    return percentile(took, 0.95)
  } finally {
    await core.close()
  }
}
