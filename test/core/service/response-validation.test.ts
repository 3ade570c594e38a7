import { describe, expect, test } from 'vitest'
import type { Failure } from '#contract/failure.ts'
import { operationNames, type OperationName } from '#contract/service/operations.ts'
import { FailureError } from '#core/failure-error.ts'
import { validateResponse } from '#core/service/response-validation.ts'

const sender = { operation: 'Ratings', host: 'data.example.com' }

function believed(operation: OperationName, body: string | Buffer, contentType = 'application/json') {
  const request = { path: '/rating/api/v1/ratings', parameters: {} }
  return validateResponse(operation, {}, request, { body: Buffer.from(body), contentType }, 5, sender)
}

function refused(operation: OperationName, body: string | Buffer, contentType?: string): Failure {
  try {
    believed(operation, body, contentType)
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
  throw new Error('it was believed')
}

const kindOf = (...came: Parameters<typeof refused>) => refused(...came).kind
const ratings = '{"data":[{"id":1,"ticker":"AAPL"}],"message":"ok"}'

describe('a valid response is accepted', () => {
  test('when status, media type and form say so, with each record as received', () => {
    const response = believed('ratings', '{"data":[{"b":2,"id":1},{"id":2}],"message":"2 ratings"}')
    expect(response).toMatchObject({
      message: '2 ratings',
      extent: { hits: null, pageSize: null, pageCount: null },
      records: [
        { body: '{"b":2,"id":1}', record: { id: 1, b: 2 }, marks: [] },
        { body: '{"id":2}', record: { id: 2 }, marks: [] },
      ],
    })
  })

  test.each([
    ['a charset beside the media type', 'application/json; charset=utf-8', ratings],
    ['a media type of the JSON family', 'application/problem+json', ratings],
    ['capitals', 'Application/JSON', ratings],
    ['JSON that calls itself text', 'text/plain; charset=utf-8', ratings],
    ['no media type', '', ratings],
    ['a byte order mark', 'application/json', `\ufeff${ratings}`],
    ['the first of two equal keys overridden', 'application/json', `{"data":[],${ratings.slice(1)}`],
  ])('with %s', (_, contentType, body) => {
    expect(believed('ratings', body, contentType).records).toHaveLength(1)
  })

  test('with totals and a message of another type, which are read where that is safe', () => {
    const body = '{"data":[{"symbol":"AAPL"}],"message":7,"pagination":{"hits":"12","page_count":[2],"page_size":10}}'
    expect(believed('fundamentals.enhanced', body)).toMatchObject({
      message: '7',
      extent: { hits: 12, pageSize: 10, pageCount: null },
      records: [{ record: { symbol: 'AAPL' } }],
    })
  })

  test('with the digits of a number that no double holds, for the ledger', () => {
    const body = '{"data":[{"symbol":"AAPL","Revenue":9007199254740993,"GrossProfit":1e999}],"message":"ok"}'
    const [record] = believed('fundamentals.enhanced', body).records
    expect(record?.body).toBe('{"symbol":"AAPL","Revenue":9007199254740993,"GrossProfit":1e999}')
    expect(record?.marks.map(({ kind, path }) => [kind, path])).toEqual([
      ['unreadable', 'GrossProfit'],
      ['imprecise', 'Revenue'],
    ])
  })

  test('of one call whose id came as a number', () => {
    const request = { path: '/', parameters: {} }
    const response = validateResponse(
      'calls.one',
      { call_id: '5' },
      request,
      { body: Buffer.from('{"call_id":5}'), contentType: 'application/json' },
      5,
      sender,
    )
    expect(response.records[0]?.record).toEqual({ call_id: '5' })
  })

  test('row by row: null, a number and a text among them are marked, the others stay whole', () => {
    const response = believed('ratings', '{"data":[{"id":1},null,5,"x",{"id":2}],"message":"ok"}')
    expect(response.records.map(({ record, marks }) => [record?.id, marks.map(({ problem }) => problem)])).toEqual([
      [1, []],
      [undefined, ['not a record']],
      [undefined, ['not a record']],
      [undefined, ['not a record']],
      [2, []],
    ])
  })

  test('hit by hit: one without a document costs itself only', () => {
    const hits = [{ document: { id: 'A_US' } }, {}, 'x', { document: { id: 'B_US' }, highlight: 5 }]
    const body = JSON.stringify({
      data: { found: '4', hits, request_params: { q: 'A', per_page: 100 } },
      message: 'ok',
    })
    const response = believed('securities', body)
    expect(response.records.map(({ record }) => record?.id)).toEqual(['A_US', undefined, undefined, 'B_US'])
    expect([response.echo, response.extent]).toEqual(['A', { hits: 4, pageSize: 100, pageCount: 1 }])
  })

  test('as an empty list when data is null and the total is none, as some services write it', () => {
    const body = '{"data":null,"message":"ok","pagination":{"hits":0,"page":1,"page_count":0,"page_size":10}}'
    expect(believed('calls.list', body)).toMatchObject({ records: [], extent: { hits: 0 } })
  })
})

describe('an invalid response is rejected', () => {
  test.each<[string, Failure['kind'], string | Buffer, string | undefined]>([
    ['a sign-in page', 'sign-in-page', '<!doctype html><title>Wi-Fi</title>', 'text/html; charset=iso-8859-1'],
    ['a sign-in page in Latin-1', 'sign-in-page', Buffer.from([0x3c, 0xe9, 0x3e]), 'text/html'],
    ['a sign-in page that calls itself JSON', 'sign-in-page', '  <html><body>Hello</body>', undefined],
    ['a sign-in page without a media type', 'sign-in-page', '<!-- portal --><html><body>Hello</body>', ''],
    [
      'a sign-in page that calls itself text',
      'sign-in-page',
      '<?xml version="1.0"?>\n<!DOCTYPE html><p>',
      'text/plain',
    ],
    ['a script that leads to a sign-in page', 'sign-in-page', '<script>location="//portal"</script>', 'text/plain'],
    ['JSON that calls itself a picture', 'not-json', ratings, 'image/png'],
    ['a sentence as text', 'not-json', 'Service unavailable', 'text/plain'],
    ['a JSON text as text', 'wrong-shape', '"maintenance"', 'text/plain'],
    ['another form as text', 'wrong-shape', '{"rows":[]}', 'text/plain'],
    ['half an object as text', 'incomplete', ratings.slice(0, 30), 'text/plain'],
    ['a sentence', 'not-json', 'Internal error', undefined],
    ['NaN', 'not-json', '{"data":[{"id":NaN}],"message":"ok"}', undefined],
    ['bytes that are no UTF-8', 'not-json', Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x7d]), undefined],
    ['UTF-16', 'not-json', Buffer.from(ratings, 'utf16le'), undefined],
    ['half an object', 'incomplete', ratings.slice(0, 30), undefined],
    ['a text that breaks off behind a backslash', 'incomplete', '{"data":[{"a":"x\\', undefined],
    ['nothing at all', 'incomplete', '', undefined],
    ['a list without its wrapper', 'wrong-shape', '[{"id":1}]', undefined],
    ['a wrapper without data', 'wrong-shape', '{"rows":[]}', undefined],
    ['data that is an object', 'wrong-shape', '{"data":{"id":1}}', undefined],
    ['data that is null', 'wrong-shape', '{"data":null}', undefined],
    ['null', 'wrong-shape', 'null', undefined],
    ['a number', 'wrong-shape', '5', undefined],
  ])('%s: %s', (_, kind, body, contentType) => {
    expect(kindOf('ratings', body, contentType)).toBe(kind)
  })

  test.each<[OperationName, string]>([
    ['fundamentals.lite', '{"data":[{"ticker":"AAPL"}],"message":"ok"}'],
    ['calls.one', '{"data":{"call_id":"c1"}}'],
    ['calls.one', '{"call_id":[5]}'],
    ['calls.one', '[{"call_id":"c1"}]'],
    ['securities', '{"data":[{"id":"A_US"}],"message":"ok"}'],
    ['securities', '{"data":{"hits":{}},"message":"ok"}'],
  ])('%s in another wrapper', (operation, body) => {
    expect(kindOf(operation, body)).toBe('wrong-shape')
  })

  test.each(operationNames)(
    '%s: 200 with nothing but a message is the service speaking, cut to a sentence',
    (operation) => {
      expect([
        refused(operation, '{"message":"invalid key"}'),
        refused(operation, `{"error":"${'x'.repeat(500)}"}`).detail?.length,
      ]).toEqual([{ ...sender, kind: 'service-message', detail: 'invalid key' }, 200])
    },
  )

  test('nested a hundred thousand times: it would stop everything that walks through it', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(refused('ratings', `{"data":[{"id":1,"x":${deep}}],"message":"ok"}`)).toEqual({
      ...sender,
      kind: 'too-large',
      limit: { count: 64, of: 'levels' },
    })
  })

  test('with more values than any record of this service could hold, before it is parsed', () => {
    // The end is no JSON: a parser would have said so, after seconds.
    expect(refused('ratings', `{"data":[${'{},'.repeat(1_000_000)}`)).toMatchObject({
      kind: 'too-large',
      limit: { count: 150_000, of: 'values' },
    })
  })

  test('with more records than any page that is requested', () => {
    const records = (count: number) =>
      `{"data":[${Array.from({ length: count }, (_, id) => `{"id":${id}}`).join(',')}]}`
    expect(refused('ratings', records(5001))).toMatchObject({
      kind: 'too-large',
      limit: { count: 5000, of: 'records' },
    })
    expect(believed('ratings', records(5000)).records).toHaveLength(5000)
  })
})
