import type { OperationName } from '#contract/service/operations.ts'

/** As `operations` in the contract has them, which brings the schemas along and so cannot be read here. */
export const operationTitles: Readonly<Record<OperationName, string>> = {
  'fundamentals.enhanced': 'Enhanced fundamentals',
  'fundamentals.lite': 'Lite fundamentals',
  'calls.list': 'Conference calls',
  'calls.one': 'One conference call',
  ratings: 'Ratings',
  news: 'News',
  securities: 'Securities search',
}
