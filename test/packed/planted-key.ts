/** The ways in which a key could be written: as it is, escaped, as hex, as base64 at each of its three offsets, and two bytes a letter. */
export function formsOf(key: string): string[] {
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(key)]).toString('base64')
    // What stands at the edges depends on the neighbours.
    return encoded.slice(offset === 0 ? 0 : offset + 1, -4)
  })
  const hex = Buffer.from(key).toString('hex')
  return [
    key,
    encodeURIComponent(key),
    hex,
    hex.toUpperCase(),
    ...base64,
    Buffer.from(key, 'utf16le').toString('latin1'),
  ]
}

/** All that stands in something that crossed between processes, as texts to be searched. */
export function textsOf(data: unknown): string[] {
  if (data instanceof Uint8Array) return [Buffer.from(data).toString('latin1')]
  if (data instanceof ArrayBuffer) return textsOf(new Uint8Array(data))
  if (typeof data === 'string') return [data]
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, value]) => [name, ...textsOf(value)])
}
