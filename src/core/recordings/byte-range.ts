/** Parses and writes HTTP byte ranges. */

/** Both ends included, as HTTP counts. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * The single range of a Range header in a file of this many bytes (RFC 9110 §14.1.2); null: none, several, or one that a server
 * may ignore, and the whole file is sent; `beyond`: it is outside the file.
 */
export function rangeIn(header: string | null, bytes: number): ByteRange | 'beyond' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const wanted = Number(last)
    return wanted === 0 || bytes === 0 ? 'beyond' : { from: Math.max(0, bytes - wanted), to: bytes - 1 }
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return null
  if (from >= bytes) return 'beyond'
  return { from, to: last === '' ? bytes - 1 : Math.min(bytes - 1, Number(last)) }
}

/** The range of a Content-Range header; null unless it is one range of known length. */
export function contentRange(header: string | null): (ByteRange & { readonly total: number | null }) | null {
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || total === undefined) return null
  const range = { from: Number(first), to: Number(last), total: total === '*' ? null : Number(total) }
  return range.to < range.from || (range.total !== null && range.to >= range.total) ? null : range
}

/** The length that a refused range (416) names. */
export function unsatisfiedTotal(header: string | null): number | null {
  const total = /^bytes \*\/(\d+)$/i.exec(header ?? '')?.[1]
  return total === undefined ? null : Number(total)
}

/** Only a strong tag identifies bytes (RFC 9110 §8.8.1, §13.1.5). */
export function strongTag(header: string | null): string | null {
  return header !== null && /^"[\x21\x23-\x7e]{1,200}"$/.test(header) ? header : null
}
