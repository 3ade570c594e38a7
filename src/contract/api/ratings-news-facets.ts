/** The facets and sort orders of the combined list of ratings and news. */

/** A rating's target against the same firm's previous one of the same share; `large`: changed by 10% or more, either way. */
export const targetMoves = ['raised', 'cut', 'large'] as const
export type TargetMove = (typeof targetMoves)[number]

/** A news item of the day's gainers or losers; one that refers to a call or to a rating. */
export const newsTopics = ['gainers', 'losers', 'call', 'rating'] as const
export type NewsTopic = (typeof newsTopics)[number]

export const recordSorts = ['rating', 'news'] as const
export type RecordSort = (typeof recordSorts)[number]

/** The groups of values to filter ratings and news by. Those between `sort` and `news` concern ratings alone. */
export const facetGroups = ['sort', 'action', 'opinion', 'target', 'firm', 'news'] as const
export type FacetGroup = (typeof facetGroups)[number]
