/** The recordings of sample calls: generated tones, or one file of real speech. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import speech from '../../../resources/sample/speech-call.json' with { type: 'json' }
import { resourcePath } from '../data/resource-path.ts'
import { hashOf, randomFor, uuidFor } from '../data/random.ts'
import type { PlannedCall } from './schedule.ts'
import type { CallContent } from './turns.ts'
import { isSpoken } from './turns.ts'

/** One file of a recording. `bytes` returns any part without making the whole. */
export interface RecordingFile {
  readonly name: string
  readonly contentType: string
  readonly quality: string
  readonly size: number
  /** Strong: the bytes of a name never change. */
  readonly etag: string
  /** @param from first byte, @param to the byte after the last */
  readonly bytes: (from: number, to: number) => Buffer
}

export interface Recording {
  readonly id: string
  /** Seconds. */
  readonly duration: number
  readonly files: readonly RecordingFile[]
  /** Stated in the record, so that nobody takes tones for a call. */
  readonly kind: 'speech' | 'tones'
}

const samplesPerSecond = 4000
const headerLength = 44

/**
 * The recording of a call that took place: one call is real speech, about half of the others are tones while somebody speaks, a
 * pitch per speaker, so that times can be heard; the rest have none.
 */
export function recordingOf(call: PlannedCall, content: CallContent): Recording | undefined {
  const id = uuidFor('recording', call.id)
  if (isSpoken(call)) return { id, duration: content.duration, files: speech.formats.map(speechFile), kind: 'speech' }
  if (!randomFor('recorded', call.id).chance(0.55)) return undefined
  return { id, duration: content.duration, files: [toneFile(id, content)], kind: 'tones' }
}

function speechFile(format: (typeof speech.formats)[number]): RecordingFile {
  const bytes = readFileSync(resourcePath(`recordings/${format.file}`))
  return {
    name: format.file,
    contentType: format.content_type,
    quality: format.quality,
    size: bytes.length,
    etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
    bytes: (from, to) => bytes.subarray(from, to),
  }
}

/** A WAV file of 8 bits, one channel, 4,000 samples a second: each byte follows from its place, so any range is made on demand. */
function toneFile(id: string, content: CallContent): RecordingFile {
  const length = Math.round(content.duration * samplesPerSecond)
  const header = waveHeader(length)
  const spans = content.segments.map((each) => ({
    from: Math.round(each.start * samplesPerSecond),
    to: Math.round(each.end * samplesPerSecond),
    // samples in half a wave: 5 to 16 are 400 to 125 Hz
    half: 5 + (hashOf(each.speaker.name) % 12),
  }))
  return {
    name: 'tones.wav',
    contentType: 'audio/wav',
    quality: 'tones',
    size: headerLength + length,
    etag: `"tones-${id}"`,
    bytes: (from, to) => {
      const part = Buffer.alloc(Math.max(0, to - from), 128)
      if (from < headerLength) header.copy(part, 0, from)
      for (const span of spans) {
        const first = Math.max(span.from, from - headerLength)
        const last = Math.min(span.to, to - headerLength)
        for (let sample = first; sample < last; sample++) {
          part[sample + headerLength - from] = Math.floor(sample / span.half) % 2 === 0 ? 118 : 138
        }
      }
      return part
    },
  }
}

function waveHeader(length: number): Buffer {
  const header = Buffer.alloc(headerLength)
  header.write('RIFF', 0)
  header.writeUInt32LE(headerLength - 8 + length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20) // PCM
  header.writeUInt16LE(1, 22) // one channel
  header.writeUInt32LE(samplesPerSecond, 24)
  header.writeUInt32LE(samplesPerSecond, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(length, 40)
  return header
}
