/** What a condition without figures finds, in a few words: `31 US, 4 CA, 3 other`. */

import type { ScreenConditionSummary } from '#contract/api/screens.ts'
import { formatCounted, formatFixed, formatNumber } from '../format/counts.ts'

export function conditionSummary(summary: ScreenConditionSummary): string {
  switch (summary.kind) {
    case 'words': {
      const named = summary.words.map(({ word, companies }) => `${formatNumber(companies)} ${word}`)
      return [...named, ...(summary.others > 0 ? [`${formatNumber(summary.others)} other`] : [])].join(', ')
    }
    case 'actions':
    case 'hits': {
      const count = formatCounted(summary.count, summary.kind === 'actions' ? 'action' : 'hit')
      return `${count} at ${formatCounted(summary.companies, 'company', 'companies')} in ${formatCounted(summary.days, 'day')}`
    }
    case 'restatement':
      return summary.largest === null
        ? 'none restated'
        : `largest ${formatFixed(summary.largest * 100, 1)}%, ${summary.symbol}`
    default:
      return summary satisfies never
  }
}
