import type { ApiOutputs } from '#contract/api/api.ts'
import { saveBlob } from '../ui/save-blob.ts'

/** Saves a file that the core made, in the browser or through Electron's dialog. */
export function saveFile({ fileName, mediaType, base64 }: ApiOutputs['notes']['export']): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  saveBlob(fileName, new Blob([bytes], { type: mediaType }))
}
