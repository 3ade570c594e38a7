/** Texts of a call's side panel: sentiment scores, speaking time, lines of the summary. */

import type { CallReading } from '#contract/api/calls.ts'
import { formatSpan } from '../transcript/duration.ts'
import { formatFixed, formatNumber } from '../../format/counts.ts'
import { roundsToZero } from '../../format/figures.ts'

/** `0.14`, `(0.08)`, zero `0.00`, absent `n/a`: a mean of zero is a value, and tables show an absent one as a dash. */
export function formatSentiment(value: number | null): string {
  if (value === null) return 'n/a'
  const digits = formatFixed(Math.abs(value), 2)
  return value < 0 && !roundsToZero(digits) ? `(${digits})` : digits
}

export function formatSpeakingTime(seconds: number | null): string {
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

/** `high · audio/mpeg · 782,099 bytes`. */
export function recordingFactText({ value, bytes }: CallReading['recordingFacts'][number]): string {
  return [value, bytes === null ? '' : `${formatNumber(bytes)} bytes`].filter((part) => part !== '').join(' · ')
}
