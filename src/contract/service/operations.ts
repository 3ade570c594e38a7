/**
 * The seven operations of the service: paths, parameters, and the schemas of records and their
 * wrappers.
 */

import { z } from 'zod'
import { callDetail, callParameters, callRecord, callsParameters } from './calls.ts'
import { enhancedParameters, enhancedRecord, liteParameters, liteRecord } from './fundamentals.ts'
import { newsItem, newsParameters } from './news.ts'
import { pagination } from './pagination.ts'
import { ratingRecord, ratingsParameters } from './ratings.ts'
import { integer, text } from './scalars.ts'
import { securitiesParameters, securityRecord } from './securities.ts'

/**
 * The seven operations of the service (docs/interface.md, Operations): path, parameters, record, and how a response wraps its records.
 *
 * `wrapping`:
 *  - `data`: an object with `data` (array), `message` and perhaps `pagination`
 *  - `bare-array`: the array itself
 *  - `bare-object`: the one record itself
 *  - `hits`: an object with `data.hits[].document`
 */
export const operations = {
  'fundamentals.enhanced': {
    title: 'Enhanced fundamentals',
    path: '/delivery/api/v1/fundamentals/enhanced',
    parameters: enhancedParameters,
    record: enhancedRecord,
    wrapping: 'data',
  },
  'fundamentals.lite': {
    title: 'Lite fundamentals',
    path: '/delivery/api/v1/fundamentals/lite',
    parameters: liteParameters,
    record: liteRecord,
    wrapping: 'bare-array',
  },
  'calls.list': {
    title: 'Conference calls',
    path: '/delivery/api/v1/calls',
    parameters: callsParameters,
    record: callRecord,
    wrapping: 'data',
  },
  'calls.one': {
    title: 'One conference call',
    path: '/delivery/api/v1/calls/{call_id}',
    parameters: callParameters,
    record: callDetail,
    wrapping: 'bare-object',
  },
  ratings: {
    title: 'Ratings',
    path: '/rating/api/v1/ratings',
    parameters: ratingsParameters,
    record: ratingRecord,
    wrapping: 'data',
  },
  news: {
    title: 'News',
    path: '/news/api/v1/news',
    parameters: newsParameters,
    record: newsItem,
    wrapping: 'data',
  },
  securities: {
    title: 'Securities search',
    path: '/search/api/v1/securities',
    parameters: securitiesParameters,
    record: securityRecord,
    wrapping: 'hits',
  },
} as const satisfies Record<string, Operation>

interface Operation {
  readonly title: string
  readonly path: string
  readonly parameters: z.ZodType
  readonly record: z.ZodType
  readonly wrapping: 'data' | 'bare-array' | 'bare-object' | 'hits'
}

export type OperationName = keyof typeof operations
export const operationNames = Object.keys(operations) as [OperationName, ...OperationName[]]
export type ParametersOf<Name extends OperationName> = z.infer<(typeof operations)[Name]['parameters']>
export type RecordOf<Name extends OperationName> = z.infer<(typeof operations)[Name]['record']>

/** Each operation's record as a schema that is typed by the operation's name. */
const records: { readonly [Name in OperationName]: z.ZodType<RecordOf<Name>> } = {
  'fundamentals.enhanced': enhancedRecord,
  'fundamentals.lite': liteRecord,
  'calls.list': callRecord,
  'calls.one': callDetail,
  ratings: ratingRecord,
  news: newsItem,
  securities: securityRecord,
}
export function recordSchema<Name extends OperationName>(operation: Name): z.ZodType<RecordOf<Name>> {
  return records[operation]
}

/** The wrappers, read before any record is: records stay unread here so that one bad record never costs the others. */
export const dataWrapper = z.looseObject({
  /** Null is how some services write an empty list: believed only beside a total of 0. */
  data: z.array(z.unknown()).nullable(),
  message: text,
  pagination: pagination.nullish(),
})

export const hitsWrapper = z.looseObject({
  data: z.looseObject({
    facet_counts: z.array(z.unknown()).nullish(),
    found: integer.describe('number of matches'),
    /** Objects with `document`, `highlight` and `highlights`, parsed one by one, so that a broken hit loses only itself. */
    hits: z.array(z.unknown()),
    out_of: integer.describe('size of the searched collection'),
    page: integer,
    request_params: z.looseObject({ collection_name: text, per_page: integer, q: text }).nullish(),
    search_cutoff: z.boolean().nullish(),
    search_time_ms: integer.describe('milliseconds'),
  }),
  message: text,
})
