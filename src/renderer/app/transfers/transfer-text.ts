/** Texts on the download of a recording: size, progress, speed, why it waits. */

import { fromPack } from '#contract/api/pack-words.ts'
import type { OfferedRecording, Transfer } from '#contract/api/recordings.ts'
import { formatBytes, formatNumber } from '../../format/counts.ts'
import { formatLongInstantDay } from '../../format/dates.ts'

/** `12.3 of 41.2 MB`; what is not known is left out. */
export function amountOf({ bytes, total }: Pick<Transfer, 'bytes' | 'total'>): string {
  if (total === null) return formatBytes(bytes)
  const [whole, part] = [formatBytes(total), formatBytes(bytes)]
  const unit = whole.slice(whole.indexOf(' '))
  return `${part.endsWith(unit) ? part.slice(0, -unit.length) : part} of ${whole}`
}

/** Why a download waits; empty while it runs. After a failure it resumes automatically when the service is available. */
export function waitOf({ state, failure }: Pick<Transfer, 'state' | 'failure'>): string {
  if (state === 'paused') return 'Paused'
  if (state !== 'queued') return ''
  return failure ? 'Waiting for the service' : 'Waiting'
}

/** Whole percent, never 100 before the end; null when the size is not known. */
export function percentOf({ bytes, total }: Pick<Transfer, 'bytes' | 'total'>): number | null {
  return total === null || total <= 0 ? null : Math.min(99, Math.floor((bytes / total) * 100))
}

/** `2.1 MB/s, 14 s left`; empty when nothing moves. */
export function paceOf({ bytes, total, speed }: Pick<Transfer, 'bytes' | 'total' | 'speed'>): string {
  if (speed === null || speed <= 0) return ''
  const left = total === null ? '' : `, ${durationOf((total - bytes) / speed)} left`
  return `${formatBytes(speed)}/s${left}`
}

/** `14 s`, `3 min`, `2 h 5 min`. */
function durationOf(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.round(whole / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

type Verified = Pick<Transfer, 'verified' | 'bytes' | 'stated' | 'pack'>

/** Whether a file is right, as far as is known, and the pack in which it came. */
export function verificationOf(transfer: Verified): string {
  const origin = transfer.pack ? fromPack(transfer.pack, formatLongInstantDay) : ''
  return [sizeText(transfer), origin].filter((part) => part !== '').join(', ')
}

/** The interface gives no unit for the stated size: it is shown as received. */
function sizeText({ verified, bytes, stated, pack }: Verified): string {
  switch (verified) {
    case 'size':
    case 'length':
      return 'verified'
    case 'differs':
      return `unverified: ${count(bytes)} bytes stored, the service states ${stated === null ? 'a different size' : count(stated)}`
    case 'no':
      return pack ? 'unverified' : 'unverified: the service does not state a size'
    case null:
      return ''
    default:
      return verified satisfies never
  }
}

const count = (number: number) => formatNumber(number)

/** `high, MP3, 41.2 MB`; the ordinal when the service says nothing else. */
export function fileTitle({ format, quality, contentType, bytes }: OfferedRecording): string {
  const parts = [quality ?? '', kindOf(contentType), bytes === null ? '' : formatBytes(bytes)].filter(
    (part) => part !== '',
  )
  return parts.length > 0 ? parts.join(', ') : format < 0 ? 'Original file' : `File ${format + 1}`
}

const kinds: Readonly<Record<string, string>> = {
  mpeg: 'MP3',
  mp4: 'M4A',
  wav: 'WAV',
  ogg: 'Ogg',
  flac: 'FLAC',
  webm: 'WebM',
}

function kindOf(contentType: string | null): string {
  const name = contentType?.split('/')[1]?.split(';')[0]?.replace(/^x-/, '') ?? ''
  return kinds[name] ?? name
}
