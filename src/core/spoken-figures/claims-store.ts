/** SQL of what the figures of stored calls claim, in `library.db`, so that a call is read once for each version of its words and of the rules. */

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { spokenFigures, unjudgedReason } from '#contract/api/spoken-figures.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { projectionVersion } from '../ledger/rebuild-projections.ts'
import { readStoredJson } from '../stored-json.ts'
import type { Claim } from './claim.ts'

/** Raised when the rules read a transcript in another way than before: stored calls are then read again, in the background. */
const rulesVersion = 8
/** Another derivation of transcripts may give other speakers and sections. */
const readBy = `${rulesVersion} ${projectionVersion}`

const storedClaims: z.ZodType<Claim[]> = z.array(
  spokenFigures.shape.figures.element
    .pick({ turn: true, from: true, to: true, value: true, label: true, change: true, period: true, role: true })
    .extend({
      fields: z.array(z.string()),
      reason: unjudgedReason.nullable(),
      doubt: unjudgedReason.nullable(),
      isCertain: z.boolean(),
      isStrict: z.boolean(),
      significant: z.number(),
      coarseStep: z.number(),
    }),
)

export interface UnreadCall {
  readonly callId: string
  /** When its latest transcript was stored, milliseconds since 1970. */
  readonly storedAt: number
}

/** Calls whose latest transcript was not read yet by the present rules, latest first. */
export function getUnreadCalls(library: Reader): UnreadCall[] {
  return library.all(
    `SELECT call_id AS callId, stored_at AS storedAt FROM transcript
     WHERE NOT EXISTS (SELECT 1 FROM transcript_figures AS figures
       WHERE figures.call_id = transcript.call_id AND figures.read_by = ? AND figures.transcript_stored_at = transcript.stored_at)
     ORDER BY started_at DESC, call_id`,
    [readBy],
  )
}

/** `version`: names the words that were read. Undefined: those of this version were not read, by the present rules. */
export function getClaims(library: Reader, callId: string, version: string): Claim[] | undefined {
  const row = library.get<{ claims: Buffer }>(
    'SELECT claims FROM transcript_figures WHERE call_id = ? AND version = ? AND read_by = ?',
    [callId, version, readBy],
  )
  return row && readStoredJson(storedClaims, inflated(row.claims))
}

/** Undefined: the bytes are damaged. */
function inflated(bytes: Buffer): string | undefined {
  try {
    return inflateRawSync(bytes).toString()
  } catch {
    return undefined
  }
}

/** The call is read again, in the background. */
export function deleteClaims(library: Writer, callId: string): void {
  library.run('DELETE FROM transcript_figures WHERE call_id = ?', [callId])
}

interface ReadTranscript extends UnreadCall {
  /** Names the words that were read; null: the transcript could not be read. */
  readonly version: string | null
  readonly claims: readonly Claim[]
}

export function putClaims(library: Writer, { callId, storedAt, version, claims }: ReadTranscript): void {
  library.run(
    `INSERT OR REPLACE INTO transcript_figures (call_id, read_by, transcript_stored_at, version, claims)
     VALUES (?, ?, ?, ?, ?)`,
    [callId, readBy, storedAt, version, deflateRawSync(JSON.stringify(claims))],
  )
}
