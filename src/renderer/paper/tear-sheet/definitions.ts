/** The definitions of calculated figures in a tear sheet, in sentences. */

import type { TearSheetFacts } from '#contract/api/tear-sheet.ts'
import { splitsIn } from './tear-sheet-rows.ts'

/** Definitions of the figures on a tear sheet, in sentences. Pure. */
export function definitions({ figures, security, sources }: TearSheetFacts): readonly string[] {
  const listing = security?.record['ticker_meta.currency_name'] ?? ''
  const hasSources = Object.values(sources).some((source) => source !== null)
  return [
    ...(figures ? [...splitsIn([figures.years, figures.quarters]), calculated] : []),
    ...(hasSources ? ['sha256: hash of the record as received; for several records, of their hashes in order.'] : []),
    ...(figures
      ? [
          listing === ''
            ? 'Currency not stated.'
            : `Currency not stated; the listing trades in ${listing.toUpperCase()}.`,
        ]
      : []),
  ]
}

const calculated =
  'Calculated by Tearsheet: LTM, growth, margins, free cash flow (cash from operations less capital expenditure), net debt (debt less ' +
  'cash and short-term investments), and LTM returns and days. Operating expenses in the sentences are gross profit less ' +
  'operating income.'
