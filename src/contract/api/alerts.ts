/**
 * The API of alerts: the user's rules on what refreshes and downloads bring, and the log of the
 * alerts that the rules raised.
 */

import { z } from 'zod'
import { change, instant, query } from './base.ts'
import { locate, positions } from './list-positions.ts'
import { priceTarget } from './ratings.ts'
import { requestedId } from './request-texts.ts'

/**
 * What a rule looks for in what a refresh or download brings:
 *  - `hits`: a saved search finds something in a new transcript, rating or news item
 *  - `restated`: the service restates a figure by more than `above`, a fraction of the figure before; of one that was zero any change
 *    counts, and one that was not there before is not restated
 *  - `downgrade`: a firm lowers its rating
 *  - `tie`: a check of the statements fails that did not fail before
 *  - `screen`: a company enters a saved screen; without a watchlist also one that is on none
 *  - `sentiment`: the summary of a call has a lower sentiment than each of the company's previous four calls: of an
 *    earnings call, its previous four earnings calls
 */
export const alertCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hits'), searchId: z.string().min(1).max(100) }),
  z.object({ kind: z.literal('restated'), above: z.number().min(0).max(10) }),
  z.object({ kind: z.literal('downgrade') }),
  z.object({ kind: z.literal('tie') }),
  z.object({ kind: z.literal('screen'), screenId: z.string().min(1).max(100) }),
  z.object({ kind: z.literal('sentiment') }),
])
export type AlertCondition = z.infer<typeof alertCondition>

const alertRule = z.object({
  id: z.string(),
  condition: alertCondition,
  /** The watchlist whose companies it watches; null: every watchlist. */
  listId: z.string().nullable(),
  isOn: z.boolean(),
  createdAt: instant,
  /** Records that arrived before this were checked. */
  checkedAt: instant,
  /** How many alerts are in the log, and how many of them are unseen. */
  alerts: z.number().int(),
  unseen: z.number().int(),
})
export type AlertRule = z.infer<typeof alertRule>

/** What was found, as it was at that time: later changes of the library do not change it. */
export const alertEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hits'),
    search: z.string(),
    hits: z.number().int(),
    /** The transcript it was found in; null: it was found in the rating or news item of `recordId`. */
    callId: z.string().nullable(),
    recordId: z.number().int().nullable(),
    of: z.enum(['call', 'rating', 'news']),
    title: z.string(),
  }),
  z.object({
    kind: z.literal('restated'),
    period: z.string(),
    recordId: z.number().int(),
    field: z.string(),
    label: z.string(),
    previous: z.number(),
    current: z.number(),
    /** The change as a fraction of the figure before; null (n.m.) unless both have the same sign. */
    change: z.number().nullable(),
    /** Figures of the same period that were restated by more than the rule's limit, this one included: it changed most. */
    figures: z.number().int(),
  }),
  z.object({
    kind: z.literal('downgrade'),
    recordId: z.number().int(),
    firm: z.string(),
    rating: z.string().nullable(),
    previousRating: z.string().nullable(),
    target: priceTarget.nullable(),
    previousTarget: priceTarget.nullable(),
  }),
  z.object({
    kind: z.literal('tie'),
    period: z.string(),
    recordId: z.number().int(),
    field: z.string(),
    label: z.string(),
    /** `Gross profit = Revenue − Cost of revenue` */
    rule: z.string(),
    /** Stated figure less what the other figures add up to. */
    difference: z.number(),
    /** Checks of the period that began to fail, this one included: it is the first of the statement. */
    checks: z.number().int(),
  }),
  z.object({ kind: z.literal('screen'), screenId: z.string(), screen: z.string() }),
  z.object({
    kind: z.literal('sentiment'),
    callId: z.string(),
    title: z.string(),
    sentiment: z.number(),
    /** Scores of the previous four calls, latest first. */
    previous: z.array(z.number()).length(4),
  }),
])
export type AlertEvent = z.infer<typeof alertEvent>
export type AlertEventOf<Kind extends AlertEvent['kind']> = Extract<AlertEvent, { kind: Kind }>

const alert = z.object({
  id: z.number().int(),
  /** Null: the rule was removed. */
  ruleId: z.string().nullable(),
  symbol: z.string(),
  /** When it was found. */
  at: instant,
  /** The refresh or download that ended with this alert; null: that job was removed. */
  jobId: z.number().int().nullable(),
  event: alertEvent,
  isSeen: z.boolean(),
})
export type Alert = z.infer<typeof alert>

const alertLog = z.object({
  alerts: z.array(alert),
  total: z.number().int(),
  unseen: z.number().int(),
  positions,
})
export type AlertLog = z.infer<typeof alertLog>

const id = z.object({ id: requestedId })

/**
 * Rules over what refreshes and downloads bring, checked at the end of each one, and the log of what they found. Everything is read from
 * the library: nothing leaves the machine. Every change throws `read-only` where nothing can be written.
 */
export const alerts = {
  rules: query.output(z.object({ rules: z.array(alertRule) })),
  /** The rule applies to records that arrive from now on. Throws `bad-request` when the same rule exists. */
  add: change.input(z.object({ condition: alertCondition, listId: requestedId.nullable() })).output(alertRule),
  /** A rule that is turned on applies to records that arrive from then on. Throws `bad-request` when it no longer exists. */
  setOn: change.input(id.extend({ isOn: z.boolean() })).output(alertRule),
  /** Its alerts stay in the log. Returns what `restore` takes. */
  remove: change.input(id).output(z.object({ removed: z.string() })),
  /**
   * Restores its state, when it was last checked, and its alerts. Throws `bad-request` if it was not removed, or if the same rule
   * exists again.
   */
  restore: change.input(z.object({ removed: z.string().max(1_000_000) })).output(alertRule),
  /** Newest first; `ruleId`: of one rule; `jobId`: of one refresh or download. */
  log: query
    .input(
      z.object({
        ruleId: requestedId.optional(),
        jobId: z.number().int().optional(),
        isUnseen: z.boolean().optional(),
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
        /** Alerts whose positions are requested. */
        locate: locate(z.number().int()),
      }),
    )
    .output(alertLog),
  /** `ids` null: all. Gives those that were not seen before, for `markUnseen`. */
  markSeen: change
    .input(z.object({ ids: z.array(z.number().int()).max(10_000).nullable() }))
    .output(z.object({ ids: z.array(z.number().int()) })),
  markUnseen: change.input(z.object({ ids: z.array(z.number().int()).max(10_000) })).output(z.object({})),
}
