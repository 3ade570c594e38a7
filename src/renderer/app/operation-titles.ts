import type { OperationName } from '#contract/service/operations.ts'

/** As in `operations` of the contract, which cannot be imported here since it includes the schemas. */
export const operationTitles: Readonly<Record<OperationName, string>> = {
  'fundamentals.enhanced': 'Enhanced fundamentals',
  'fundamentals.lite': 'Lite fundamentals',
  'calls.list': 'Conference calls',
  'calls.one': 'One conference call',
  ratings: 'Ratings',
  news: 'News',
  securities: 'Securities search',
}
