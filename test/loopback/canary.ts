import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Everything in a folder, as bytes. */
export async function contents(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))))
}

/** How a key may have been written down, in whole or in its longer parts. */
function tracesOf(secret: string): Buffer[] {
  const slices = Array.from({ length: secret.length - 11 }, (_, start) => secret.slice(start, start + 12))
  return [
    ...slices.flatMap((slice) => [Buffer.from(slice), Buffer.from(slice, 'utf16le')]),
    Buffer.from(Buffer.from(secret).toString('base64').slice(0, -4)),
    Buffer.from(Buffer.from(secret).toString('base64url').slice(0, -4)),
    Buffer.from(Buffer.from(secret).toString('hex')),
    Buffer.from(encodeURIComponent(secret)),
  ]
}

/** In what forms the secret stands somewhere in the bytes; none is what is hoped for. */
export function tracesIn(bytes: Buffer, secret: string): Buffer[] {
  return tracesOf(secret).filter((trace) => bytes.includes(trace))
}
