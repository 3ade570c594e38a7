import { describe, expect, test } from 'vitest'
import type { Failure } from '#contract/failure.ts'
import type { OperationName } from '#contract/service/operations.ts'
import { FailureError } from '#core/failure-error.ts'
import { validateResponse } from '#core/service/response-validation.ts'

const description = { operation: 'Ratings', host: 'data.example.com' }
const request = { path: '/rating/api/v1/ratings', parameters: {} }

function validated(operation: OperationName, body: string | Buffer, contentType = 'application/json', parameters = {}) {
  return validateResponse(operation, parameters, request, { body: Buffer.from(body), contentType }, 5, description)
}

function failureOf(...response: Parameters<typeof validated>): Partial<Failure> {
  try {
    validated(...response)
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
  throw new Error('the response passed')
}

describe('a response for one call', () => {
  const one = (body: string, wanted?: string): Parameters<typeof validated> => [
    'calls.one',
    body,
    'application/json',
    wanted === undefined ? {} : { call_id: wanted },
  ]

  test('with another call is refused: it would be shown under the title of the requested one', () => {
    expect(failureOf(...one('{"call_id":"6"}', '5'))).toEqual({
      ...description,
      kind: 'wrong-shape',
      detail: 'the response is for a different call',
    })
  })

  test('is accepted where the request names no call', () => {
    expect(validated(...one('{"call_id":"6"}')).records).toHaveLength(1)
  })

  test('without an id, or as a list, says that one record was expected', () => {
    const details = ['{"name":"x"}', '{"call_id":null}', '[{"call_id":"5"}]'].map(
      (body) => failureOf(...one(body)).detail,
    )
    expect(details).toEqual(Array.from({ length: 3 }, () => 'one record was expected'))
  })
})

describe('a response of another form', () => {
  test.each<[OperationName, string, string]>([
    ['ratings', '{"rows":[]}', 'data is missing'],
    ['ratings', '{"data":null,"pagination":{"hits":3}}', 'data is missing'],
    ['ratings', '[]', 'data is missing'],
    ['securities', '{"hits":[]}', 'hits are missing'],
    ['fundamentals.lite', '{"rows":[]}', 'a list was expected'],
    ['ratings', '{"message":"  "}', 'data is missing'],
    ['ratings', '{"data":{"a":1},"message":"There are none"}', 'data is missing'],
  ])('of %s: %s', (operation, body, detail) => {
    expect(failureOf(operation, body)).toEqual({ ...description, kind: 'wrong-shape', detail })
  })

  test.each(['message', 'error'])('with nothing but a %s is quoted, cut to 200 characters', (field) => {
    const body = JSON.stringify({ [field]: 'x'.repeat(300) })
    expect(failureOf('ratings', body)).toEqual({ ...description, kind: 'service-message', detail: 'x'.repeat(200) })
  })

  test('with a long message next to its data has it cut to 200 characters', () => {
    const body = JSON.stringify({ data: [], message: 'x'.repeat(300) })
    expect(validated('ratings', body).message).toBe('x'.repeat(200))
  })
})

describe('the number of pages of a search', () => {
  const pagesOf = (data: object) =>
    validated('securities', JSON.stringify({ data: { hits: [], ...data } })).extent.pageCount

  test('is the number found over the page size, rounded up', () => {
    const pages = [100, 101, 200, 0].map((found) => pagesOf({ found, request_params: { per_page: 100 } }))
    expect(pages).toEqual([1, 2, 2, 0])
  })

  test.each([
    ['no page size', { found: 10, request_params: {} }],
    ['no request', { found: 10 }],
    ['no total', { request_params: { per_page: 10 } }],
    ['a page size of zero', { found: 10, request_params: { per_page: 0 } }],
    ['a page size below zero', { found: 10, request_params: { per_page: -5 } }],
  ])('is unknown with %s', (_, data) => {
    expect(pagesOf(data)).toBeNull()
  })
})

describe('a response that is no JSON', () => {
  test.each([
    ['an open list', '{"data":[1', 'incomplete'],
    ['an open list behind a closed one', '[[1],[2]', 'incomplete'],
    ['an open record', '{"data":{"a":1}', 'incomplete'],
    ['nothing', '', 'incomplete'],
    ['only white space', ' \n ', 'incomplete'],
    ['a bracket within a text, closed', '{"a":"[{"} x', 'not-json'],
    ['a quote behind a backslash within a text', String.raw`{"a":"\"[["} x`, 'not-json'],
    ['a backslash behind a backslash, then the end of the text', String.raw`{"a":"\\"} x`, 'not-json'],
    ['a word', 'unavailable', 'not-json'],
    ['closed more often than opened', '{}]', 'not-json'],
  ])('%s', (_, body, kind) => {
    expect(failureOf('ratings', body).kind).toBe(kind)
  })

  test('a page is recognized by its tags after white space, and by no tag within a text', () => {
    expect(failureOf('ratings', ' \n<!DOCTYPE   html><p>Sign in</p>').kind).toBe('sign-in-page')
    expect(failureOf('ratings', 'See <html> here').kind).toBe('not-json')
    expect(failureOf('ratings', '<note>none</note>').kind).toBe('not-json')
  })

  test('bytes that are not UTF-8 are refused, not replaced', () => {
    const body = Buffer.concat([Buffer.from('{"data":[],"message":"'), Buffer.from([0xff]), Buffer.from('"}')])
    expect(failureOf('ratings', body).kind).toBe('not-json')
  })

  test.each(['text/json', ' application/json ; charset=utf-8', 'application/vnd.api+json'])(
    'and JSON that is called %j is read',
    (contentType) => {
      expect(validated('ratings', '{"data":[{"id":1}]}', contentType).records).toHaveLength(1)
    },
  )

  test.each(['text/csv', 'application/octet-stream', 'application/xml'])(
    'and data that is called %s is refused',
    (type) => {
      expect(failureOf('ratings', '{"data":[]}', type).kind).toBe('not-json')
    },
  )
})
