/** Tells how well the operating system protects the stored API keys. */

/** `keyring`: only this user's unlocked system can decrypt it. `unprotected`: encrypted with a publicly known key. */
export type Protection = 'keyring' | 'unprotected'

export type Platform = 'linux' | 'darwin' | 'win32'

/** Chromium's names of the providers for the tags (docs/promises.md, S2). */
const linuxProviders: Readonly<Record<string, { readonly name: string; readonly protection: Protection }>> = {
  v10: { name: 'no keyring', protection: 'unprotected' },
  v11: { name: 'the system keyring (Secret Service)', protection: 'keyring' },
  v12: { name: 'the desktop portal', protection: 'keyring' },
}

/**
 * Whether a ciphertext is worth anything, by its first three bytes. On Linux the asynchronous encryption always falls back to a
 * constant key (`v10`) while it calls itself available, so that only the tag can be trusted; a tag that is not known is not
 * trusted either. macOS and Windows use `v10` too, with a real key behind it.
 */
export function protectionOf(
  platform: Platform,
  ciphertext: Uint8Array,
): { readonly tag: string; readonly protection: Protection } {
  const tag = Buffer.from(ciphertext.subarray(0, 3))
    .toString('latin1')
    .replaceAll(/[^\x21-\x7e]/g, '?')
  const protection = platform === 'linux' ? (linuxProviders[tag]?.protection ?? 'unprotected') : 'keyring'
  return { tag, protection }
}

/** For the user: what protects a key with this tag. */
export function providerName(platform: Platform, tag: string | null): string {
  if (platform === 'darwin') return 'the macOS keychain'
  if (platform === 'win32') return 'Windows data protection'
  if (tag === null) return 'no keyring'
  return linuxProviders[tag]?.name ?? `an unknown keyring (${tag})`
}

/** Every Unix that is neither has Linux's keyrings, or none. */
export function platformOf(platform: NodeJS.Platform): Platform {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux'
}
