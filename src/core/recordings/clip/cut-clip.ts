/** Cuts a clip from a recording without encoding it again. */

import {
  ADTS,
  AdtsOutputFormat,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FLAC,
  FlacOutputFormat,
  Input,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
  type InputFormat,
  type OutputFormat,
  type Source,
} from 'mediabunny'

/** A format is written as it was read, so that packets are copied and none is decoded. */
const formats: readonly { readonly read: InputFormat; readonly write: () => OutputFormat }[] = [
  { read: MP3, write: () => new Mp3OutputFormat() },
  { read: OGG, write: () => new OggOutputFormat() },
  { read: WAVE, write: () => new WavOutputFormat() },
  { read: MP4, write: () => new Mp4OutputFormat() },
  { read: ADTS, write: () => new AdtsOutputFormat() },
  { read: FLAC, write: () => new FlacOutputFormat() },
  { read: WEBM, write: () => new WebMOutputFormat() },
]

/** Seconds from the start of the recording, and the most bytes a clip may have. */
export interface Cut {
  readonly from: number
  readonly to: number
  readonly most: number
}

export type CutClip = { readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: string } | 'too-large' | null

/**
 * Saves part of a recording as a file, in its original encoding, cut where its packets begin (some hundredths of a second; half
 * of one in the slowest WAV). Null: its format cannot be cut, or none of it is in the span. Rejects when it cannot be read.
 */
export async function cutClip(recording: Source, { from, to, most }: Cut): Promise<CutClip> {
  const input = new Input({ formats: formats.map(({ read }) => read), source: recording })
  try {
    if (!(await input.canRead())) return null
    const read = await input.getFormat()
    const track = await input.getPrimaryAudioTrack()
    const write = formats.find((format) => format.read === read)?.write()
    const codec = await track?.getCodec()
    if (!track || !codec || !write?.getSupportedAudioCodecs().includes(codec)) return null
    const sink = new EncodedPacketSink(track)
    const first = (await sink.getPacket(from)) ?? (await sink.getFirstPacket())
    if (!first || first.timestamp >= to || first.timestamp + first.duration <= from) return null
    const target = new BufferTarget()
    const output = new Output({ format: write, target })
    const copy = new EncodedAudioPacketSource(codec)
    output.addAudioTrack(copy)
    await output.start()
    const decoderConfig = await track.getDecoderConfig()
    let bytes = 0
    for await (const packet of sink.packets(first)) {
      if (packet.timestamp >= to) break
      bytes += packet.byteLength
      if (bytes > most) return 'too-large'
      const shifted = packet.clone({ timestamp: packet.timestamp - first.timestamp })
      await copy.add(shifted, packet === first && decoderConfig ? { decoderConfig } : undefined)
    }
    await output.finalize()
    if (target.buffer === null) return null
    return { bytes: new Uint8Array(target.buffer), mediaType: await output.getMimeType() }
  } finally {
    input.dispose()
  }
}
