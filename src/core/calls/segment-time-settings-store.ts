/** SQL of the unit and offset that the user set for the timestamps of a call, in `desk.db`. */

import type { Reader, Writer } from '../database/reader-writer.ts'
import type { ReceivedPack } from '../received-items.ts'
import type { SetTimes } from './transcript/segment-times.ts'

export function readTimes(desk: Reader, callId: string): SetTimes | null {
  return desk.get<SetTimes>('SELECT unit, offset FROM call_time WHERE call_id = ?', [callId]) ?? null
}

/** The pack in which the setting came; null: the user set it, or nobody did. */
export function readTimesPack(desk: Reader, callId: string): ReceivedPack | null {
  return (
    desk.get<ReceivedPack>(
      `SELECT pack_author AS author, pack_made_at AS madeAt FROM call_time WHERE call_id = ? AND pack_author IS NOT NULL`,
      [callId],
    ) ?? null
  )
}

/** Without a unit and an offset the row is deleted. `pack`: the one in which the setting came; null: the user set it. */
export function writeTimes(
  desk: Writer,
  callId: string,
  { unit, offset }: SetTimes,
  pack: ReceivedPack | null = null,
): void {
  if (unit === null && offset === 0) desk.run('DELETE FROM call_time WHERE call_id = ?', [callId])
  else
    desk.run(
      'INSERT OR REPLACE INTO call_time (call_id, unit, offset, pack_author, pack_made_at) VALUES (?, ?, ?, ?, ?)',
      [callId, unit, offset, pack?.author ?? null, pack?.madeAt ?? null],
    )
}
