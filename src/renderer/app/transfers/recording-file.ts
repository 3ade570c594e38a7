/** A stored recording as a file of its own, to save or to drag into another program. */

import type { CallRecording } from '#contract/api/recordings.ts'
import { fileNameOf } from '#contract/file-name.ts'
import { readMedia } from '../../player/media-file.ts'

export interface RecordingFile {
  readonly fileName: string
  readonly content: Blob
}

/** The whole file, byte for byte; null: it is not on disk, or recordings are not allowed. Rejects when it cannot be read whole. */
export async function recordingFile(
  { media, ending }: Pick<CallRecording, 'media' | 'ending'>,
  title: string,
): Promise<RecordingFile | null> {
  if (media === null || ending === null) return null
  return { fileName: `${fileNameOf(title)}.${ending}`, content: await readMedia(media) }
}
