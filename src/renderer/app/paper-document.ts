/** A document that is printed, or saved as a PDF: renderer/paper has its pages. */
export type PaperDocument =
  | (DocumentOfCompany & { readonly kind: 'tear-sheet' })
  | (DocumentOfCompany & {
      readonly kind: 'brief'
      /** Of which call; null: of the latest one with a transcript. */
      readonly callId: string | null
    })

interface DocumentOfCompany {
  readonly symbol: string
  /** What was stored at the close of that moment, ms since 1970; null: now. */
  readonly asOf: number | null
}
