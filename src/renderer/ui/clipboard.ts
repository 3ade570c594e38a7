/** A table for the clipboard: tab-separated text, and HTML for what reads it. */
export interface CopiedTable {
  readonly text: string
  readonly html: string
}

/** For what is asked by a button or the palette; Ctrl+C in a table goes by the browser's own copy event. Rejects when refused. */
export async function writeTable({ text, html }: CopiedTable): Promise<void> {
  const item = new ClipboardItem({
    'text/plain': new Blob([text], { type: 'text/plain' }),
    'text/html': new Blob([html], { type: 'text/html' }),
  })
  await navigator.clipboard.write([item])
}
