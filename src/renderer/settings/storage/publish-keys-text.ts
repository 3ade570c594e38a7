/** Texts on the keys of an S3-compatible store: how they are stored, and what is wrong with an entered text. */

import type { KeyState } from '#contract/shell.ts'
import { protectionDescriptions } from '../workspaces/api-key-text.ts'

interface PublishKeysText {
  /** `none`: nothing to use; `other-address`: entered for another endpoint; `trouble`: cannot be read now. */
  readonly is: 'stored' | 'none' | 'other-address' | 'trouble'
  readonly says: string
  /** How stored keys are protected. */
  readonly truth: string
}

/** What the user must know of the stored keys, for the endpoint that is entered now; an empty origin: it is not entered yet. */
export function publishKeysText(state: KeyState, origin: string): PublishKeysText {
  if (!state.present) {
    return state.problem
      ? { is: 'trouble', says: state.problem.message, truth: '' }
      : { is: 'none', says: '', truth: '' }
  }
  const key = state.lastFour === null ? 'An access key' : `The access key that ends in ${state.lastFour}`
  if (state.origin !== origin && origin !== '') {
    const entered = `${key} was entered for ${state.origin ?? 'another endpoint'} and is never used anywhere else.`
    return { is: 'other-address', says: `${entered} Enter the keys for ${origin}.`, truth: '' }
  }
  return {
    is: state.problem ? 'trouble' : 'stored',
    says: [`${key} is used for ${state.origin}.`, state.problem?.message ?? ''].filter((part) => part !== '').join(' '),
    truth: state.keeping === null ? '' : protectionDescriptions[state.keeping],
  }
}

/** Why a text cannot be an access key ID; empty: it can. */
export function accessKeyIdError(text: string): string {
  if (text === '') return 'Enter the access key ID.'
  // It stands between other words in a header; both shells refuse anything else.
  return /^[\w.@+-]{1,128}$/.test(text) ? '' : 'An access key ID has only letters, digits and _ . @ + -'
}

/** Why a text cannot be a secret access key; empty: it can. */
export function secretAccessKeyError(text: string): string {
  if (text === '') return 'Enter the secret access key.'
  if (/\s/.test(text)) return 'A secret access key has no spaces or line breaks.'
  return /^[\x21-\x7e]{1,1024}$/.test(text)
    ? ''
    : 'A secret access key has only unaccented letters, digits and symbols.'
}
