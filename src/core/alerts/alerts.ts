/**
 * The alerts feature: runs the user's alert rules after each refresh or download, and logs the
 * alerts that they raise.
 */

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { alertCondition, type AlertRule } from '#contract/api/alerts.ts'
import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { OpenDatabase } from '../database/database-kind.ts'
import type { Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { noSuchList } from '../watchlists/no-such-list.ts'
import type { Watchlists } from '../watchlists/watchlists.ts'
import { readStoredJson } from '../stored-json.ts'
import * as store from './alerts-store.ts'
import { NewContent, type FindAlertsDependencies } from './find-alerts.ts'

type Inputs = ApiInputs['alerts']
type Outputs = ApiOutputs['alerts']

interface AlertsDependencies extends Omit<FindAlertsDependencies, 'reader'> {
  readonly library: LibraryContext
  readonly desk: Pick<OpenDatabase, 'reader' | 'writer'>
  readonly watchlists: Pick<Watchlists, 'watchedSince' | 'list'>
}

/** The log of alerts keeps this many. */
const mostAlerts = 5000

const removedRule = z.object({
  rule: z.object({
    id: z.string(),
    condition: alertCondition,
    listId: z.string().nullable(),
    isOn: z.boolean(),
    createdAt: z.number(),
    checkedAt: z.number(),
  }),
  alerts: z.array(z.number()),
})

/** Rules over what refreshes and downloads bring, and the log of what they found. */
export class Alerts {
  readonly #dependencies: AlertsDependencies
  /** One check at a time: two jobs may end together. */
  #lastCheck: Promise<void> = Promise.resolve()

  constructor(dependencies: AlertsDependencies) {
    this.#dependencies = dependencies
  }

  rules(): Outputs['rules'] {
    return { rules: store.getRules(this.#dependencies.desk.reader) }
  }

  add({ condition, listId }: Inputs['add']): AlertRule {
    const desk = this.#writer
    if (listId !== null && this.#dependencies.watchlists.list(listId) === null) noSuchList()
    refuseSecond(desk, { condition, listId })
    const now = this.#now
    const id = randomUUID()
    store.insertRule(desk, { id, condition, listId, isOn: true, createdAt: now, checkedAt: now })
    return this.#changed(id)
  }

  setOn({ id, isOn }: Inputs['setOn']): AlertRule {
    const desk = this.#writer
    const rule = store.getRule(desk, id) ?? fail({ kind: 'bad-request', detail: 'this alert no longer exists' })
    store.putRuleState(desk, id, isOn, isOn && !rule.isOn ? this.#now : rule.checkedAt)
    return this.#changed(id)
  }

  remove({ id }: Inputs['remove']): Outputs['remove'] {
    const desk = this.#writer
    const rule = store.getRule(desk, id) ?? fail({ kind: 'bad-request', detail: 'this alert no longer exists' })
    const { condition, listId, isOn, createdAt, checkedAt } = rule
    const removed: z.infer<typeof removedRule> = {
      rule: { id, condition, listId, isOn, createdAt, checkedAt },
      alerts: store.getAlertIds(desk, id),
    }
    desk.transaction(() => store.deleteRule(desk, id))
    this.#announce()
    return { removed: JSON.stringify(removed) }
  }

  restore({ removed }: Inputs['restore']): AlertRule {
    const desk = this.#writer
    const { rule, alerts } =
      readStoredJson(removedRule, removed) ?? fail({ kind: 'bad-request', detail: 'not a removed alert' })
    refuseSecond(desk, rule)
    desk.transaction(() => {
      store.insertRule(desk, rule)
      store.putRuleOf(desk, rule.id, alerts)
    })
    return this.#changed(rule.id)
  }

  log({ offset, limit, locate = [], ...filter }: Inputs['log']): Outputs['log'] {
    const { reader } = this.#dependencies.desk
    return {
      alerts: store.getAlerts(reader, filter, offset, limit),
      total: store.countAlerts(reader, filter),
      positions: store.getAlertPositions(reader, filter, locate),
      unseen: store.countAlerts(reader, { ...filter, isUnseen: true }),
    }
  }

  markSeen({ ids }: Inputs['markSeen']): Outputs['markSeen'] {
    const desk = this.#writer
    const marked = desk.transaction(() => store.putSeen(desk, ids, this.#now))
    this.#announce()
    return { ids: marked }
  }

  markUnseen({ ids }: Inputs['markUnseen']): Outputs['markUnseen'] {
    store.putUnseen(this.#writer, ids)
    this.#announce()
    return {}
  }

  /** Runs the rules over what was received since each was checked; `jobId`: the refresh or download that has ended. */
  check(jobId: number): Promise<void> {
    const check = this.#lastCheck.then(() => this.#check(jobId))
    this.#lastCheck = check.catch(() => undefined)
    return check
  }

  async #check(jobId: number): Promise<void> {
    const { library, desk, watchlists } = this.#dependencies
    const { writer } = desk
    if (writer === null) return
    const rules = store.getRules(writer).filter(({ isOn }) => isOn)
    const companies = watchlists.watchedSince()
    // What arrives during this read is left to the next check; an alert is stored once, by its key.
    const now = this.#now
    let isNew = false
    for (const [since, group] of Map.groupBy(rules, ({ checkedAt }) => checkedAt)) {
      const content = await NewContent.read({ ...this.#dependencies, reader: library.reader }, companies, {
        since,
        now,
      })
      for (const { id, condition, listId } of group) {
        const list = listId === null ? null : new Set(watchlists.list(listId)?.symbols)
        const found = await content.alerts(condition, list)
        const added = writer.transaction(() => {
          // It may have been removed, turned off, or turned off and on meanwhile.
          const present = store.getRule(writer, id)
          if (present?.isOn !== true || present.checkedAt !== since) return 0
          store.putRuleState(writer, id, true, now)
          return found.filter((each) => store.insertAlert(writer, id, each, now, jobId)).length
        })
        isNew ||= added > 0
      }
    }
    if (!isNew) return
    writer.transaction(() => store.deleteOldAlerts(writer, mostAlerts))
    this.#announce()
  }

  #changed(id: string): AlertRule {
    this.#announce()
    return store.getRule(this.#dependencies.desk.reader, id) ?? fail({ kind: 'not-in-library' })
  }

  #announce(): void {
    this.#dependencies.library.announce({ kind: 'alerts' })
  }

  get #writer(): Writer {
    return this.#dependencies.desk.writer ?? fail({ kind: 'read-only' })
  }

  get #now(): number {
    return this.#dependencies.library.clock.now()
  }
}

/** Two rules with the same condition and companies would each find the same alerts. */
function refuseSecond(desk: Writer, { condition, listId }: Pick<AlertRule, 'condition' | 'listId'>): void {
  const sought = JSON.stringify([condition, listId])
  if (store.getRules(desk).some((rule) => JSON.stringify([rule.condition, rule.listId]) === sought))
    fail({ kind: 'bad-request', detail: 'this alert already exists' })
}
