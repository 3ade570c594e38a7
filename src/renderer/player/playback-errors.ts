/** The sentences that say why a recording cannot be played. */

import type { CallRecording } from '#contract/api/recordings.ts'

/** For a call without a known recording. */
export const noRecording: CallRecording = {
  offers: [],
  transfer: null,
  media: null,
  contentType: null,
  local: false,
  ending: null,
  damage: null,
}

/** Why a recording that is not downloaded cannot be played. */
export const notLoaded = 'The recording is not downloaded, and could not be loaded from the service.'

/** Why a recording cannot be played whose downloaded file is gone or has another size. `damage`: as one clause. */
export function damagedFile(damage: string): string {
  return `The recording on disk is not as downloaded: ${damage}. Download it again.`
}

/** Why a downloaded recording cannot be played; `contentType` as the service states it, null: not stated. */
export function unplayable(contentType: string | null): string {
  const format = contentType === null ? 'This format' : `This format (${contentType})`
  return `${format} can’t be played here. The downloaded file is complete: open it in another player.`
}
