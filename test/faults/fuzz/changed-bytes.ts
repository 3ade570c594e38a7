import fc from 'fast-check'

interface ChangedBytes {
  readonly bytes: Buffer
  readonly how: string
}

/** The largest and smallest numbers of each width, as a damaged or hostile file has them where a length or a count is. */
const numbers = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_fffe, 0xffff_ffff]

/** The file with up to four changes: bytes flipped, numbers in place of others, pieces cut out, doubled or moved, the end cut off. */
export function changedBytes(file: Buffer): fc.Arbitrary<ChangedBytes> {
  const place = fc.nat({ max: Math.max(0, file.length - 1) })
  // What a file says of itself is at its ends.
  const nearEnd = fc.nat({ max: Math.min(4096, file.length - 1) }).map((back) => file.length - 1 - back)
  const nearStart = fc.nat({ max: Math.min(1024, file.length - 1) })
  const change = fc.record({
    how: fc.constantFrom('flip', 'number', 'cut out', 'double', 'cut off', 'swap'),
    at: fc.oneof(place, nearEnd, nearStart),
    other: place,
    length: fc.oneof(fc.nat({ max: 64 }), fc.nat({ max: 70_000 })),
    value: fc.constantFrom(...numbers),
  })
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => ({
    bytes: changes.reduce((bytes, { how, at, other, length, value }) => {
      switch (how) {
        case 'flip': {
          const flipped = Buffer.from(bytes)
          if (at < bytes.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << (length % 8))
          return flipped
        }
        case 'number': {
          const written = Buffer.from(bytes)
          if (at + 4 <= bytes.length) written.writeUInt32LE(value, at)
          return written
        }
        case 'cut out':
          return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
        case 'double':
          return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)])
        case 'cut off':
          return bytes.subarray(0, at)
        default:
          return Buffer.concat([bytes.subarray(0, at), bytes.subarray(other, other + length), bytes.subarray(at)])
      }
    }, file),
    how: JSON.stringify(changes),
  }))
}
