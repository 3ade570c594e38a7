import type { Reader, Writer } from '../database/handles.ts'

export interface CallToStore {
  readonly call_id: string
  readonly symbol: string | null
  readonly exchange: string | null
  readonly name: string | null
  readonly call_title: string | null
  readonly headline: string | null
  readonly start_time: string | null
  /** `start_time` as ms UTC, for sorting and ranges. */
  readonly started_at: number | null
  readonly status: string | null
  readonly updated_at: string | null
}

/** The list and the detail each keep a record of the same call; whichever came last tells its state. */
export function storeCall(db: Writer, call: CallToStore, from: { listed: number | null; detail: number | null }): void {
  db.run(
    `INSERT INTO call (call_id, listed_record_id, detail_record_id, symbol, exchange, name, call_title, headline,
       start_time, started_at, status, updated_at)
     VALUES (@call_id, @listed, @detail, @symbol, @exchange, @name, @call_title, @headline, @start_time, @started_at,
       @status, @updated_at)
     ON CONFLICT (call_id) DO UPDATE SET
       listed_record_id = coalesce(excluded.listed_record_id, listed_record_id),
       detail_record_id = coalesce(excluded.detail_record_id, detail_record_id),
       symbol = excluded.symbol, exchange = excluded.exchange, name = excluded.name, call_title = excluded.call_title,
       headline = excluded.headline, start_time = excluded.start_time, started_at = excluded.started_at,
       status = excluded.status, updated_at = excluded.updated_at`,
    { ...call, ...from },
  )
}

export interface TurnToStore {
  readonly segment_id: number | null
  readonly speaker: string | null
  readonly start_time: string | null
  readonly end_time: string | null
  readonly confidence: number | null
  readonly sentiment: number | null
  readonly text: string | null
}

export function replaceTurns(db: Writer, recordId: number, turns: readonly TurnToStore[]): void {
  db.run('DELETE FROM speaker_turn WHERE record_id = ?', [recordId])
  for (const [position, turn] of turns.entries()) {
    db.run(
      `INSERT INTO speaker_turn (record_id, position, segment_id, speaker, start_time, end_time, confidence, sentiment, text)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        recordId,
        position,
        turn.segment_id,
        turn.speaker,
        turn.start_time,
        turn.end_time,
        turn.confidence,
        turn.sentiment,
        turn.text,
      ],
    )
  }
}

export interface CallFilter {
  readonly symbol: string | null
  /** ms UTC, both ends included. */
  readonly from: number | null
  readonly to: number | null
  readonly status: string | null
}

/** Calls as the list knows them, newest first; a call that was only opened by its id is found by its detail. */
export function findCalls(
  db: Reader,
  filter: CallFilter,
  { limit, offset }: { limit: number; offset: number },
): { recordIds: number[]; hits: number } {
  const matches = `FROM call WHERE (@symbol IS NULL OR symbol = @symbol) AND (@status IS NULL OR status = @status)
    AND (@from IS NULL OR started_at >= @from) AND (@to IS NULL OR started_at <= @to)`
  return {
    hits: db.get<{ hits: number }>(`SELECT count(*) AS hits ${matches}`, { ...filter })?.hits ?? 0,
    recordIds: db
      .all<{ id: number }>(
        `SELECT coalesce(listed_record_id, detail_record_id) AS id ${matches}
         ORDER BY started_at DESC, call_id LIMIT @limit OFFSET @offset`,
        { ...filter, limit, offset },
      )
      .map(({ id }) => id),
  }
}
