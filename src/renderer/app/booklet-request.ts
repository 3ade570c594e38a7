/**
 * What a booklet is rendered from: its companies and choices, and the printed comparison at its
 * end.
 */

/** The table at the end of a booklet, as it is printed: its words and figures are written already. */
export interface PrintedSpread {
  /** Beside the title: what the figures are. */
  readonly note: string
  /** Above the labels of the rows. */
  readonly corner: string
  /** Columns under one head, which stay on one page. */
  readonly groups: readonly SpreadGroup[]
  readonly rows: readonly SpreadRow[]
  /** Sentences at the foot: what a mark means, what is missing. */
  readonly remarks: readonly string[]
}

export interface SpreadGroup {
  readonly key: string
  readonly label: string
  readonly note: string
  /** Beneath both. */
  readonly detail: string
  readonly columns: readonly SpreadColumn[]
  /** Printed again beside the columns of every page: medians. */
  readonly isRepeated?: true
}

export interface SpreadColumn {
  readonly title: string
  /** A superscript after the title: calendarized. */
  readonly mark?: string
  /** The latest, in bold. */
  readonly isStrong?: true
  /** Small: a rank. */
  readonly isFaint?: true
  /** Words, from the left. */
  readonly isWords?: true
}

export type SpreadRow =
  | { readonly kind: 'head'; readonly label: string; readonly note: string }
  | {
      readonly kind: 'figures' | 'total'
      readonly label: string
      readonly note: string
      /** One a column, groups in their order. */
      readonly cells: readonly SpreadCell[]
    }

export interface SpreadCell {
  readonly text: string
  /** Letters before it: restated, stale. */
  readonly marks?: string
  /** The first of its order. */
  readonly isBest?: true
}

/** Several companies to be printed as one document: a contents page, their tear sheets, the spread. */
export interface BookletRequest {
  /** Title of the watchlist, comparison or screen. */
  readonly title: string
  /** Symbols, in the order of the pages. Only the first `mostBookletCompanies` are printed. */
  readonly companies: readonly string[]
  /** Shows what was stored at that moment, ms since 1970; null: now. */
  readonly asOf: number | null
  /** The spread of these companies as of a moment. Absent: the standard lines, a row per company. */
  readonly spread?: (asOf: number | null, signal: AbortSignal) => Promise<PrintedSpread>
}
