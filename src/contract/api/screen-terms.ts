/**
 * The vocabulary of the screener: periods, measures, operators, fields and units that conditions
 * and columns of a screen may have.
 */

/** What the conditions of a screen consist of; the window offers them, and the core evaluates them. */

/** `ltm`: the last twelve months, four consecutive quarters. */
export const screenPeriods = ['quarter', 'ltm', 'year'] as const
export type ScreenPeriod = (typeof screenPeriods)[number]

/**
 *  - `value`: the figure itself
 *  - `change`: on a year ago: growth of amounts, a difference of ratios, percents, days and scores
 *  - `average`: over the latest so many periods, all of which are stored
 *  - `growth`: on so many periods ago, as for `change`
 *  - `cagr`: growth a year over so many years
 *  - `rank`: among the companies of the library in the same sector, 1 is the first
 */
export const screenMeasures = ['value', 'change', 'average', 'growth', 'cagr', 'rank'] as const
export type ScreenMeasure = (typeof screenMeasures)[number]

export const screenOperators = ['at-least', 'at-most', 'above', 'below'] as const
export type ScreenOperator = (typeof screenOperators)[number]

export const screenSecurityFields = ['sector', 'industry', 'country', 'exchange', 'type', 'currency'] as const
export type ScreenSecurityField = (typeof screenSecurityFields)[number]

export const screenCallAttributes = ['sentiment', 'sentiment-change', 'days-since'] as const
export type ScreenCallAttribute = (typeof screenCallAttributes)[number]

/** `any`: of any kind. */
export const screenRatingActions = ['up', 'down', 'initiated', 'reiterated', 'any'] as const
export type ScreenRatingAction = (typeof screenRatingActions)[number]

/** What the results may show besides figures: fields of the listing, of the latest call and rating, and of the screen. */
export const screenPlainColumns = [
  'period',
  ...screenSecurityFields,
  'sentiment',
  'sentiment-change',
  'call',
  'rating',
  'met-by',
] as const
export type ScreenPlainColumn = (typeof screenPlainColumns)[number]
/** How a figure that is no condition is shown. */
export const screenColumnMeasures = ['value', 'change'] as const satisfies readonly ScreenMeasure[]

export const screenGroupKinds = ['all', 'any', 'none'] as const
export type ScreenGroupKind = (typeof screenGroupKinds)[number]

/** The listing's market capitalization, in the units of its currency. */
export const marketCapField = 'marketCap'
/** Before the text of a formula that is written into a condition. */
export const formulaMark = '='

/** Periods or years that `average`, `growth` and `cagr` go back, at most. */
export const mostScreenPeriods = 40
/** Columns of one screen, at most. */
export const mostScreenColumns = 60
/** Conditions of one screen, at most. */
export const mostScreenConditions = 60
