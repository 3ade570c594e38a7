import type { CallRecording } from '#contract/api/recordings.ts'

export const noRecording: CallRecording = {
  offers: [],
  transfer: null,
  media: null,
  contentType: null,
  local: false,
}

export const unreachable = 'The recording is not stored, and the service is unavailable.'

export function unplayable(contentType: string | null): string {
  const format = contentType === null ? 'This format' : `This format (${contentType})`
  return `${format} can’t be played here. The downloaded file is complete: open it in another player.`
}
