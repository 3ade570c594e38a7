import { describe, expect, test } from 'vitest'
import { contentRange, rangeIn, strongTag, unsatisfiedTotal } from '#core/recordings/byte-range.ts'

describe('the range that a player requests of a file of 1,000 bytes', () => {
  test.each([
    ['from the beginning', 'bytes=0-', { from: 0, to: 999 }],
    ['from where the user jumped to', 'bytes=400-', { from: 400, to: 999 }],
    ['a part', 'bytes=400-499', { from: 400, to: 499 }],
    ['one byte', 'bytes=400-400', { from: 400, to: 400 }],
    ['the last byte', 'bytes=999-', { from: 999, to: 999 }],
    ['to beyond the end, which is to the end', 'bytes=900-1500', { from: 900, to: 999 }],
    ['the last bytes, where some formats have their index', 'bytes=-16', { from: 984, to: 999 }],
    ['more last bytes than there are', 'bytes=-1500', { from: 0, to: 999 }],
    ['in capitals', 'Bytes=0-9', { from: 0, to: 9 }],
  ])('%s', (_, header, range) => {
    expect(rangeIn(header, 1000)).toEqual(range)
  })

  test.each([
    ['behind the end', 'bytes=1000-'],
    ['no last bytes', 'bytes=-0'],
  ])('%s is refused, not served with the whole file', (_, header) => {
    expect(rangeIn(header, 1000)).toBe('beyond')
  })

  test('in an empty file is refused', () => {
    expect([rangeIn('bytes=0-', 0), rangeIn('bytes=-16', 0)]).toEqual(['beyond', 'beyond'])
  })

  test.each([
    ['none', null],
    ['an empty one', 'bytes=-'],
    ['several', 'bytes=0-9,20-29'],
    ['one that ends before it begins', 'bytes=400-399'],
    ['one in other units', 'seconds=0-9'],
    ['one behind other text', 'x bytes=0-9'],
    ['one that is no number', 'bytes=a-b'],
  ])('%s is served with the whole file', (_, header) => {
    expect(rangeIn(header, 1000)).toBeNull()
  })
})

describe('the range that a service says it sends', () => {
  test.each([
    ['of a known length', 'bytes 400-999/1000', { from: 400, to: 999, total: 1000 }],
    ['of an unknown length', 'bytes 400-999/*', { from: 400, to: 999, total: null }],
    ['of one byte', 'Bytes 0-0/1', { from: 0, to: 0, total: 1 }],
  ])('%s', (_, header, range) => {
    expect(contentRange(header)).toEqual(range)
  })

  test.each([
    ['nothing', null],
    ['a refused range', 'bytes */1000'],
    ['a range that ends before it begins', 'bytes 400-399/1000'],
    ['a range beyond the length', 'bytes 400-1000/1000'],
    ['other units', 'seconds 400-999/1000'],
    ['other text before it', 'x bytes 400-999/1000'],
    ['other text behind it', 'bytes 400-999/1000 x'],
    ['two ranges', 'bytes 0-9/1000, bytes 20-29/1000'],
  ])('is not read from %s: bytes in the wrong position would play as noise', (_, header) => {
    expect(contentRange(header)).toBeNull()
  })
})

describe('the length that a refused range names', () => {
  test.each([
    ['bytes */1200', 1200],
    ['BYTES */0', 0],
    ['bytes */*', null],
    ['bytes 0-9/1200', null],
    ['x bytes */1200', null],
    ['bytes */1200 x', null],
    [null, null],
  ])('%s: %s', (header, total) => {
    expect(unsatisfiedTotal(header)).toBe(total)
  })
})

describe('the tag of a file vouches for its bytes (D2)', () => {
  const longest = `"${'a'.repeat(200)}"`
  test.each(['"a"', '"33a64df5"', '"!#~"', longest])('where it is strong: %s', (tag) => {
    expect(strongTag(tag)).toBe(tag)
  })

  test.each([
    ['there is none', null],
    ['it is weak', 'W/"a"'],
    ['it is not quoted', 'a'],
    ['it is empty', '""'],
    ['it has a quote inside', '"a"b"'],
    ['it has other text behind it', '"a", "b"'],
    ['it is longer than a header should be', `"${'a'.repeat(201)}"`],
  ])('but not where %s', (_, tag) => {
    expect(strongTag(tag)).toBeNull()
  })
})
