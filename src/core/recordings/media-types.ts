/** Media types of recordings and the file extensions for them. */

/** Media type to the ending of a file of ours; the service never names a file (docs/promises.md D4). */
const endings: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/mp4': 'm4a',
  'audio/m4a': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'application/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'audio/webm': 'webm',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
}

const unknownEnding = 'audio'
const unknownType = 'application/octet-stream'

/** Lower case, without parameters; null for what is no media type. */
export function mediaType(text: string | null): string | null {
  const [type = ''] = (text ?? '').split(';')
  const clean = type.trim().toLowerCase()
  return /^[a-z\d.+-]{1,60}\/[a-z\d.+-]{1,60}$/.test(clean) ? clean : null
}

export function isSound(text: string): boolean {
  return /^(audio|video)\//.test(mediaType(text) ?? '') || mediaType(text) === 'application/ogg'
}

/** Bytes without a word on what they are. */
export function isUnstated(text: string | null): boolean {
  const type = mediaType(text)
  return type === null || type === unknownType || type === 'binary/octet-stream' || type === 'application/x-download'
}

export function endingOf(contentType: string | null): string {
  return endings[mediaType(contentType) ?? ''] ?? unknownEnding
}

/** Only audio types are passed to a window. */
export function playedAs(contentType: string | null): string {
  return contentType !== null && isSound(contentType) ? (mediaType(contentType) ?? unknownType) : unknownType
}

/** The type of a file of ours, when nothing else is known of it. */
export function typeOfEnding(ending: string): string | null {
  return Object.entries(endings).find(([, each]) => each === ending)?.[0] ?? null
}
