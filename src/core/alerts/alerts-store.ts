/** SQL of the user's alert rules and of the log of alerts, in `desk.db`. */

import { alertCondition, alertEvent, type AlertCondition, type AlertEvent } from '#contract/api/alerts.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { rowPositions } from '../database/row-positions.ts'
import { readStoredJson } from '../stored-json.ts'

/** In `desk.db`. Times are ms UTC. */
interface RuleRow {
  readonly id: string
  readonly condition: AlertCondition
  readonly listId: string | null
  readonly isOn: boolean
  readonly createdAt: number
  readonly checkedAt: number
}

interface StoredRule extends Omit<RuleRow, 'condition' | 'isOn'> {
  readonly condition: string
  readonly isOn: 0 | 1
  readonly alerts: number
  readonly unseen: number
}

const selectRules = `SELECT id, condition, list_id AS listId, is_on AS isOn, created_at AS createdAt, checked_at AS checkedAt,
    (SELECT count(*) FROM alert WHERE rule_id = alert_rule.id) AS alerts,
    (SELECT count(*) FROM alert WHERE rule_id = alert_rule.id AND seen_at IS NULL) AS unseen
  FROM alert_rule`

interface CountedRule extends RuleRow {
  readonly alerts: number
  readonly unseen: number
}

/** Undefined: this version cannot read its condition. */
function ruleOf(row: StoredRule): CountedRule | undefined {
  const condition = readStoredJson(alertCondition, row.condition)
  return condition && { ...row, condition, isOn: row.isOn === 1 }
}

export function getRules(desk: Reader): CountedRule[] {
  return desk.all<StoredRule>(`${selectRules} ORDER BY created_at, id`).flatMap((row) => ruleOf(row) ?? [])
}

export function getRule(desk: Reader, id: string): CountedRule | undefined {
  const row = desk.get<StoredRule>(`${selectRules} WHERE id = ?`, [id])
  return row && ruleOf(row)
}

export function insertRule(desk: Writer, { condition, isOn, ...rule }: RuleRow): void {
  desk.run(
    `INSERT INTO alert_rule (id, condition, list_id, is_on, created_at, checked_at)
     VALUES (@id, @condition, @listId, @isOn, @createdAt, @checkedAt)`,
    { ...rule, condition: JSON.stringify(condition), isOn: Number(isOn) },
  )
}

export function putRuleState(desk: Writer, id: string, isOn: boolean, checkedAt: number): void {
  desk.run('UPDATE alert_rule SET is_on = ?, checked_at = ? WHERE id = ?', [Number(isOn), checkedAt, id])
}

/** Ids of the alerts that a rule has found. */
export function getAlertIds(desk: Reader, ruleId: string): number[] {
  return desk.all<{ id: number }>('SELECT id FROM alert WHERE rule_id = ?', [ruleId]).map(({ id }) => id)
}

/** Alerts that name no rule are a rule's again. */
export function putRuleOf(desk: Writer, ruleId: string, alerts: readonly number[]): void {
  desk.run('UPDATE alert SET rule_id = ? WHERE rule_id IS NULL AND id IN (SELECT value FROM json_each(?))', [
    ruleId,
    JSON.stringify(alerts),
  ])
}

/** Its alerts stay, and name no rule. */
export function deleteRule(desk: Writer, id: string): void {
  desk.run('UPDATE alert SET rule_id = NULL WHERE rule_id = ?', [id])
  desk.run('DELETE FROM alert_rule WHERE id = ?', [id])
}

export interface FoundAlert {
  readonly symbol: string
  readonly event: AlertEvent
  /** Tells it from the rule's other alerts: what was found once is not found again. */
  readonly key: string
}

/** Gives whether it was not known. */
export function insertAlert(
  desk: Writer,
  ruleId: string,
  found: FoundAlert,
  at: number,
  jobId: number | null,
): boolean {
  const { symbol, event, key } = found
  const { changes } = desk.run(
    `INSERT OR IGNORE INTO alert (rule_id, symbol, event, key, found_at, job_id, seen_at) VALUES (?, ?, ?, ?, ?, ?, NULL)`,
    [ruleId, symbol, JSON.stringify(event), key, at, jobId],
  )
  return changes > 0
}

/** Keeps so many of the latest. */
export function deleteOldAlerts(desk: Writer, most: number): void {
  desk.run('DELETE FROM alert WHERE id NOT IN (SELECT id FROM alert ORDER BY id DESC LIMIT ?)', [most])
}

interface AlertRow {
  readonly id: number
  readonly ruleId: string | null
  readonly symbol: string
  readonly event: string
  readonly at: number
  readonly jobId: number | null
  readonly isSeen: 0 | 1
}

export interface LogFilter {
  readonly ruleId?: string | undefined
  readonly jobId?: number | undefined
  readonly isUnseen?: boolean | undefined
}

const where = `WHERE (@ruleId IS NULL OR rule_id = @ruleId) AND (@jobId IS NULL OR job_id = @jobId)
  AND (@isUnseen = 0 OR seen_at IS NULL)`
const bound = ({ ruleId, jobId, isUnseen }: LogFilter) => ({
  ruleId: ruleId ?? null,
  jobId: jobId ?? null,
  isUnseen: Number(isUnseen ?? false),
})

const latestFirst = 'alert.id DESC'

/** Latest first. An event that this version cannot read is left out. */
export function getAlerts(desk: Reader, filter: LogFilter, offset: number, limit: number) {
  return desk
    .all<AlertRow>(
      `SELECT alert.id, rule_id AS ruleId, symbol, event, found_at AS at, sync_job.id AS jobId, seen_at IS NOT NULL AS isSeen
       FROM alert LEFT JOIN sync_job ON sync_job.id = alert.job_id ${where}
       ORDER BY ${latestFirst} LIMIT @limit OFFSET @offset`,
      { ...bound(filter), limit, offset },
    )
    .flatMap((row) => {
      const event = readStoredJson(alertEvent, row.event)
      return event ? { ...row, event, isSeen: row.isSeen === 1 } : []
    })
}

/** Positions of alerts in the log, from 0; null: not in the log. */
export function getAlertPositions(desk: Reader, filter: LogFilter, ids: readonly number[]): (number | null)[] {
  const log = { key: 'alert.id', from: `alert ${where}`, order: latestFirst, bound: bound(filter) }
  return rowPositions(desk, log, ids)
}

export function countAlerts(desk: Reader, filter: LogFilter): number {
  return desk.get<{ count: number }>(`SELECT count(*) AS count FROM alert ${where}`, bound(filter))?.count ?? 0
}

/** Gives those that were not seen before. */
export function putSeen(desk: Writer, ids: readonly number[] | null, seenAt: number): number[] {
  const unseen = desk
    .all<{ id: number }>(
      `SELECT id FROM alert WHERE seen_at IS NULL AND (@ids IS NULL OR id IN (SELECT value FROM json_each(@ids)))`,
      { ids: ids && JSON.stringify(ids) },
    )
    .map(({ id }) => id)
  desk.run('UPDATE alert SET seen_at = ? WHERE id IN (SELECT value FROM json_each(?))', [
    seenAt,
    JSON.stringify(unseen),
  ])
  return unseen
}

export function putUnseen(desk: Writer, ids: readonly number[]): void {
  desk.run('UPDATE alert SET seen_at = NULL WHERE id IN (SELECT value FROM json_each(?))', [JSON.stringify(ids)])
}
