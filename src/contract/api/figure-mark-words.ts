/** The words for figures that were not received cleanly, are older than their neighbors, or are missing, on screen and on the command line. */

import type { ApiOutputs } from './api.ts'
import type { ComparedCompany } from './comparisons.ts'
import type { NumberFormat } from './number-format.ts'
import type { Mark, MarkKind } from './provenance.ts'
import type { VersionState } from './source.ts'

/** Of any figure with the mark; `receivedSentence` also says what came, and when. */
export const receivedWords: Readonly<Record<MarkKind, string>> = {
  unreadable: 'Damaged: the service sent no readable figure. The response is stored as received.',
  kept: 'Retained: the latest response has no readable value.',
  withdrawn: 'Withdrawn by the service.',
  imprecise: 'Rounded: the service sent more digits than Tearsheet can use.',
  converted: 'Converted: the service sent this figure as text.',
}

interface MarkWriters {
  /** Writes the day of a moment, ms since 1970. */
  readonly day: (moment: number) => string
  readonly value: (value: unknown) => string
}

/** How one figure was received (docs/wire-data-rules.md). */
export function receivedSentence({ kind, problem, received, at }: Mark, write: MarkWriters): string {
  const day = at === undefined ? '' : write.day(at)
  switch (kind) {
    case 'unreadable':
      return `Damaged: ${problem.replace(/^Invalid input: /, '')}. The service sent ${received}, which is stored as received; the table shows n/a.`
    case 'converted':
      return `Converted: the service sent ${received}.`
    case 'imprecise':
      return `Rounded: the service sent ${received}, more digits than Tearsheet can use.`
    case 'kept':
      return `Retained from ${day}: the latest response has no readable value.`
    case 'withdrawn':
      return `Withdrawn by the service on ${day}; was ${write.value(JSON.parse(received))}.`
    default:
      return kind satisfies never
  }
}

/** What a version was to the figure; null: its figure was shown. */
export const versionWords: Readonly<Record<VersionState, string | null>> = {
  received: null,
  kept: 'retained',
  withdrawn: 'withdrawn',
  'held-back': 'not accepted',
}

export const staleWords = 'Stale: older than the refresh interval.'

type HeldBack = NonNullable<ApiOutputs['financials']['open']['heldBack']>

/** Of statements whose latest response lost too many figures. `received`: when it came, as the place writes it. */
export function heldBackSentence(
  { periods, lost, of }: Pick<HeldBack, 'periods' | 'lost' | 'of'>,
  { received, numbers }: { readonly received: string; readonly numbers: NumberFormat },
): string {
  const number = (count: number) => count.toLocaleString(numbers)
  const inPeriods = `${number(periods)} ${periods === 1 ? 'period' : 'periods'}`
  return `The response of ${received} is missing ${number(lost)} of ${number(of)} figures in ${inPeriods}. The previous figures are shown. Both versions are stored.`
}

/** "BKAN: LTM n/a: Q4 FY2025 missing (and 2 more)" */
export function missingSentences(companies: readonly Pick<ComparedCompany, 'symbol' | 'missing'>[]): readonly string[] {
  return companies.flatMap(({ symbol, missing }) =>
    missing
      .slice(0, 1)
      .map((why) => `${symbol}: ${why}${missing.length > 1 ? ` (and ${missing.length - 1} more)` : ''}`),
  )
}
