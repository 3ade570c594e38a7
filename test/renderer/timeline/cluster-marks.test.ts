import { describe, expect, test } from 'vitest'
import { clusterMarks, clusterWidth, shapeWidth, type Cluster } from '../../../src/renderer/timeline/cluster-marks.ts'

interface Event {
  readonly at: number
  readonly group: string
}
const events = (group: string, ...days: readonly number[]): Event[] => days.map((at) => ({ at, group }))
const cluster = (entries: readonly Event[], pixelsADay: number) =>
  clusterMarks(
    entries.toSorted((one, other) => one.at - other.at),
    pixelsADay,
    ({ group }) => group,
  )
const count = (clusters: readonly Cluster<unknown>[]) =>
  clusters.reduce((sum, { entries: { length } }) => sum + length, 0)

describe('marks on a lane', () => {
  test('stand where their moment is while there is room', () => {
    expect(cluster(events('news', 8, 42), 5).map(({ x }) => x)).toEqual([40, 210])
  })

  test('too near each other become one with a count, and none is lost', () => {
    const clusters = cluster(events('news', 10, 10, 11, 12, 100), 5)
    expect(clusters.map(({ entries: { length } }) => length)).toEqual([4, 1])
  })

  test('an upgrade never disappears among reiterations of the same days', () => {
    const clusters = cluster([...events('dash', 10, 10, 11), ...events('up', 10)], 5)
    expect(clusters.map(({ group, entries: { length } }) => [group, length])).toEqual([
      ['dash', 3],
      ['up', 1],
    ])
  })

  test('never cover each other, however dense', () => {
    const groups = ['up', 'down', 'dash']
    const dense = Array.from({ length: 400 }, (_, at) => ({
      at: (at * at * 7919) % 1200,
      group: groups[at % 3] ?? '',
    }))
    const clusters = cluster(dense, 1)
    expect(count(clusters)).toBe(400)
    const boxes = clusters
      .map(({ x, entries: { length } }) => ({
        left: x - shapeWidth / 2,
        right: x - shapeWidth / 2 + clusterWidth(length),
      }))
      .toSorted((one, other) => one.left - other.left)
    for (const [at, { left }] of boxes.entries()) expect(left).toBeGreaterThanOrEqual(boxes[at - 1]?.right ?? -Infinity)
  })
})
