/**
 * Names the document to print or save as a PDF: the tear sheet of a company, or the earnings brief
 * of a call. `renderer/paper` renders it.
 */

/** A document that is printed, or saved as a PDF: renderer/paper has its pages. */
export type PaperDocument =
  | (DocumentOfCompany & { readonly kind: 'tear-sheet' })
  | (DocumentOfCompany & {
      readonly kind: 'brief'
      /** Which call; null: the latest one with a transcript. */
      readonly callId: string | null
    })

interface DocumentOfCompany {
  readonly symbol: string
  /** Shows what was stored at that moment, ms since 1970; null: now. */
  readonly asOf: number | null
}
