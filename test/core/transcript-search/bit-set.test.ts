import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BitSet } from '#core/transcript-search/bit-set.ts'

describe('a set of places', () => {
  const places = fc.uniqueArray(fc.integer({ min: 0, max: 199 }))
  const bitsOf = (of: readonly number[]) => {
    const bits = new BitSet(200)
    for (const place of of) bits.add(place)
    return bits
  }
  const rising = (of: Iterable<number>) => [...of].toSorted((left, right) => left - right)

  test('joins, cuts and counts as sets do, over any stretch', () => {
    fc.assert(
      fc.property(
        places,
        places,
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 0, max: 200 }),
        (one, other, from, to) => {
          const [left, right] = [new Set(one), new Set(other)]
          const [a, b] = [bitsOf(one), bitsOf(other)]
          expect(a.and(b).positions()).toEqual(rising(left.intersection(right)))
          expect(a.or(b).positions()).toEqual(rising(left.union(right)))
          expect(a.without(b).positions()).toEqual(rising(left.difference(right)))
          const within = rising(left).filter((place) => place >= from && place < to)
          expect(a.positions(from, to)).toEqual(within)
          expect(a.countWithin(from, to)).toBe(within.length)
          const range = new BitSet(200)
          range.addRange(from, to)
          expect(range.count).toBe(Math.max(0, to - from))
        },
      ),
    )
  })

  test('of every place has them all, and joined with itself is itself', () => {
    for (const size of [0, 1, 31, 32, 33, 64, 200]) {
      const all = BitSet.all(size)
      expect(all.positions()).toEqual(Array.from({ length: size }, (_, at) => at))
      expect([all.size, all.count, all.and(all)]).toEqual([size, size, all])
      expect(all.without(all).count).toBe(0)
    }
  })

  test('has what was added, and nothing beyond its end', () => {
    const bits = bitsOf([0, 31, 32, 199])
    expect([0, 1, 31, 32, 33, 199, 200, 5000].map((place) => bits.has(place))).toEqual([
      true,
      false,
      true,
      true,
      false,
      true,
      false,
      false,
    ])
  })

  test('is visited in order, from a place to before another', () => {
    const seen: number[] = []
    bitsOf([5, 63, 64, 70]).forEach((place) => seen.push(place), 6, 70)
    expect(seen).toEqual([63, 64])
  })
})
