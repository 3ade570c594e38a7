/**
 * The settings of a printed document (size, header, disclaimer, sections), and what the print
 * dialog needs of the finished document.
 */

import type { EditableDocument } from '#contract/api/exports.ts'
import type { Failure } from '#contract/failure.ts'
import type { PaperSize } from '#contract/api/paper-size.ts'

/** The default disclaimer. */
export const usualDisclaimer =
  'Stored data may be incomplete or out of date: check against filings before relying on it.'

/** How the user wants documents printed. */
export interface PaperSettings {
  readonly size: PaperSize
  /** At the top of each page; may be empty. */
  readonly header: string
  /** At the bottom of the last page; may be empty. */
  readonly disclaimer: string
  /** Whether a section is wanted: `shows('news')`. */
  readonly shows: (section: string) => boolean
}

/** What the dialog knows of a complete document. */
export interface ReadyDocument {
  /** File name without extension, and title of the document. */
  readonly title: string
  /** The same as text and tables, for those who edit it. */
  readonly editable: () => EditableDocument
}

/** Properties of every document: it requests its facts and renders pages (`PaperPage`). */
export interface PaperDocumentProps<Document> {
  readonly document: Document
  readonly settings: PaperSettings
}

/** What the component of every document exports. */
export interface DrawnDocument {
  /** Null while its pages are still being drawn. */
  readonly ready: () => ReadyDocument | null
  /** Why its facts are unavailable. */
  readonly failure: () => Failure | null
}
