/** Copies a table to the clipboard, as tab-separated text and as HTML. */

/** A table for the clipboard: tab-separated text, and HTML for what reads it. */
export interface CopiedTable {
  readonly text: string
  /** With number formats, for a copy event. */
  readonly html: string
  /** Without them, where they would not survive; empty for a plain text. */
  readonly plainHtml: string
}

/**
 * For a button or the palette; Ctrl+C in a table goes by the browser's own copy event. Rejects when refused. The
 * browser reads the HTML here under the window's own policy, which has no style attributes: number formats would be lost.
 */
export async function writeTable({ text, plainHtml }: Omit<CopiedTable, 'html'>): Promise<void> {
  const blob = (type: string, content: string) => ({ [type]: new Blob([content], { type }) })
  const item = new ClipboardItem({ ...blob('text/plain', text), ...(plainHtml !== '' && blob('text/html', plainHtml)) })
  await navigator.clipboard.write([item])
}
