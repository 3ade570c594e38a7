/** SQL of the unit and offset that the user set for the timestamps of a call, in `desk.db`. */

import type { Reader, Writer } from '../database/reader-writer.ts'
import type { SetTimes } from './transcript/segment-times.ts'

export function readTimes(desk: Reader, callId: string): SetTimes | null {
  return desk.get<SetTimes>('SELECT unit, offset FROM call_time WHERE call_id = ?', [callId]) ?? null
}

/** Without a unit and an offset the row is deleted. */
export function writeTimes(desk: Writer, callId: string, { unit, offset }: SetTimes): void {
  if (unit === null && offset === 0) desk.run('DELETE FROM call_time WHERE call_id = ?', [callId])
  else desk.run('INSERT OR REPLACE INTO call_time (call_id, unit, offset) VALUES (?, ?, ?)', [callId, unit, offset])
}
