/** Decodes records in SQLite's file format. */

/** A value as SQLite stores it in a record. */
export type StoredValue = number | bigint | string | Buffer | null

interface Varint {
  readonly value: number
  /** Behind it. */
  readonly end: number
}

/** One to nine bytes, the highest first (sqlite.org/fileformat2.html §1.6). Null: the bytes end before it does. */
export function readVarint(bytes: Buffer, at: number): Varint | null {
  let value = 0n
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes[at + index]
    if (byte === undefined) return null
    if (index === 8) return { value: Number(BigInt.asIntN(64, (value << 8n) | BigInt(byte))), end: at + 9 }
    value = (value << 7n) | BigInt(byte & 0x7f)
    if (byte < 0x80) return { value: Number(value), end: at + index + 1 }
  }
  return null
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The values of a record (sqlite.org/fileformat2.html §2.1). Null when it is not one: lengths that do not add up, an unknown type, or
 * text that is not UTF-8 or holds a zero, which nobody types and overwritten bytes often are.
 */
export function readRecord(payload: Buffer): StoredValue[] | null {
  const header = readVarint(payload, 0)
  if (!header || header.value < header.end || header.value > payload.length) return null
  const values: StoredValue[] = []
  let at = header.value
  for (let from = header.end; from < header.value;) {
    const type = readVarint(payload, from)
    if (!type || type.end > header.value) return null
    const length = lengthOf(type.value)
    if (length === null || at + length > payload.length) return null
    const value = readValue(type.value, payload.subarray(at, at + length))
    if (value === undefined) return null
    values.push(value)
    at += length
    from = type.end
  }
  return at === payload.length ? values : null
}

function lengthOf(type: number): number | null {
  if (type >= 12) return type % 2 === 0 ? (type - 12) / 2 : (type - 13) / 2
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type] ?? null
}

function readValue(type: number, bytes: Buffer): StoredValue | undefined {
  if (type === 0) return null
  if (type === 6) {
    const whole = bytes.readBigInt64BE(0)
    return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole
  }
  if (type < 6) return bytes.readIntBE(0, bytes.length)
  if (type === 7) return bytes.readDoubleBE(0)
  if (type < 10) return type - 8
  if (type % 2 === 0) return Buffer.from(bytes)
  try {
    const text = utf8.decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
