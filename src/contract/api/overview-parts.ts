/** The parts of a company's overview, in their usual order. */
export const overviewParts = [
  'figures',
  'charts',
  'filing-text',
  'restatements',
  'library',
  'call',
  'ratings',
  'news',
] as const
export type OverviewPart = (typeof overviewParts)[number]
