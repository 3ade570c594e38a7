/** SQL of the user's metrics, in `desk.db`. */

import type { OwnMetric } from '#contract/api/metrics.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'

export type MetricRow = Pick<OwnMetric, 'id' | 'name' | 'formula' | 'unit' | 'savedAt'>

export function getMetrics(desk: Reader): MetricRow[] {
  return desk.all('SELECT id, name, formula, unit, saved_at AS savedAt FROM own_metric ORDER BY name COLLATE NOCASE')
}

export function putMetric(desk: Writer, metric: MetricRow): void {
  desk.run(
    `INSERT INTO own_metric (id, name, formula, unit, saved_at) VALUES (@id, @name, @formula, @unit, @savedAt)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, formula = excluded.formula, unit = excluded.unit, saved_at = excluded.saved_at`,
    { ...metric },
  )
}

export function deleteMetric(desk: Writer, id: string): void {
  desk.run('DELETE FROM own_metric WHERE id = ?', [id])
}
