/** Prints a finished booklet, or saves it as PDF. */

import type { PrintedPages, ShellBridge } from '#contract/shell.ts'
import { fileNameOf } from '#contract/file-name.ts'
import type { RenderedBooklet } from '../../app/booklets.svelte.ts'
import { adoptSheet, pageRules } from '../paper-size.ts'

/** Electron saves it where the user chooses, which completes it; a browser prints it, without reporting the outcome. */
export async function printBooklet(booklet: RenderedBooklet, bridge: ShellBridge): Promise<boolean> {
  if (bridge.savePdf) return bridge.savePdf(`${fileNameOf(booklet.title)}.pdf`, printedPages(booklet))
  await printInWindow(booklet)
  return false
}

/** Its pages as one element, numbered. */
function bookletElement({ pages, paper }: RenderedBooklet): HTMLElement {
  const sheets = document.createElement('div')
  sheets.className = `paper printing booklet ${paper}`
  sheets.append(...pages)
  return sheets
}

/** For a separate window, with the styles and fonts of this one and none of its code. */
function printedPages(booklet: RenderedBooklet): PrintedPages {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  return {
    title: booklet.title,
    markup: bookletElement(booklet).outerHTML,
    styleSheets: sheets.map(({ href }) => new URL(href).pathname),
    pageRules: pageRules(booklet.paper),
  }
}

/**
 * In the window: next to the program and outside of every dialog, so that sheets may be rotated. It is not visible on screen, and
 * is removed after the print dialog.
 */
async function printInWindow(booklet: RenderedBooklet): Promise<void> {
  const element = document.createElement('div')
  element.className = 'print-only'
  element.append(bookletElement(booklet))
  const removeSheet = adoptSheet(booklet.paper)
  const before = document.title
  document.body.append(element)
  document.title = booklet.title
  const printed = new Promise((resolve) => addEventListener('afterprint', resolve, { once: true }))
  try {
    window.print()
    await printed
  } finally {
    element.remove()
    removeSheet()
    if (document.title === booklet.title) document.title = before
  }
}
