import { expect, test } from 'vitest'
import { readKeyFile } from '#core/shortcuts-file.ts'

const file = (content: object) => JSON.stringify({ format: 'tearsheet-keys', version: 1, ...content })

test('a shortcuts file gives every command its keys, and none to those without', () => {
  expect(
    readKeyFile(file({ characterKeys: false, commands: { 'go.home': ['G H', 'Mod+Shift+H'], 'tab.close': [] } })),
  ).toEqual({
    kind: 'keys',
    commandKeys: { 'go.home': ['G H', 'Mod+Shift+H'], 'tab.close': [] },
    characterKeys: false,
    ignored: [],
    ignoredCount: 0,
  })
})

test('an entry that is no command or has no keys is left out and named, and the others are used', () => {
  const nine = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']
  const hostile = `{"format":"tearsheet-keys","version":1,"commands":{"__proto__":["A"],"go.home":["ctrl+h"],
    "go.news":"N","go.text":["A B C"],"tab.next":${JSON.stringify(nine)},"<img src=x>":["A"],"go.calls":["F5"]}}`
  const read = readKeyFile(hostile)
  expect(read).toEqual({
    kind: 'keys',
    commandKeys: { 'go.calls': ['F5'] },
    characterKeys: null,
    ignored: ['go.home', 'go.news', 'go.text', 'tab.next', '<img src=x>'],
    ignoredCount: 5,
  })
})

test('of many entries that are no keys the first are named and all are counted', () => {
  const commands = Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`bad.${at}`, 'no list']))
  const read = readKeyFile(file({ commands }))
  expect(read).toMatchObject({ kind: 'keys', ignoredCount: 33 })
  expect(read.kind === 'keys' && read.ignored.length).toBe(20)
})

test.each([
  ['no JSON', 'Mod+K', 'not-json'],
  ['other JSON', '{"keys":[]}', 'not-keys'],
  ['a list', '[]', 'not-keys'],
  ['without commands', file({}), 'not-keys'],
  ['of a later version', file({ version: 2, commands: {} }), 'later-version'],
])('a file that is %s is refused as a whole', (_, text, reason) => {
  expect(readKeyFile(text)).toEqual({ kind: 'refused', reason })
})
