/** The blocks of a printed document's Word version: headings, paragraphs and tables. */

import type { DocumentBlock, DocumentTable, EditableDocument } from '#contract/api/exports.ts'
import type { PaperSettings } from './paper-settings.ts'

const longestCell = 4000

export function heading(text: string, source: number | null, note = ''): DocumentBlock {
  return { kind: 'heading', text: source === null ? text : `${text} (${source})`, note: note.slice(0, 1000) }
}

export function paragraph(
  text: string,
  style: Extract<DocumentBlock, { kind: 'paragraph' }>['style'] = 'plain',
  language: string | null = null,
): DocumentBlock[] {
  return text.trim() === '' ? [] : [{ kind: 'paragraph', text: text.trim().slice(0, 8000), style, language }]
}

export interface TableColumn {
  readonly head: string
  readonly width: number
  readonly isFigure?: true
  /** Of what its cells quote, as BCP 47; null: not stated. */
  readonly language?: string | null
}

export interface TableRow {
  readonly cells: readonly string[]
  readonly rank?: DocumentTable['rows'][number]['rank']
}

export function table(columns: readonly TableColumn[], rows: readonly TableRow[]): DocumentBlock[] {
  if (rows.length === 0) return []
  return [
    {
      kind: 'table',
      head: columns.every(({ head }) => head === '') ? [] : columns.map(({ head }) => head),
      columns: columns.map(({ width, isFigure = false, language = null }) => ({ width, isFigure, language })),
      rows: rows.map(({ cells, rank = 'plain' }) => ({ rank, cells: cells.map((cell) => cell.slice(0, longestCell)) })),
    },
  ]
}

/** A section with its head; nothing where the section has nothing. */
export function section(head: DocumentBlock, ...blocks: readonly (readonly DocumentBlock[])[]): DocumentBlock[] {
  const all = blocks.flat()
  return all.length === 0 ? [] : [head, ...all]
}

interface DocumentParts {
  readonly title: string
  readonly kind: string
  readonly running: string
  readonly name: string
  readonly subtitle: string
  readonly blocks: readonly DocumentBlock[]
  readonly foot: string
}

export function editableDocument(settings: PaperSettings, parts: DocumentParts): EditableDocument {
  const header = settings.header.trim()
  return {
    title: parts.title.slice(0, 200),
    paper: settings.size,
    running: { left: (header === '' ? parts.kind : header).slice(0, 200), right: parts.running.slice(0, 200) },
    name: parts.name.slice(0, 1000),
    subtitle: parts.subtitle.slice(0, 1000),
    blocks: parts.blocks.slice(0, 400),
    foot: parts.foot.slice(0, 1000),
  }
}
