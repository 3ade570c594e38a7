/** What goes on the clipboard; the HTML is for programs that paste tables. */
export interface ClipboardContent {
  readonly text: string
  readonly html: string
}

/**
 * For what is asked by menu or palette; Ctrl+C in the table goes by the browser's own copy event. Rejects when refused. The
 * browser reads the HTML here under the window's own policy, which has no style attributes: number formats are left out.
 */
export async function writeClipboard({ text, html: formatted }: ClipboardContent): Promise<void> {
  const html = formatted.replaceAll(/ style='[^']*'/g, '')
  const blob = (type: string, content: string) => ({ [type]: new Blob([content], { type }) })
  const item = new ClipboardItem({ ...blob('text/plain', text), ...(html !== '' && blob('text/html', html)) })
  await navigator.clipboard.write([item])
}
