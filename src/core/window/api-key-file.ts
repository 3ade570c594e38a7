/**
 * Reads the API keys of a key file (`--key-file` of browser shell and command line), an origin and a key per line. Refuses a file
 * that other users can read or that belongs to another user.
 */

import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { isServiceOrigin } from './api-key-entry.ts'

/** A key and the one origin it is for. */
export interface FiledKey {
  readonly origin: string
  readonly key: string
}

/** Why a key file is not used: one sentence, with nothing of its content. */
export class KeyFileRefused extends Error {
  override readonly name = 'KeyFileRefused'
}

/** A file with keys has a few lines; anything longer was named by mistake. */
const longest = 64 * 1024

/**
 * Reads `ORIGIN KEY` lines from a file that only its owner can read (docs/promises.md B12). Checked and read through one handle, so
 * that it is the same file. Rejects with `KeyFileRefused`. On Windows, which has no such modes, the check is left to the user.
 */
export async function readKeyFile(file: string, platform: NodeJS.Platform, user: number | null): Promise<FiledKey[]> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => {
    throw new KeyFileRefused('The key file cannot be read.')
  })
  try {
    const { mode, uid, size, isFile } = await handle.stat().then((stat) => ({
      mode: stat.mode,
      uid: stat.uid,
      size: stat.size,
      isFile: stat.isFile(),
    }))
    if (!isFile || size > longest) throw new KeyFileRefused('The key file is not a short text file.')
    if (platform !== 'win32') {
      if ((mode & 0o077) !== 0) {
        throw new KeyFileRefused('Other users can read the key file. Run chmod 600 on it, then try again.')
      }
      if (user !== null && uid !== user) throw new KeyFileRefused('The key file belongs to another user.')
    }
    return parseKeyLines(await handle.readFile('utf8'))
  } finally {
    await handle.close()
  }
}

/** Empty lines are skipped. Throws `KeyFileRefused` with the number of the line that cannot be used. */
export function parseKeyLines(text: string): FiledKey[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const words = line.trim().split(/\s+/)
    const [address = '', key = ''] = words
    if (line.trim() === '') return []
    const origin = URL.canParse(address) ? new URL(address).origin : ''
    if (words.length !== 2 || !isServiceOrigin(origin) || !/^[\x21-\x7e]{1,1024}$/.test(key)) {
      throw new KeyFileRefused(`Line ${index + 1} of the key file is not "https://service.example THE-KEY".`)
    }
    return [{ origin, key }]
  })
}
