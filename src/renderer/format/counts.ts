export { formatBytes } from '#contract/format-bytes.ts'

/** A count with its noun: `1,204 calls`, `1 call`. */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
