/** Saves a blob as a file: a browser download, or Electron's save dialog. */

/** Passes a file to the browser, or to Electron's save dialog. */
export function saveBlob(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has begun by then, and has the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
