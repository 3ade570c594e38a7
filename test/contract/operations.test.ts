import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { dataWrapper, hitsWrapper, operationNames, operations, recordSchema } from '#contract/service/operations.ts'
import { securityGroups } from '#contract/service/securities.ts'

/** docs/interface.md, Operations: path and parameters, less the key. */
const endpoints = {
  'fundamentals.enhanced': [
    '/delivery/api/v1/fundamentals/enhanced',
    'symbol, fiscal_year, fiscal_period, page, page_size',
  ],
  'fundamentals.lite': ['/delivery/api/v1/fundamentals/lite', 'symbol, fiscal_year, fiscal_period, page, page_size'],
  'calls.list': ['/delivery/api/v1/calls', 'symbol, from, to, page, page_size, status'],
  'calls.one': ['/delivery/api/v1/calls/{call_id}', 'call_id, audio, format, clean'],
  ratings: ['/rating/api/v1/ratings', 'id, exchange, company, firm, symbol, from, to, page, page_size'],
  news: ['/news/api/v1/news', 'symbol, page, page_size, share_class_figi, type, id, securities'],
  // The names of its parameters are not shown: a workspace carries them.
  securities: ['/search/api/v1/securities', 'query, type, page'],
} as const

/** Parameters that each operation takes, and some that it does not. */
const taken: { readonly [Name in keyof typeof endpoints]: readonly unknown[] } = {
  'fundamentals.enhanced': [
    { symbol: 'A' },
    { symbol: 'A', fiscal_year: 2024, fiscal_period: 'Q5', page: 1, page_size: 100 },
  ],
  'fundamentals.lite': [{}, { symbol: 'A', fiscal_period: 'FY' }],
  'calls.list': [{}, { from: '2026-01-05T00:00:00', to: '2026-01-06T23:59:59', status: 'POSTPONED' }],
  'calls.one': [{ call_id: 'c' }, { call_id: 'c', audio: true, format: 'html', clean: false }],
  ratings: [{}, { from: '2026-01-05 00:00:00', page: '2', page_size: '50', id: '7' }],
  news: [{ symbol: 'A' }, { symbol: 'A', type: 'sideways', securities: true, id: 5 }],
  securities: [
    { query: 'A', type: 'symbol' },
    { query: '45', type: 'classification.gics_code', page: 2 },
  ],
}
const refused: { readonly [Name in keyof typeof endpoints]: readonly unknown[] } = {
  'fundamentals.enhanced': [
    {},
    { symbol: '' },
    { symbol: 'A', apikey: 'x' },
    { symbol: 'A', page: 0 },
    { symbol: 'A', page: 1.5 },
  ],
  'fundamentals.lite': [{ symbol: '' }, { page_size: -1 }, { extra: 1 }],
  'calls.list': [{ from: '2026-01-05' }, { from: '2026-01-05 00:00:00' }, { to: 5 }],
  'calls.one': [{}, { call_id: '' }, { call_id: 'c', format: 'pdf' }, { call_id: 'c', audio: 'true' }],
  ratings: [{ from: '2026-01-05T00:00:00' }, { page: 2 }, { id: 7 }],
  news: [{}, { symbol: 'A', securities: 'yes' }],
  securities: [{ query: 'A' }, { query: '', type: 'symbol' }, { query: 'A', type: 'name' }],
}

describe.each(operationNames)('%s', (name) => {
  const { parameters } = operations[name]

  test('has the path and the parameters of the interface', () => {
    expect([operations[name].path, Object.keys(parameters.shape).join(', ')]).toEqual(endpoints[name])
  })

  test('takes what the interface allows, values that nobody has seen among it, and nothing else', () => {
    const schema: z.ZodType = parameters
    expect(taken[name].map((question) => schema.safeParse(question).success)).toEqual(taken[name].map(() => true))
    expect(refused[name].map((question) => schema.safeParse(question).success)).toEqual(refused[name].map(() => false))
  })

  test('keeps fields that nobody knows, and takes a record in which every field is absent or null', () => {
    const schema = recordSchema(name)
    const fields = Object.keys(operations[name].record.shape)
    const nothing = Object.fromEntries(fields.filter((field) => field !== 'isin_history').map((field) => [field, null]))
    expect(schema.parse({ unheard_of: { deep: [1] } })).toEqual({ unheard_of: { deep: [1] } })
    expect(schema.safeParse(nothing).error?.issues ?? []).toEqual([])
  })

  test('checks a record and changes nothing in it: what passes is taken as received', () => {
    const kinds = [...kindsIn(recordSchema(name))]
    const checking = ['object', 'array', 'record', 'union', 'optional', 'nullable', 'lazy', 'custom', 'unknown']
    const values = ['string', 'number', 'number_format', 'boolean', 'null', 'literal', 'enum']
    expect(kinds.filter((kind) => ![...checking, ...values].includes(kind))).toEqual([])
    expect(kinds).toContain('object')
  })

  test('takes a value of an enumeration that nobody has seen, and no number in its place', () => {
    const schema: z.ZodType = operations[name].record
    for (const field of ['Quarter', 'status', 'type', 'action'].filter(
      (each) => each in operations[name].record.shape,
    )) {
      expect(schema.safeParse({ [field]: 'NEVER_SEEN' }).success, field).toBe(true)
      expect(schema.safeParse({ [field]: 5 }).success, field).toBe(false)
    }
  })
})

test('a security has every flat key of the interface, by its groups', () => {
  const keys = Object.values(securityGroups).flat()
  const { shape } = operations.securities.record
  expect(keys.filter((key) => !(key in shape))).toEqual([])
  expect([keys.length, new Set(keys).size]).toEqual([46, 46])
  expect(
    Object.entries(securityGroups).flatMap(([group, own]) => own.filter((key) => !key.startsWith(`${group}.`))),
  ).toEqual([])
})

test('wrappers leave their records unread, so that one bad record never costs the others', () => {
  expect(dataWrapper.parse({ data: [null, 5, { id: 'x' }], message: 'ok' }).data).toEqual([null, 5, { id: 'x' }])
  expect(hitsWrapper.parse({ data: { hits: [null, 5, {}] } }).data.hits).toEqual([null, 5, {}])
})

/** Every type of schema and of check inside one, a coercing one by that name. */
function kindsIn(inside: unknown, seen = new Set<unknown>()): Set<string> {
  if (typeof inside !== 'object' || inside === null || seen.has(inside)) return new Set()
  seen.add(inside)
  const own = '_zod' in inside ? inside._zod : inside
  const deeper = typeof own === 'object' && own !== null && 'def' in own ? own.def : own
  if (typeof deeper !== 'object' || deeper === null) return new Set()
  const kinds = new Set<string>()
  if ('type' in deeper && typeof deeper.type === 'string') kinds.add('coerce' in deeper ? 'coerced' : deeper.type)
  if ('check' in deeper && typeof deeper.check === 'string') kinds.add(deeper.check)
  for (const each of Object.values(deeper)) for (const kind of kindsIn(each, seen)) kinds.add(kind)
  return kinds
}
