/**
 * Lists the recordings that a call's record offers, checks where their addresses lead, and chooses
 * the preferred one.
 */

import { z } from 'zod'
import type { OfferedRecording } from '#contract/api/recordings.ts'
import type { CallDetail } from '#contract/service/calls.ts'
import { isServiceAddress } from '../service/service-address.ts'
import { isSound } from './media-types.ts'

/** The index of the audio URL of a response among the offers; the others are indexes into `recording.formats`. */
export const audioUrl = -1

/** The facts of a recording in a call's record, links as received. */
export const recordingFactsSchema = z.object({
  /** Symbol and title of the call. */
  title: z.string(),
  formats: z.array(
    z.object({
      link: z.string().nullable(),
      bytes: z.number().nullable(),
      contentType: z.string().nullable(),
      quality: z.string().nullable(),
    }),
  ),
  /** Strings of the record that may be its audio URL, the likeliest first. */
  audio: z.array(z.string()),
  /** The record has a recording without a readable list of its files, which is not the same as none. Absent in older libraries: no. */
  isUnreadable: z.boolean().optional(),
})
export type RecordingFacts = z.infer<typeof recordingFactsSchema>

/** A workspace's addresses of recordings: links are resolved against `base`; an absolute one may also lead to `origins`. */
export interface RecordingLocation {
  readonly base: URL
  readonly origins: readonly string[]
}

/** An offer with where it leads; null where it is refused. */
export interface LocatedRecording extends OfferedRecording {
  readonly url: URL | null
}

export function recordingFacts(record: CallDetail): RecordingFacts {
  const words = [record.symbol, record.call_title || record.headline || record.name].filter((word) => word)
  return {
    title: words.join(' · '),
    formats: (record.recording?.formats ?? []).map((format) => ({
      link: format.file_link ?? null,
      // A size of 0 states no size.
      bytes: format.size || null,
      contentType: format.content_type || null,
      quality: format.quality || null,
    })),
    audio: audioStrings(record),
    isUnreadable: record.recording !== null && record.recording !== undefined && !record.recording.formats,
  }
}

/** Absolute web addresses with audio in the field's name or in themselves (docs/interface.md does not show which field it is). */
function audioStrings(record: CallDetail): string[] {
  const named: string[] = []
  const namedAudio: string[] = []
  const visit = (value: unknown, saysAudio: boolean) => {
    if (typeof value === 'string') {
      if (!/^https?:\/\//i.test(value)) return
      if (saysAudio) named.push(value)
      else if (/audio|\.(mp3|m4a|mp4|aac|ogg|oga|opus|wav|flac|webm)\b/i.test(value)) namedAudio.push(value)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) visit(member, saysAudio || /audio/i.test(name))
    }
  }
  // An address that is mentioned in the transcript or the summary is no recording.
  const { transcripts: _, summary: __, ...rest } = record
  visit(rest, false)
  const files = new Set(record.recording?.formats?.map(({ file_link: link }) => link))
  return [...new Set([...named, ...namedAudio])].filter((link) => !files.has(link))
}

/** The record's files in its order, then the audio URL. */
export function availableRecordings(facts: RecordingFacts, location: RecordingLocation | null): LocatedRecording[] {
  const formats = facts.formats.map(({ link, bytes, contentType, quality }, format): LocatedRecording => {
    const resolved = location === null ? 'no base URL' : resolveLink(link ?? '', location)
    return { format, quality, contentType, bytes, ...located(resolved) }
  })
  if (location === null) return formats
  const links = facts.audio.map((link) => resolveLink(link, location))
  const audio = links.find((link) => typeof link !== 'string') ?? links[0]
  if (audio === undefined) return formats
  // The URL of a file that is offered anyway is no second offer.
  if (typeof audio !== 'string' && formats.some(({ url }) => url?.href === audio.href)) return formats
  return [...formats, { format: audioUrl, quality: null, contentType: null, bytes: null, ...located(audio) }]
}

function located(resolved: URL | string): Pick<LocatedRecording, 'url' | 'refused'> {
  return typeof resolved === 'string' ? { url: null, refused: resolved } : { url: resolved, refused: null }
}

/** The address of a link, or in words why it is not followed (docs/promises.md D4). */
export function resolveLink(link: string, { base, origins }: RecordingLocation): URL | string {
  if (link.trim() === '') return 'it has no URL'
  if (link.length > 4096) return 'its URL is too long'
  if (hasControl(link)) return 'its URL contains control characters'
  if (link.includes('\\')) return 'its URL contains a backslash'
  const scheme = /^\s*([a-z][a-z\d+.-]*):/i.exec(link)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http') return 'its URL is not a web address'
  if (scheme !== undefined && !/^\s*https?:\/\/[^/]/i.test(link)) return 'its URL is not a web address'
  const path = unescaped(link.split(/[?#]/, 1)[0] ?? '')
  if (path === null || hasControl(path) || path.includes('\\')) return 'its URL contains invalid escapes'
  if (path.split('/').some((step) => /^\.{1,2}$/.test(step.trim()))) return 'its URL leaves its folder'
  const folder = new URL(base)
  // A base URL with a path is a folder, with or without the last slash.
  if (!folder.pathname.endsWith('/')) folder.pathname += '/'
  if (!URL.canParse(link, folder.href)) return 'its URL is not a web address'
  const url = new URL(link, folder.href)
  if (url.username !== '' || url.password !== '') return 'its URL contains a user name'
  if (!isServiceAddress(url)) return 'its URL is not secure: it must start with https://'
  if (url.origin !== base.origin && !(scheme !== undefined && origins.includes(url.origin))) {
    return 'its URL points to another host'
  }
  url.hash = ''
  return url
}

function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text)
}

/** With every escape decoded, however nested; null when one is invalid. */
function unescaped(path: string): string | null {
  let text = path
  for (let depth = 0; depth < 4 && text.includes('%'); depth += 1) {
    try {
      text = decodeURIComponent(text)
    } catch {
      // A percent sign that came out of an escape is a letter of a name.
      return depth === 0 ? null : text
    }
  }
  return text
}

/** Which of several is downloaded when none is named: by stated size, audio before anything else. */
export function preferredRecording<Offer extends OfferedRecording>(
  offers: readonly Offer[],
  prefer: 'highest' | 'smallest',
): Offer | undefined {
  const usable = offers.filter(({ refused }) => refused === null)
  const audio = usable.filter(({ contentType }) => contentType === null || isSound(contentType))
  const ranked = (audio.length > 0 ? audio : usable).toSorted((left, right) => {
    // A recording of unknown size comes last.
    if (left.bytes === null || right.bytes === null) return Number(left.bytes === null) - Number(right.bytes === null)
    return prefer === 'highest' ? right.bytes - left.bytes : left.bytes - right.bytes
  })
  return ranked[0]
}
