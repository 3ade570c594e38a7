/** Formats a count with its noun: `1,204 calls`, `1 call`. */

export { formatBytes } from '#contract/format-bytes.ts'

export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
