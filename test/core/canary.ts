/** Stands in for a real key everywhere, so that a leak can be looked for. Has what a URL must escape. */
export const canary = 'ts-canary+0123/KEY=='

/**
 * Every way in which a key may have been written down: escaped, as hex, as base64 at each of its three offsets within a longer text, two
 * bytes a letter, and any twelve of its characters in a row.
 */
export function formsOf(key: string): Buffer[] {
  const bytes = Buffer.from(key)
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    // What stands at the edges depends on the neighbors.
    return encoded.slice(offset === 0 ? 0 : offset + 1, -4)
  })
  const texts = [
    encodeURIComponent(key),
    new URLSearchParams({ key }).toString().slice('key='.length),
    JSON.stringify(key).slice(1, -1),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...Array.from({ length: key.length - 11 }, (_, at) => key.slice(at, at + 12)),
  ]
  return [...texts.map((text) => Buffer.from(text)), Buffer.from(key, 'utf16le')]
}

/** Whether a key, in whole or in part, is in what was written or shown. Of many large files, most are read a dozen times. */
export function holdsKey(bytes: Buffer, key: string): boolean {
  const forms = formsOf(key)
  // Every twelve characters of a short key have these of its middle.
  const middle = Buffer.from(key.slice(key.length - 12, 12))
  const looked = middle.length > 3 && !bytes.includes(middle) ? forms.filter((form) => !form.includes(middle)) : forms
  return looked.some((form) => bytes.includes(form))
}
