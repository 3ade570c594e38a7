/** The middle one of numbers in ascending order, or the mean of the two in the middle. Null: there are none. */
export function medianOf(ascending: readonly number[]): number | null {
  const middle = (ascending.length - 1) / 2
  const [low, high] = [ascending[Math.floor(middle)], ascending[Math.ceil(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
