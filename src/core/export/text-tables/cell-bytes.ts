/** Writes cells of a text table as UTF-8 bytes, which is faster than joining strings. */

/** Beyond it whole numbers are written by the program's own means: digits are calculated in halves of 31 bits here. */
const largestWhole = 1e15
const largestPart = 1e9
const [quote, minus, zero] = [0x22, 0x2d, 0x30]
const carriageReturn = 0x0d
const lineFeed = 0x0a
const half = 10_000_000
const places = 10_000

/**
 * Writes cells as UTF-8, byte by byte: in a large table, making and joining strings is most of the work. Writes plain cells, and
 * returns whether it did; the caller writes the rest as `text`.
 */
export class CellBytes {
  #bytes: Buffer
  #at = 0
  readonly #separator: number
  readonly #decimalSign: number

  constructor(signs: { readonly separator: string; readonly decimalSign: string }, size: number) {
    this.#separator = signs.separator.charCodeAt(0)
    this.#decimalSign = signs.decimalSign.charCodeAt(0)
    this.#bytes = Buffer.allocUnsafe(size)
  }

  get length(): number {
    return this.#at
  }

  separate(): void {
    this.#room(1)
    this.#bytes[this.#at++] = this.#separator
  }

  endLine(): void {
    this.#room(2)
    this.#bytes[this.#at++] = carriageReturn
    this.#bytes[this.#at++] = lineFeed
  }

  /** Any text, as it is. */
  text(text: string): void {
    this.#room(text.length * 3)
    this.#at += this.#bytes.write(text, this.#at)
  }

  /** Quoted when it contains a separator. False, with nothing written: it contains quotes or is not ASCII. */
  plainText(text: string): boolean {
    const { length } = text
    this.#room(length + 2)
    const bytes = this.#bytes
    const start = this.#at
    let isQuoted = false
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at)
      if (code >= 0x80 || code === quote) return false
      if (code === this.#separator || code === carriageReturn || code === lineFeed) isQuoted = true
      bytes[start + at] = code
    }
    this.#at = start + length
    if (!isQuoted) return true
    bytes.copyWithin(start + 1, start, this.#at)
    bytes[start] = quote
    bytes[this.#at + 1] = quote
    this.#at += 2
    return true
  }

  /** False, with nothing written: it has more than 15 digits or four decimals. */
  plainNumber(value: number): boolean {
    const size = value < 0 ? -value : value
    const isWhole = size < largestWhole && Math.floor(size) === size
    // The quotient is the double nearest to those digits, which are therefore its shortest text.
    const parts = isWhole || size >= largestPart ? 0 : Math.round(size * places)
    if (!isWhole && (parts === 0 || parts / places !== size)) return false
    this.#room(24)
    if (value < 0) this.#bytes[this.#at++] = minus
    if (isWhole) {
      this.#whole(size)
      return true
    }
    const whole = Math.floor(parts / places)
    this.#whole(whole)
    this.#bytes[this.#at++] = this.#decimalSign
    let rest = parts - whole * places
    let digits = 4
    while (rest % 10 === 0) {
      rest /= 10
      digits -= 1
    }
    this.#digits(rest, digits)
    return true
  }

  /** Takes the bytes written so far; what follows is written elsewhere. */
  taken(): Buffer {
    const taken = this.#bytes.subarray(0, this.#at)
    this.#bytes = Buffer.allocUnsafe(this.#bytes.length)
    this.#at = 0
    return taken
  }

  #whole(value: number): void {
    if (value < half) return this.#digits(value, digitsOf(value))
    const high = Math.floor(value / half)
    this.#digits(high, digitsOf(high))
    this.#digits(value - high * half, 7)
  }

  #digits(value: number, count: number): void {
    let rest = value | 0
    for (let at = this.#at + count - 1; at >= this.#at; at -= 1) {
      const next = (rest / 10) | 0
      this.#bytes[at] = zero + rest - next * 10
      rest = next
    }
    this.#at += count
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + bytes))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}

function digitsOf(value: number): number {
  let count = 1
  let limit = 10
  while (value >= limit) {
    count += 1
    limit *= 10
  }
  return count
}
