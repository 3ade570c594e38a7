import type { OperationName } from '#contract/service/operations.ts'

/**
 * The titles of the service's seven operations. `operations` of the contract has them too, but cannot be imported here with its schemas.
 */
export const operationTitles: Readonly<Record<OperationName, string>> = {
  'fundamentals.enhanced': 'Enhanced fundamentals',
  'fundamentals.lite': 'Lite fundamentals',
  'calls.list': 'Conference calls',
  'calls.one': 'One conference call',
  ratings: 'Ratings',
  news: 'News',
  securities: 'Securities search',
}
