/** Finds tie-outs that break now and did not break at an earlier moment, for alerts. */

import type { Tie } from '#contract/api/financials.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { Reader } from '../database/reader-writer.ts'
import { breakKey, checkKey } from './known-break-marks.ts'
import type { KnownBreaks } from './known-breaks.ts'
import { readBothEditions, type BothEditions } from './company-series.ts'
import { SeriesTies, type Check } from './series-tie-outs.ts'

/** A check that fails now and did not fail at a moment. */
interface NewBreak {
  /** Tells it from others of the company: by check, period and figures. */
  readonly key: string
  readonly period: string
  /** The record of the stated figure. */
  readonly recordId: number
  readonly tie: Tie
}

/**
 * The checks of a company's statements that fail now and did not fail with what the library had at a moment (ms UTC), the latest period
 * first. None of a company that had no statements then: what comes with its first download is as it is. Breaks that the user knows of are
 * left out.
 */
export function newBreaks(db: Reader, known: KnownBreaks, symbol: string, since: number): NewBreak[] {
  const then = readBothEditions(db, symbol, undefined, since)
  if (then === undefined || then.series.periods.length === 0) return []
  const now = readBothEditions(db, symbol, then.series.edition, null)
  if (now === undefined) return []
  const failedThen = new Set(failing(then).keys())
  const marks = known.of(symbol)
  const ties = new SeriesTies(now.series, now.other, marks)
  return [...failing(now)]
    .filter(([key, check]) => !failedThen.has(key) && ties.knownBreak(check) === undefined)
    .map(([, check]) => {
      const { stated, tie } = check
      const key = breakKey(ties.breakName(check))
      return { key, period: fiscalPeriodName(stated), recordId: stated.recordId, tie }
    })
    .toReversed()
}

/** By check and period: a year and its last quarter count once for what they share. */
function failing({ series, other }: BothEditions): Map<string, Check> {
  const ties = new SeriesTies(series, other)
  return new Map(
    series.periods.flatMap((_, at) =>
      ties.fails(at).length === 0
        ? []
        : ties
            .checks(at)
            .filter(({ tie }) => tie.result === 'fails')
            .map((check) => [checkKey(ties.breakName(check)), check] as const),
    ),
  )
}
