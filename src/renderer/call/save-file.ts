import type { DeskAnswers } from '#contract/desk/desk.ts'

/** Hands a file that the core made to the browser, or to Electron's question where to put it. */
export function saveFile({ fileName, mediaType, base64 }: DeskAnswers['notes']['export']): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has begun by then, and holds the bytes itself.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
