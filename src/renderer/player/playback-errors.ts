import type { CallRecording } from '#contract/api/recordings.ts'

export const noRecording: CallRecording = {
  offers: [],
  transfer: null,
  media: null,
  contentType: null,
  local: false,
}

export const unreachable = 'The recording is not on disk and could not be had from the service.'

export function unplayable(contentType: string | null): string {
  return `This window cannot play ${contentType ?? 'this kind of file'}. The file on disk is whole: another program may.`
}
