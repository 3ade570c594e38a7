/** Hands a file to the browser, or to Electron's question where to put it. */
export function saveBlob(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has begun by then, and holds the bytes itself.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
