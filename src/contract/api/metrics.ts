/**
 * The API of the user's own metrics: named formulas over lines, which tables show beside the
 * built-in lines.
 */

import { z } from 'zod'
import { query, change, instant } from './base.ts'
import { savedDraft } from './drafts.ts'
import { queryError } from './query-error.ts'
import { requestedId } from './request-texts.ts'

const metricUnit = z.enum(['money', 'per-share', 'shares', 'ratio', 'percent', 'days', 'count'])

/** Characters of a formula. */
export const longestFormula = 2000

export const namedMetric = z.object({
  name: z.string().trim().min(1).max(80),
  formula: z.string().max(longestFormula),
  unit: metricUnit,
})

/** A user's metric: a named formula over lines. Tables show it as the field `own.<id>`. */
const ownMetric = namedMetric.extend({
  id: z.string(),
  /** Null: it can be calculated. One that could once may not any more, when a metric that it names is gone. */
  error: queryError.nullable(),
  /** Fields that it names. */
  inputs: z.array(z.string()),
  savedAt: instant,
})
export type OwnMetric = z.infer<typeof ownMetric>

export const metrics = {
  list: query.output(z.object({ metrics: z.array(ownMetric) })),
  /** While it is typed. `id`: of the metric that is being changed, which it may not name. */
  check: query
    .input(z.object({ formula: z.string().max(longestFormula), id: requestedId.optional() }))
    .output(z.object({ error: queryError.nullable(), inputs: z.array(z.string()) })),
  /** Adds it, or replaces the one with `id`. Fails with `bad-request` for a refused formula or a name that is taken. */
  save: change.input(namedMetric.extend({ id: requestedId.optional(), ...savedDraft.shape })).output(ownMetric),
  remove: change.input(z.object({ id: requestedId })).output(z.object({})),
}
