/** Texts on a workspace's API key: how it is stored, and what is wrong with an entered text. */

import type { KeyProtection, KeyState } from '#contract/shell.ts'

/** As a choice. */
export const protectionTitles: Readonly<Record<KeyProtection, string>> = {
  session: 'Until you quit',
  keyring: 'On disk, encrypted by the keyring',
  unprotected: 'On disk, without protection',
}

/** The plain truth of it, promising nothing that the system does not do (docs/promises.md S2). */
export const protectionDescriptions: Readonly<Record<KeyProtection, string>> = {
  session: 'Kept in memory only. Tearsheet asks for it again at the next start.',
  keyring:
    'Encrypted with a key of your system’s keyring. Other accounts on this computer cannot read it. Programs running under your account may.',
  unprotected: 'Saved in the profile without encryption. Anyone who can read your files can read it.',
}

/** For a key from a file (`--key-file`). */
const fromFile =
  'Read from your key file and kept in memory only. Start Tearsheet with --key-file again to use it next time.'

/** How a key is stored when the user has not chosen: on disk only where it is protected there. */
export function defaultProtection({ canRemember }: Pick<KeyState, 'canRemember'>): KeyProtection {
  return canRemember.includes('keyring') ? 'keyring' : 'session'
}

interface KeyText {
  /** `none`: nothing to use; `other-address`: entered for another origin; `trouble`: cannot be read now. */
  readonly is: 'stored' | 'none' | 'other-address' | 'trouble'
  readonly says: string
  /** How a stored key is protected. */
  readonly truth: string
}

/** What the user must know of a workspace's key, for its present address. */
export function keyText(state: KeyState, origin: string): KeyText {
  if (state.problem && !state.present) return { is: 'trouble', says: state.problem.message, truth: '' }
  if (!state.present)
    return { is: 'none', says: 'No key yet. Without a key, only stored data is available.', truth: '' }
  const key = state.lastFour === null ? 'A key' : `The key that ends in ${state.lastFour}`
  if (state.origin !== origin) {
    const entered = `${key} was entered for ${state.origin ?? 'another address'} and is never sent anywhere else.`
    return { is: 'other-address', says: `${entered} Enter the key for ${origin}.`, truth: '' }
  }
  return {
    is: state.problem ? 'trouble' : 'stored',
    says: [`${key} is used for ${state.origin}.`, state.problem?.message ?? ''].filter((part) => part !== '').join(' '),
    truth: state.keeping === null ? '' : state.isFromFile === true ? fromFile : protectionDescriptions[state.keeping],
  }
}

const longestKey = 1024

/** Why a text cannot be a key; empty: it can, or there is none. */
export function keyError(typed: string): string {
  const text = typed.trim()
  if (/\s/.test(text)) return 'A key has no spaces or line breaks.'
  if (URL.canParse(text) && /^https?:/.test(text)) return 'This is an address. The key is the text after apikey=.'
  // It goes into a query string; both shells refuse anything else.
  if (!/^[\x21-\x7e]*$/.test(text)) return 'A key has only unaccented letters, digits and symbols.'
  return text.length > longestKey ? `A key has at most ${longestKey} characters.` : ''
}
