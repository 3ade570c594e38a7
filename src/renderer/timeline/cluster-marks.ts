/** Groups events that lie too close together in the timeline chart into one mark. */

/** Events drawn as one mark. */
export interface Cluster<Entry> {
  /** The middle of its shape: pixels from the start of time, so that scrolling does not change it. */
  readonly x: number
  /** What its entries have in common. */
  readonly group: string
  readonly entries: readonly Entry[]
}

/** Width of a shape, and gap between two marks. */
export const shapeWidth = 12
const gap = 4
/** Width of one digit of the count next to a shape, in pixels. */
const digit = 7

/** Width of a mark with its count, from the left edge of its shape. */
export function clusterWidth(entries: number): number {
  return entries === 1 ? shapeWidth : shapeWidth + 3 + digit * String(entries).length
}

interface OpenCluster<Entry> {
  x: number
  readonly group: string
  readonly entries: Entry[]
}

/**
 * Places entries side by side, oldest first. If there is no room for an entry, it joins its group's mark in the same row of touching marks;
 * entries of another group get a mark next to it. So a row has at most one mark per group, and no mark covers another. The result depends
 * only on the scale, not on the visible range, so that nothing jumps while the user scrolls in time.
 * @param groupOf only entries of one group share a mark: an upgrade never disappears among reiterations
 */
export function clusterMarks<Entry extends { readonly at: number }>(
  entries: readonly Entry[],
  pixelsPerMs: number,
  groupOf: (entry: Entry) => string,
): Cluster<Entry>[] {
  const clusters: OpenCluster<Entry>[] = []
  let row: OpenCluster<Entry>[] = []
  /** Right end of the row. */
  let free = Number.NEGATIVE_INFINITY
  for (const entry of entries) {
    const x = entry.at * pixelsPerMs
    const group = groupOf(entry)
    if (x - shapeWidth / 2 >= free) row = []
    const own = row.find((cluster) => cluster.group === group)
    if (own) own.entries.push(entry)
    else {
      const cluster = { x, group, entries: [entry] }
      row.push(cluster)
      clusters.push(cluster)
    }
    free = Number.NEGATIVE_INFINITY
    for (const cluster of row) {
      cluster.x = Math.max(cluster.x, free + shapeWidth / 2)
      free = cluster.x - shapeWidth / 2 + clusterWidth(cluster.entries.length) + gap
    }
  }
  return clusters
}
