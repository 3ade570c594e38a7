import { describe, expect, test } from 'vitest'
import { classifyRangeResponse, type ResponseHead, type StoredPart } from '#core/recordings/classify-range-response.ts'

const sound = { 'content-type': 'audio/mpeg' }

/** A file of 1,000 bytes under a strong tag, 400 of which are here. */
const held: StoredPart = { bytes: 400, etag: '"a"', announced: 1000 }
const nothing: StoredPart = { bytes: 0, etag: null, announced: null }

function answer(status: number, headers: Readonly<Record<string, string>>): ResponseHead {
  const all: Readonly<Record<string, string>> = { ...sound, ...headers }
  return { status, header: (name) => all[name] ?? null }
}
const rest = { 'content-range': 'bytes 400-999/1000', etag: '"a"' }

describe('a part that was requested from byte 400 on, under the tag of what is here (D2)', () => {
  test.each<[string, Readonly<Record<string, string>>, StoredPart, ReturnType<typeof classifyRangeResponse>]>([
    ['what follows, under the same tag', rest, held, { is: 'next', total: 1000 }],
    [
      'what follows, of a file whose length nobody announced',
      rest,
      { ...held, announced: null },
      { is: 'next', total: 1000 },
    ],
    ['what follows, without a tag', { 'content-range': 'bytes 400-999/1000' }, held, { is: 'next', total: 1000 }],
    [
      'less than all that follows',
      { ...rest, 'content-range': 'bytes 400-699/1000' },
      held,
      { is: 'next', total: 1000 },
    ],
    ['the same bytes under another tag', { ...rest, etag: '"b"' }, held, { is: 'unfit' }],
    ['the same bytes under the tag made weak', { ...rest, etag: 'W/"a"' }, held, { is: 'unfit' }],
    ['the same bytes under an empty tag', { ...rest, etag: '' }, held, { is: 'unfit' }],
    ['what begins before', { ...rest, 'content-range': 'bytes 300-999/1000' }, held, { is: 'unfit' }],
    ['what begins after', { ...rest, 'content-range': 'bytes 401-999/1000' }, held, { is: 'unfit' }],
    ['a file of another length', { ...rest, 'content-range': 'bytes 400-1000/1001' }, held, { is: 'unfit' }],
    ['a file of unknown length', { ...rest, 'content-range': 'bytes 400-999/*' }, held, { is: 'unfit' }],
    ['no range at all', { etag: '"a"' }, held, { is: 'unfit' }],
    ['a range in other units', { ...rest, 'content-range': 'seconds 400-999/1000' }, held, { is: 'unfit' }],
    ['compressed bytes', { ...rest, 'content-encoding': 'gzip' }, held, { is: 'unfit' }],
    ['several parts', { ...rest, 'content-type': 'multipart/byteranges; boundary=x' }, held, { is: 'unfit' }],
  ])('%s', (_, headers, here, fit) => {
    expect(classifyRangeResponse(answer(206, headers), here)).toEqual(fit)
  })

  test('a sign-in page in its place is no sound', () => {
    expect(classifyRangeResponse(answer(206, { ...rest, 'content-type': 'text/html' }), held)).toEqual({
      is: 'refused',
      failure: { kind: 'sign-in-page' },
    })
  })

  test('the whole file in its place begins it again, under its own tag and length (W28)', () => {
    expect(classifyRangeResponse(answer(200, { etag: '"b"', 'content-length': '1200' }), held)).toEqual({
      is: 'restart',
      etag: '"b"',
      announced: 1200,
      contentType: 'audio/mpeg',
    })
  })

  test.each<[string, string, StoredPart, 'whole' | 'unfit']>([
    ['that there is no more of it', 'bytes */400', { ...held, announced: 400 }, 'whole'],
    [
      'that there is no more of it, where nobody announced a length',
      'bytes */400',
      { ...held, announced: null },
      'whole',
    ],
    ['that it is shorter than was announced', 'bytes */400', held, 'unfit'],
    ['that it is longer', 'bytes */1000', held, 'unfit'],
    ['nothing of its length', '', held, 'unfit'],
  ])('is refused, which says %s', (_, range, here, fit) => {
    expect(classifyRangeResponse(answer(416, range === '' ? {} : { 'content-range': range }), here)).toEqual({
      is: fit,
    })
  })
})

describe('the whole that was requested (D3)', () => {
  test.each<[string, number, Readonly<Record<string, string>>, object]>([
    [
      'with its length and a strong tag',
      200,
      { etag: '"a"', 'content-length': '1000' },
      { is: 'restart', etag: '"a"', announced: 1000 },
    ],
    [
      'with a weak tag, under which nothing can be resumed',
      200,
      { etag: 'W/"a"' },
      { is: 'restart', etag: null, announced: null },
    ],
    [
      'compressed: neither tag nor length are those of the sound',
      200,
      { etag: '"a"', 'content-length': '9', 'content-encoding': 'br' },
      { is: 'restart', etag: null, announced: null },
    ],
    ['with a length that is no number', 200, { 'content-length': '1e3' }, { is: 'restart', announced: null }],
    [
      'empty',
      200,
      { 'content-length': '0' },
      { is: 'refused', failure: { kind: 'wrong-shape', detail: 'the file is empty' } },
    ],
    ['as a part', 206, rest, { is: 'refused' }],
    ['as a refused range', 416, {}, { is: 'refused' }],
    ['as words', 200, { 'content-type': 'application/json' }, { is: 'refused', failure: { kind: 'wrong-shape' } }],
  ])('comes %s', (_, status, headers, fit) => {
    expect(classifyRangeResponse(answer(status, headers), nothing)).toMatchObject(fit)
  })
})

describe('a response that is easily mistaken', () => {
  const partWithoutTag: StoredPart = { bytes: 400, etag: null, announced: 1000 }
  const tagWithoutBytes: StoredPart = { bytes: 0, etag: '"a"', announced: null }

  test.each<[string, number, Readonly<Record<string, string>>, StoredPart, object]>([
    ['a part, where what is stored has no tag to request a range under', 206, rest, partWithoutTag, { is: 'refused' }],
    ['a part, where a tag is stored without a byte', 206, rest, tagWithoutBytes, { is: 'refused' }],
    ['a refused range, where a tag is stored without a byte', 416, {}, tagWithoutBytes, { is: 'refused' }],
    [
      'several parts that were not requested',
      206,
      { 'content-type': 'multipart/byteranges' },
      nothing,
      { is: 'refused' },
    ],
    ['several parts in place of the whole', 200, { 'content-type': 'multipart/mixed' }, held, { is: 'refused' }],
    [
      'the whole with the coding that is none',
      200,
      { etag: '"b"', 'content-encoding': ' Identity ' },
      nothing,
      { etag: '"b"' },
    ],
    [
      'what follows with the coding that is none',
      206,
      { ...rest, 'content-encoding': 'identity' },
      held,
      { is: 'next' },
    ],
    ['what follows without a media type', 206, { ...rest, 'content-type': '' }, held, { is: 'next' }],
  ])('%s', (_, status, headers, stored, expected) => {
    expect(classifyRangeResponse(answer(status, headers), stored)).toMatchObject(expected)
  })

  test('names the media type that came, in the failure', () => {
    const page = classifyRangeResponse(answer(200, { 'content-type': 'application/json; charset=utf-8' }), nothing)
    expect(page).toMatchObject({ failure: { detail: expect.stringContaining('application/json') as string } })
  })

  test('says what is wrong with it, differently for a part and for a refused range', () => {
    const details = [206, 416].map((status) => {
      const response = classifyRangeResponse(answer(status, rest), nothing)
      return response.is === 'refused' ? response.failure.detail : undefined
    })
    expect(details).toEqual([
      expect.stringContaining('instead of all of it'),
      expect.stringContaining('refused a byte range'),
    ])
  })
})
