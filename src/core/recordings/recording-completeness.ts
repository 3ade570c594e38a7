/** Tells whether the stored file of a recording is complete. */

import { preferredRecording } from './available-recordings.ts'
import type { StoredRecordingFile } from './recording-folder.ts'
import type { KnownRecording } from './recording-source.ts'
import type { Recording } from './recording.ts'

/** Whether a recording on disk is complete, by its size when it was finished and the size that the service states. */
export interface StoredRecording {
  /** Size on disk. */
  readonly bytes: number
  /** As stated by the service; null: not stated, or the call was never fetched. */
  readonly stated: { readonly highest: number | null; readonly smallest: number | null }
  /** The service was requested, and has none. */
  readonly isNone: boolean
  /** In one plain clause; null: nothing. */
  readonly lacks: string | null
}

/**
 * `fileBytes`: present size of the file on disk; undefined: no file. `byService`: of a file from a pack, its size as the service itself has
 * stated it to this library; null: it did not.
 */
export function storedRecording(
  recording: Readonly<Recording> | undefined,
  known: KnownRecording | undefined,
  fileBytes: number | undefined,
  byService: number | null,
): StoredRecording {
  const offers = known?.offers ?? []
  const stated = {
    highest: preferredRecording(offers, 'highest')?.bytes ?? null,
    smallest: preferredRecording(offers, 'smallest')?.bytes ?? null,
  }
  const isNone = known !== undefined && known.isAudioRequested && !known.isUnreadable && offers.length === 0
  return { bytes: fileBytes ?? 0, stated, isNone, lacks: lacksOf(recording, known, fileBytes, byService) }
}

function lacksOf(
  recording: Readonly<Recording> | undefined,
  known: KnownRecording | undefined,
  fileBytes: number | undefined,
  byService: number | null,
): string | null {
  const file = recording?.file ?? null
  if (!recording || file === null) return recording?.part ? 'partly downloaded' : 'not downloaded'
  const damage = damageOf({ ...recording, file }, known, fileBytes)
  if (damage !== null) return damage
  const stated = statedOf(file, known)
  // What a pack states of its own file is not relied on.
  if (file.pack)
    return byService === null || byService === fileBytes
      ? null
      : `its file from a pack has ${fileBytes} bytes; the service states ${byService}`
  if (stated === null) return null
  // The record of another size is of another recording; one that differed from the first stays as it was found.
  const isOther = typeof file.stated === 'number' && stated !== file.stated
  return isOther ? `the service now states a different size: ${stated}, not ${file.stated}` : null
}

/** Why a file that was complete cannot be used, in one plain clause; null: it is as it was when it was finished. */
export function damageOf(
  { file, fileBytes: found }: Pick<Recording, 'fileBytes'> & { readonly file: StoredRecordingFile },
  known: KnownRecording | undefined,
  fileBytes: number | undefined,
): string | null {
  if (fileBytes === undefined) return 'the file is no longer on the disk'
  const finished = file.bytes ?? (file.verified === 'size' ? statedOf(file, known) : null) ?? found
  if (fileBytes !== finished) return `the file has ${fileBytes} of ${finished} bytes`
  return fileBytes === 0 ? 'the file is empty' : null
}

function statedOf({ format }: StoredRecordingFile, known: KnownRecording | undefined): number | null {
  return known?.offers.find((offer) => offer.format === format)?.bytes ?? null
}
