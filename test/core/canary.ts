/** Stands in for a real key everywhere, so that a leak can be looked for. Has what a URL must escape. */
export const canary = 'ts-canary+0123/KEY=='

/** Every way in which a key may have been written down, and any twelve of its characters in a row. */
export function formsOf(key: string): Buffer[] {
  const bytes = Buffer.from(key)
  const texts = [
    encodeURIComponent(key),
    new URLSearchParams({ key }).toString().slice('key='.length),
    JSON.stringify(key).slice(1, -1),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...Array.from({ length: key.length - 11 }, (_, at) => key.slice(at, at + 12)),
  ]
  return [...texts.map((text) => Buffer.from(text)), Buffer.from(key, 'utf16le')]
}
