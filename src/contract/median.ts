/** The middle number of an ascending list, or the mean of the middle two. Null: the list is empty. */
export function medianOf(ascending: readonly number[]): number | null {
  const middle = (ascending.length - 1) / 2
  const [low, high] = [ascending[Math.floor(middle)], ascending[Math.ceil(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
