import { expect, test } from 'vitest'
import { systemLocale } from '../../../src/renderer/app/system-locale.ts'

test.each([
  ['de-CH', 'de-CH'],
  // What macOS says.
  ['en_DE', 'en-DE'],
  ['en_US@rg=dezzzz', 'en-DE'],
  ['zh-Hans_US@calendar=gregorian;rg=cnzzzz', 'zh-Hans-CN'],
  // What a Linux system without a locale says.
  ['C', 'en-GB'],
  ['', 'en-GB'],
])('a shell that names the locale %s is believed where there is such a one', async (named, used) => {
  expect(await systemLocale({ systemLocale: () => Promise.resolve(named) }, 'en-GB')).toBe(used)
})

test('in a browser the formats are those of its language', async () => {
  expect(await systemLocale({}, 'fr-FR')).toBe('fr-FR')
})
