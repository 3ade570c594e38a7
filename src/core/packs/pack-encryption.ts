/** Encrypts a pack with a passphrase, and decrypts one, from one file into another (age, age-encryption.org/v1). */

import { closeSync, createReadStream, createWriteStream, fstatSync, openSync, readSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter, Encrypter } from 'age-encryption'
import { fail, FailureError } from '../failure-error.ts'

const magic = 'age-encryption.org/v1\n'

/** The header that age writes for a passphrase. Its number is the cost of a try, 2 to that power. */
const header =
  /^age-encryption\.org\/v1\n-> scrypt [A-Za-z\d+/]{22} ([1-9]\d?)\n[A-Za-z\d+/]{43}\n--- [A-Za-z\d+/]{43}\n/

/** As age itself: 256 MB of memory and about a second. A file may not ask for more. */
const cost = 18

/** Throws `invalid-pack` where the file does not exist, is none, or may not be read. */
export function isEncrypted(file: string): boolean {
  return beginningOf(file).startsWith(magic)
}

/** `target` may not exist yet. */
export async function encryptFile(file: string, target: string, passphrase: string): Promise<void> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(cost)
  await writeStream(await encrypter.encrypt(bytesOf(file)), target)
}

/** `target` may not exist yet. Throws `wrong-passphrase`, and `invalid-pack` for what was altered or cut off. */
export async function decryptFile(file: string, target: string, passphrase: string): Promise<void> {
  const [, statedCost] =
    header.exec(beginningOf(file)) ?? fail({ kind: 'invalid-pack', detail: 'its encryption is unknown' })
  if (Number(statedCost) > cost) fail({ kind: 'invalid-pack', detail: 'its encryption is too costly' })
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const decrypted = await decrypter.decrypt(bytesOf(file)).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith('no identity matched')) fail({ kind: 'wrong-passphrase' })
    return fail({ kind: 'invalid-pack', detail: 'it is damaged' })
  })
  await writeStream(decrypted, target).catch((error: unknown) => {
    // Errors of the file system have a code; all others say that the bytes are not those that were encrypted.
    if (error instanceof Error && 'code' in error) throw error
    fail({ kind: 'invalid-pack', detail: 'it is damaged' })
  })
}

function bytesOf(file: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
}

async function writeStream(stream: ReadableStream<Uint8Array>, target: string): Promise<void> {
  await pipeline(stream, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
}

function beginningOf(file: string): string {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    throw unopened(error)
  }
  try {
    if (!fstatSync(descriptor).isFile()) fail({ kind: 'invalid-pack', detail: 'it is a folder, not a file' })
    const bytes = Buffer.alloc(1024)
    return bytes.toString('latin1', 0, readSync(descriptor, bytes))
  } finally {
    closeSync(descriptor)
  }
}

/** Why a file cannot be opened; any other error is returned unchanged. */
export function unopened(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new FailureError({ kind: 'invalid-pack', detail: 'the file does not exist' })
  // Windows refuses to open a folder with the second.
  if (code === 'EACCES' || code === 'EPERM')
    return new FailureError({
      kind: 'invalid-pack',
      detail: 'you do not have permission to read the file. Ask its owner for access',
    })
  return error
}
