/** Prints a document as a PDF in a hidden window. */

import { BrowserWindow } from 'electron'
import type { PrintAddress } from './pages-to-print.ts'
import { pdfOptions } from './save-pdf.ts'
import { loadPages } from './window.ts'
import { printPreferences } from './window-preferences.ts'

/**
 * Prints a document as a PDF in a window that is never shown and has its own process: printing blocks its page for seconds, while
 * the user continues working. Rejects when it cannot be loaded or its process ends.
 */
export async function printInWindow(address: PrintAddress): Promise<Uint8Array> {
  const window = new BrowserWindow({ show: false, width: 1200, height: 900, webPreferences: printPreferences() })
  const { webContents } = window
  try {
    const ended = new Promise<never>((_resolve, reject) => {
      webContents.on('render-process-gone', (_event, { reason }) =>
        reject(new Error(`the print process ended: ${reason}`)),
      )
    })
    const printed = async () => {
      await loadPages(webContents, address)
      return webContents.printToPDF(pdfOptions)
    }
    return await Promise.race([printed(), ended])
  } finally {
    window.destroy()
  }
}
