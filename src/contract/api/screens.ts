/**
 * The API of the screener: a screen with its conditions, universe and columns, the companies that
 * match, and saved screens.
 */

import { z } from 'zod'
import { unitKinds } from '../service/statement-lines.ts'
import { change, instant, jsonText, query, requestedInstant } from './base.ts'
import {
  mostScreenColumns,
  mostScreenConditions,
  mostScreenPeriods,
  screenCallAttributes,
  screenColumnMeasures,
  screenGroupKinds,
  screenMeasures,
  screenOperators,
  screenPeriods,
  screenPlainColumns,
  screenRatingActions,
  screenSecurityFields,
} from './screen-terms.ts'
import { requestedId } from './request-texts.ts'

const id = z.string().min(1).max(64)
const operator = z.enum(screenOperators)
/** Null: not finished yet. Such a condition is left out of the screen. */
const value = z.number().nullable()
/** Count back from today, or from the day that the screen is made for. */
const days = z.number().int().min(1).max(3650)

const figureCondition = z.object({
  kind: z.literal('figure'),
  id,
  /** A statement line, metric, calculated line, insight or `own.<id>`; `marketCap`; or `=` and a formula. */
  field: z.string().min(1).max(2001),
  period: z.enum(screenPeriods),
  measure: z.enum(screenMeasures),
  /** Periods of `average` and `growth`, years of `cagr`; nothing to the other measures. */
  over: z.number().int().min(1).max(mostScreenPeriods),
  operator,
  /** In the figure's own unit: 0.12 is 12%, money is unscaled. */
  value,
})
const securityCondition = z.object({
  kind: z.literal('security'),
  id,
  field: z.enum(screenSecurityFields),
  /** As received from the service; empty: the condition is unfinished. */
  values: z.array(z.string().max(200)).max(200),
})
const callCondition = z.object({
  kind: z.literal('call'),
  id,
  /** An attribute of the latest call that has begun; sentiment is the service's score of its summary. */
  attribute: z.enum(screenCallAttributes),
  operator,
  value,
})
const ratingCondition = z.object({
  kind: z.literal('rating'),
  id,
  action: z.enum(screenRatingActions),
  days,
  /** Minimum count. */
  value,
})
const restatementCondition = z.object({
  kind: z.literal('restatement'),
  id,
  /** A line of a statement; null: any. */
  field: z.string().max(80).nullable(),
  days,
  /** Minimum change as a fraction of the previous figure: 0.02 is 2%. */
  value,
})
const searchConditionOf = (key: z.ZodString) =>
  z.object({
    kind: z.literal('search'),
    id,
    searchId: key,
    /** Name of the search when it was chosen. */
    name: z.string().max(200),
    /** Hits in calls that began, and in ratings and news that were published, within them. */
    days,
    /** Minimum count. */
    value,
  })
const screenConditionOf = (key: z.ZodString) =>
  z.discriminatedUnion('kind', [
    figureCondition,
    securityCondition,
    callCondition,
    ratingCondition,
    restatementCondition,
    searchConditionOf(key),
  ])
export type ScreenCondition = z.infer<ReturnType<typeof screenConditionOf>>
export type ScreenConditionOf<Kind extends ScreenCondition['kind']> = Extract<ScreenCondition, { kind: Kind }>

const screenGroupOf = (key: z.ZodString) =>
  z.object({
    kind: z.enum(screenGroupKinds),
    /** The condition is kept, and not applied. */
    bypassed: z.boolean(),
    conditions: z.array(screenConditionOf(key)).max(mostScreenConditions),
  })
export type ScreenGroup = z.infer<ReturnType<typeof screenGroupOf>>

/** Which companies are screened; `library`: all whose statements are stored. */
const universeOf = (key: z.ZodString) =>
  z.discriminatedUnion('of', [
    z.object({ of: z.literal('library') }),
    z.object({ of: z.literal('watchlist'), id: key, name: key }),
    z.object({ of: z.literal('comparison'), id: key, name: key }),
    z.object({ of: z.literal('screen'), id: key, name: key }),
  ])
export type ScreenUniverse = z.infer<ReturnType<typeof universeOf>>

const screenColumn = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plain'), key: z.enum(screenPlainColumns) }),
  /** The condition's own figure. A column of a deleted condition is not shown. */
  z.object({ kind: z.literal('condition'), id }),
  /** A line that is no condition; as the field of a condition, but for formulas. */
  z.object({
    kind: z.literal('figure'),
    field: z.string().min(1).max(80),
    period: z.enum(screenPeriods),
    measure: z.enum(screenColumnMeasures),
  }),
])
export type ScreenColumn = z.infer<typeof screenColumn>

/** `key`: ids and names of what the user saved. */
const specOf = (key: z.ZodString) =>
  z.object({
    universe: universeOf(key),
    /** As the library knew it at that moment; null: now. */
    asOf: requestedInstant.nullable(),
    /** The user says that all amounts are of one currency, which the service does not state. Money is then compared. */
    oneCurrency: z.boolean(),
    /** A company must meet every group. */
    groups: z.array(screenGroupOf(key)).max(20),
    /** Columns of the results, from left to right; null: the conditions and the usual columns. */
    columns: z.array(screenColumn).max(mostScreenColumns).nullable(),
  })
/** As it is stored. */
export const screenSpec = specOf(z.string())
/** As a window requests it. */
const requestedScreen = specOf(requestedId)
export type ScreenSpec = z.infer<typeof screenSpec>

/** What a condition without figures finds. */
const conditionSummary = z.discriminatedUnion('kind', [
  /** How many companies have each of the most frequent words, and how many have another one. */
  z.object({
    kind: z.literal('words'),
    words: z.array(z.object({ word: z.string(), companies: z.number().int() })),
    others: z.number().int(),
  }),
  z.object({
    kind: z.enum(['actions', 'hits']),
    count: z.number().int(),
    companies: z.number().int(),
    days: z.number().int(),
  }),
  /** The largest restatement as a share of the former figure; null: none. */
  z.object({ kind: z.literal('restatement'), largest: z.number().nullable(), symbol: z.string() }),
])
export type ScreenConditionSummary = z.infer<typeof conditionSummary>

const conditionResult = z.object({
  id: z.string(),
  /** How many meet this condition alone. */
  meet: z.number().int(),
  judged: z.number().int(),
  /** Companies that lack the data it needs, and the first of them by symbol. */
  noData: z.number().int(),
  lacking: z.array(z.string()),
  /** Why it is not applied; null: it is. */
  refusal: z.string().nullable(),
  /** Unit of the condition's line; null: it has no line. */
  unit: z.enum(unitKinds).nullable(),
  /** It would be accepted if all money counted as one currency. */
  isOfMoney: z.boolean(),
  /** The figures of the judged companies, ascending; of thousands a few hundred, with the first and the last. */
  ticks: z.array(z.number()),
  /** Null for a condition on figures. */
  summary: conditionSummary.nullable(),
})
export type ScreenConditionResult = z.infer<typeof conditionResult>

/** What to fetch for a company that lacks data; null: the service has nothing more. */
const remedy = z.enum(['statements', 'calls', 'ratings']).nullable()
export type ScreenRemedy = z.infer<typeof remedy>

const unjudged = z.object({
  symbol: z.string(),
  name: z.string().nullable(),
  /** Whole sentences without a full stop, each once. */
  reasons: z.array(z.string()),
  remedy,
})
export type UnjudgedCompany = z.infer<typeof unjudged>

const leaver = z.object({
  symbol: z.string(),
  name: z.string().nullable(),
  /** The condition that is no longer met; null: the company left the universe, or cannot be judged. */
  conditionId: z.string().nullable(),
  previous: z.number().nullable(),
  current: z.number().nullable(),
  /** The period of the current figure, and when it was fetched first. */
  period: z.string().nullable(),
  fetchedAt: instant.nullable(),
})
export type DroppedCompany = z.infer<typeof leaver>

/** A figure or `n.m.`, a count, or text; null: nothing is stored. */
export type ScreenCell = string | number | null

/** A company that meets the screen. */
export interface ScreenMatch {
  readonly symbol: string
  readonly name: string | null
  readonly period: { readonly quarter: string; readonly year: number; readonly endPeriod: string } | null
  /** Beside the conditions; null where nothing is stored, and as of a date what is not kept by date. */
  readonly listing: Readonly<Record<(typeof screenSecurityFields)[number], string | null>>
  /** The service's scores of the summary of the latest call, and their change on the call before. */
  readonly sentiment: number | null
  readonly sentimentChange: number | null
  /** When the latest call began. */
  readonly callAt: number | null
  readonly rating: { readonly firm: string | null; readonly rating: string | null; readonly kind: string } | null
  /** One for each condition of `conditions`, in their order: a figure, a count, words. */
  readonly cells: readonly ScreenCell[]
  /** One for each column of `columns`, in their order; null for those that are no figure. */
  readonly figures: readonly ScreenCell[]
  /** Ids of the records that the figures of each period come from. */
  readonly records: Readonly<Record<(typeof screenPeriods)[number], readonly number[]>>
  /** Ids of the conditions of any-of groups that it meets. */
  readonly metBy: readonly string[]
}

const result = z.object({
  companies: z.number().int(),
  /** How many companies could be judged. */
  judged: z.number().int(),
  conditions: z.array(conditionResult),
  /** Columns of the screen that was run, in the order of `ScreenMatch.figures`. */
  columns: z.array(screenColumn).nullable(),
  /** By symbol. */
  matches: jsonText<readonly ScreenMatch[]>(),
  unjudged: z.array(unjudged),
  /** How many match at each of the requested values. */
  steps: z.array(z.number().int()),
  /** When nothing matches: the condition of an all-of group that excludes most, and the nearest value with a match. */
  relaxation: z.object({ conditionId: z.string(), value: z.number().nullable() }).nullable(),
  milliseconds: z.number(),
})
export type ScreenResult = z.infer<typeof result>

const saved = z.object({
  id: z.string(),
  name: z.string(),
  spec: screenSpec,
  savedAt: instant,
  /** Since when `entered` and `left` are counted: when its results were last marked as seen. */
  seenAt: instant,
  /** No results, since its universe no longer exists or one of its conditions is refused. */
  isRefused: z.boolean(),
  matches: z.number().int(),
  companies: z.number().int(),
  unjudged: z.number().int(),
  entered: z.array(z.string()),
  left: z.array(z.string()),
  runs: z.number().int(),
})
export type SavedScreen = z.infer<typeof saved>

const run = z.object({
  at: instant,
  matches: z.array(z.string()),
  entered: z.array(z.string()),
  left: z.array(z.string()),
  unjudged: z.number().int(),
})

const name = z.string().trim().min(1).max(120)
const ofScreen = z.object({ id: requestedId })

export const screens = {
  /** From the library alone. `steps`: how many match with other values of one condition. */
  run: query
    .input(
      z.object({
        spec: requestedScreen,
        steps: z.object({ conditionId: requestedId, values: z.array(z.number()).max(4) }).optional(),
      }),
    )
    .output(result),
  /** The values that a field of listings has in the library, the most frequent first. */
  fieldValues: query
    .input(z.object({ field: z.enum(screenSecurityFields) }))
    .output(z.object({ values: z.array(z.object({ value: z.string(), companies: z.number().int() })) })),
  /** By name, each with its present results. */
  saved: query.output(z.object({ screens: z.array(saved) })),
  /** Under a new id, or in the place of one. What matches then counts as seen. */
  save: change.input(z.object({ id: requestedId.optional(), name, spec: requestedScreen })).output(saved),
  rename: change.input(ofScreen.extend({ name })).output(saved),
  /** Returns what `restore` takes. */
  remove: change.input(ofScreen).output(z.object({ removed: z.string() })),
  restore: change.input(z.object({ removed: z.string().max(4_000_000) })).output(z.object({})),
  markSeen: change.input(ofScreen).output(saved),
  /** Companies that left a saved screen since it was seen, with the figure that changed. */
  droppedCompanies: query.input(ofScreen).output(z.object({ droppedCompanies: z.array(leaver) })),
  /** The results at each run that changed them, the latest first. */
  history: query.input(ofScreen).output(z.object({ runs: z.array(run) })),
}
