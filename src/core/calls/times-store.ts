import type { Reader, Writer } from '../database/reader-writer.ts'
import type { SetTimes } from './transcript/segment-times.ts'

/** In `desk.db`: the user's own unit and offset for a call. */
export function readTimes(desk: Reader, callId: string): SetTimes | null {
  return desk.get<SetTimes>('SELECT unit, offset FROM call_time WHERE call_id = ?', [callId]) ?? null
}

/** Neither a unit nor an offset: nothing is kept. */
export function writeTimes(desk: Writer, callId: string, { unit, offset }: SetTimes): void {
  if (unit === null && offset === 0) desk.run('DELETE FROM call_time WHERE call_id = ?', [callId])
  else desk.run('INSERT OR REPLACE INTO call_time (call_id, unit, offset) VALUES (?, ?, ?)', [callId, unit, offset])
}
