/** Writes a zip archive as a stream. */

import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** Takes the bytes of a file in their order; a promise when it wants to be waited for. */
export type ByteSink = (bytes: Uint8Array) => Promise<void> | void

/** An archive's entry for one of its files. */
export interface ZipFacts {
  readonly name: Buffer
  /** Bits: 0 encrypted, 3 sizes follow the bytes, 11 the name is UTF-8. */
  readonly flags: number
  /** 0 as it is, 8 deflated. */
  readonly method: number
  /** As an MS-DOS date and time. */
  readonly time: number
  readonly date: number
  readonly crc: number
  readonly size: number
  readonly packed: number
}

interface Entry extends ZipFacts {
  readonly offset: number
}

/** Sizes and offsets are 32 bits wide here; more is refused, since it would damage the file. */
const most = 0xffff_ffff
/** Best speed: a sheet is compressed to a tenth either way, in a third of the time of the default 6. */
const level = 1
/** Sizes follow the bytes (bit 3), names are UTF-8 (bit 11). */
const flags = 0x0808
const sizesAreBehind = 0x0008
/** 1 January 1980: the earliest date of the format. Equal content makes equal files. */
const [dosTime, dosDate] = [0, 0x21]

/**
 * A zip archive (PKWARE's APPNOTE 6.3, without Zip64), written from front to back: no part of it is held in memory. Packing
 * goes on in a thread of zlib's while the next piece is made.
 */
export class ZipStream {
  readonly #sink: ByteSink
  readonly #entries: Entry[] = []
  #offset = 0

  constructor(sink: ByteSink) {
    this.#sink = sink
  }

  /** One file, from its pieces in their order. Throws RangeError when it or the archive grows beyond 4 GB. */
  async add(name: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
    const offset = this.#offset
    const bytesOfName = Buffer.from(name)
    const facts = { name: bytesOfName, flags, method: 8, time: dosTime, date: dosDate }
    await this.#put(localHead({ ...facts, crc: 0, size: 0, packed: 0 }))
    let [crc, size, packed] = [0, 0, 0]
    const bytes = Readable.from(
      (async function* () {
        for await (const piece of pieces) {
          const next = Buffer.from(piece)
          crc = crc32(next, crc)
          size += next.length
          yield next
        }
      })(),
      { objectMode: false, highWaterMark: 256 * 1024 },
    )
    const deflate = createDeflateRaw({ level, chunkSize: 64 * 1024 })
    bytes.on('error', (error) => deflate.destroy(error))
    for await (const chunk of bytes.pipe(deflate) as AsyncIterable<Buffer>) {
      packed += chunk.length
      await this.#put(chunk)
    }
    if (size > most || packed > most) throw new RangeError(`${name} is larger than 4 GB`)
    await this.#put(sizesBehind({ crc, size, packed }))
    this.#entries.push({ ...facts, offset, crc, size, packed })
  }

  /** One file of another archive, as it is packed there. Throws RangeError when the archive grows beyond 4 GB. */
  async copy(facts: ZipFacts, packed: Uint8Array): Promise<void> {
    const whole = { ...facts, flags: facts.flags & ~sizesAreBehind }
    this.#entries.push({ ...whole, offset: this.#offset })
    await this.#put(localHead(whole))
    await this.#put(packed)
  }

  /** The table of contents; nothing can be added after it. */
  async end(): Promise<void> {
    const start = this.#offset
    for (const entry of this.#entries) await this.#put(centralHead(entry))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x0605_4b50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.#offset - start, 12)
    end.writeUInt32LE(start, 16)
    await this.#put(end)
  }

  async #put(bytes: Uint8Array): Promise<void> {
    this.#offset += bytes.length
    if (this.#offset > most) throw new RangeError('the archive is larger than 4 GB')
    await this.#sink(bytes)
  }
}

function localHead({ name, flags, method, time, date, crc, size, packed }: ZipFacts): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(method, 8)
  head.writeUInt16LE(time, 10)
  head.writeUInt16LE(date, 12)
  head.writeUInt32LE(crc, 14)
  head.writeUInt32LE(packed, 18)
  head.writeUInt32LE(size, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function sizesBehind({ crc, size, packed }: Pick<ZipFacts, 'crc' | 'size' | 'packed'>): Buffer {
  const sizes = Buffer.alloc(16)
  sizes.writeUInt32LE(0x0807_4b50, 0)
  sizes.writeUInt32LE(crc, 4)
  sizes.writeUInt32LE(packed, 8)
  sizes.writeUInt32LE(size, 12)
  return sizes
}

function centralHead({ name, flags, method, time, date, offset, crc, size, packed }: Entry): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x0201_4b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(20, 6)
  head.writeUInt16LE(flags, 8)
  head.writeUInt16LE(method, 10)
  head.writeUInt16LE(time, 12)
  head.writeUInt16LE(date, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(packed, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, name])
}
