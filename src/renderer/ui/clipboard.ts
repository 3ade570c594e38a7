/** A table for the clipboard: tab-separated text, and HTML for what reads it; no HTML for a plain text. */
export interface CopiedTable {
  readonly text: string
  readonly html: string
}

/**
 * For what is asked by a button or the palette; Ctrl+C in a table goes by the browser's own copy event. Rejects when refused. The
 * browser reads the HTML here under the window's own policy, which has no style attributes: number formats are left out.
 */
export async function writeTable({ text, html: formatted }: CopiedTable): Promise<void> {
  const html = formatted.replaceAll(/ style='[^']*'/g, '')
  const blob = (type: string, content: string) => ({ [type]: new Blob([content], { type }) })
  const item = new ClipboardItem({ ...blob('text/plain', text), ...(html !== '' && blob('text/html', html)) })
  await navigator.clipboard.write([item])
}
