import { describe, expect, test } from 'vitest'
import type { KeyState } from '#contract/shell.ts'
import { keyError, keyText, defaultProtection } from '../../../src/renderer/settings/workspaces/api-key-text.ts'

const none: KeyState = {
  present: false,
  origin: null,
  lastFour: null,
  keeping: null,
  canRemember: ['session'],
  problem: null,
}
const held: KeyState = {
  ...none,
  present: true,
  origin: 'https://api.example.com',
  lastFour: '4f2a',
  keeping: 'session',
}

describe('the description of a key', () => {
  test('is which one it is, for which address, and the plain truth of how it is kept', () => {
    const kept = (['session', 'keyring', 'unprotected'] as const).map((keeping) =>
      keyText({ ...held, keeping }, 'https://api.example.com'),
    )
    expect(kept).toEqual([
      {
        is: 'stored',
        says: 'The key that ends in 4f2a is used for https://api.example.com.',
        truth: 'Kept in memory only. Tearsheet asks for it again at the next start.',
      },
      {
        is: 'stored',
        says: 'The key that ends in 4f2a is used for https://api.example.com.',
        truth:
          'Encrypted with a key of your system’s keyring. Other accounts on this computer cannot read it. Programs running under your account may.',
      },
      {
        is: 'stored',
        says: 'The key that ends in 4f2a is used for https://api.example.com.',
        truth: 'Saved in the profile without encryption. Anyone who can read your files can read it.',
      },
    ])
  })

  test('that came from a key file is not that it must be entered again', () => {
    expect(keyText({ ...held, isFromFile: true }, 'https://api.example.com').truth).toBe(
      'Read from your key file and kept in memory only. Start Tearsheet with --key-file again to use it next time.',
    )
  })

  test('after the address changed is that it must be entered again: it is never sent to another host', () => {
    expect(keyText(held, 'https://other.example')).toEqual({
      is: 'other-address',
      says: 'The key that ends in 4f2a was entered for https://api.example.com and is never sent anywhere else. Enter the key for https://other.example.',
      truth: '',
    })
  })

  test('does not give away a short one', () => {
    expect(keyText({ ...held, lastFour: null }, 'https://api.example.com').says).toBe(
      'A key is used for https://api.example.com.',
    )
  })

  test('that cannot be read is the vault’s own sentence, and without one that only the library can be read', () => {
    const locked = {
      ...none,
      problem: { message: 'The key is protected by the keyring, which is locked.', canRetry: true },
    }
    expect([keyText(locked, ''), keyText(none, '')].map(({ is, says }) => [is, says])).toEqual([
      ['trouble', 'The key is protected by the keyring, which is locked.'],
      ['none', 'No key yet. Without a key, only stored data is available.'],
    ])
  })

  test('kept for the run because the disk could not protect it, says so', () => {
    const fallback = { ...held, problem: { message: 'This system has no keyring.', canRetry: false } }
    expect(keyText(fallback, 'https://api.example.com')).toMatchObject({
      is: 'trouble',
      says: 'The key that ends in 4f2a is used for https://api.example.com. This system has no keyring.',
    })
  })
})

test('without a word from the user a key goes on disk only where it is protected there', () => {
  expect(
    ([['session'], ['session', 'keyring'], ['session', 'unprotected']] as const).map((canRemember) =>
      defaultProtection({ canRemember }),
    ),
  ).toEqual(['session', 'keyring', 'session'])
})

describe('a text that cannot be a key is refused before it is sent', () => {
  test.each([
    ['two words', 'no spaces'],
    ['line\nbreak', 'no spaces'],
    ['https://api.example.com?apikey=abc', 'This is an address'],
    ['schlüssel', 'unaccented letters'],
    ['k'.repeat(1025), 'at most 1024'],
  ])('%s', (typed, words) => {
    expect(keyError(typed)).toContain(words)
  })

  test.each(['', '  abc-DEF_123==  ', 'sk:live/0123+4'])('but not %s', (typed) => {
    expect(keyError(typed)).toBe('')
  })
})
