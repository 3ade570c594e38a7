import { formatSpan } from '../transcript/spans.ts'

/** `0.14`, `(0.08)`, zero `-`, absent `n/a`. */
export function formatSentiment(value: number | null): string {
  if (value === null) return 'n/a'
  const digits = Math.abs(value).toFixed(2)
  if (digits === '0.00') return '-'
  return value < 0 ? `(${digits})` : digits
}

export function formatSpoken(seconds: number | null): string {
  return seconds === null ? 'n/a' : formatSpan(seconds)
}

/** The lines of a summary; those that the service marks with a dash or a point are points. */
export function summaryLines(text: string): readonly { readonly text: string; readonly point: boolean }[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const point = /^[-*•–·]\s+/.exec(line)
      return { text: line.slice(point?.[0].length ?? 0), point: point !== null }
    })
}
