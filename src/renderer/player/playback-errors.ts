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
  return `This window cannot play ${contentType ?? 'this kind of file'}. The stored file is complete: another program may play it.`
}
