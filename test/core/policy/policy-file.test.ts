import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noPolicy, policyIn, readPolicy, strictPolicy } from '#core/policy/policy-file.ts'
import { policyPath } from '#core/policy/policy-path.ts'
import { ownFolder } from '../folders.ts'
import { administrator } from '../updates/signed-feeds.ts'

const updates = { feed: 'https://software.example.com/tearsheet/updates.txt', key: administrator().policyKey }

const whole = {
  version: 1,
  baseUrl: 'https://data.example.com/v1',
  services: ['https://search.example.com:8443/'],
  proxy: { mode: 'manual', address: 'http://proxy.example.com:8080' },
  updates,
  exports: false,
  recordings: false,
}

const read = (policy: unknown) => policyIn(JSON.stringify(policy))

/** What is wrong, and the file. */
const damaged: readonly (readonly [problem: string, text: string])[] = [
  ['it is not a JSON object', '{'],
  ['it is not a JSON object', '[]'],
  ['it is not a JSON object', ''],
  ['“version” is not a value that is allowed here', JSON.stringify({ exports: false })],
  ['“version” is not a value that is allowed here', JSON.stringify({ ...whole, version: 2 })],
  ['unknown setting “exprots”', JSON.stringify({ ...whole, exprots: false })],
  ['“exports” is not a value that is allowed here', JSON.stringify({ ...whole, exports: 'no' })],
  ['“baseUrl” must be an https address', JSON.stringify({ ...whole, baseUrl: 'http://data.example.com' })],
  ['“services.0” must be an origin without a path', JSON.stringify({ ...whole, services: ['https://a.example/x'] })],
  ['“services.0” must be an origin without a path', JSON.stringify({ ...whole, services: ['https://u@a.example'] })],
  [
    '“proxy.address” must be an address such as http://proxy.example.com:8080, without a user name and password',
    JSON.stringify({ ...whole, proxy: { mode: 'manual', address: 'http://me:secret@proxy:8080' } }),
  ],
  [
    '“updates.feed” must be an https address',
    JSON.stringify({ ...whole, updates: { ...updates, feed: 'http://software.example.com/updates.txt' } }),
  ],
  [
    '“updates.feed” must be an address without a user name, a query or a fragment',
    JSON.stringify({ ...whole, updates: { ...updates, feed: `${updates.feed}?computer=7` } }),
  ],
  [
    '“updates.key” must be an Ed25519 public key, the middle line of its PEM file',
    JSON.stringify({ ...whole, updates: { ...updates, key: 'none' } }),
  ],
  ['“updates.key” is not a value that is allowed here', JSON.stringify({ ...whole, updates: { feed: updates.feed } })],
  ['“proxy.mode” is not a value that is allowed here', JSON.stringify({ ...whole, proxy: { mode: 'auto' } })],
]

describe('the administrator’s policy', () => {
  test('is read unchanged, with the base URL’s host among the services', () => {
    expect(read(whole)).toEqual({
      source: 'file',
      problem: null,
      baseUrl: 'https://data.example.com/v1',
      services: ['https://data.example.com', 'https://search.example.com:8443'],
      proxy: { ...whole.proxy, bypass: '' },
      updates,
      exports: false,
      recordings: false,
    })
  })

  test('leaves to the user whatever it does not name', () => {
    expect(read({ version: 1 })).toEqual({ ...noPolicy, source: 'file' })
    expect(read({ version: 1, recordings: false })).toEqual({ ...noPolicy, source: 'file', recordings: false })
    expect(read({ version: 1, baseUrl: 'https://data.example.com/v1' }).services).toEqual(['https://data.example.com'])
    expect(read({ version: 1, services: [] }).services).toEqual([])
  })

  test('is read as Windows’ editors write it, with a byte order mark', () => {
    expect(policyIn(`\uFEFF${JSON.stringify(whole)}`).source).toBe('file')
  })

  test.each(damaged)('that is damaged switches off everything it could have restricted: %s', (problem, text) => {
    expect(policyIn(text)).toEqual({
      source: 'damaged',
      problem,
      baseUrl: null,
      services: [],
      proxy: { mode: 'system', address: '', bypass: '' },
      updates: null,
      exports: false,
      recordings: false,
    })
  })
})

describe('the policy file', () => {
  test('restricts nothing where there is none', () => {
    expect(readPolicy(join(ownFolder(), 'tearsheet/policy.json'))).toEqual(noPolicy)
  })

  test('is read from the disk', () => {
    const file = join(ownFolder(), 'policy.json')
    writeFileSync(file, JSON.stringify(whole))
    expect(readPolicy(file)).toEqual(read(whole))
  })

  test('that cannot be read, or is too large to be one, counts as damaged', () => {
    const folder = join(ownFolder(), 'policy.json')
    mkdirSync(folder)
    expect(readPolicy(folder)).toEqual(strictPolicy('it cannot be read (EISDIR)'))
    const large = join(ownFolder(), 'policy.json')
    writeFileSync(large, JSON.stringify({ ...whole, padding: 'x'.repeat(70_000) }))
    expect(readPolicy(large)).toEqual(strictPolicy('it is larger than 64 KB'))
  })

  test.skipIf(process.getuid?.() === 0)(
    'that this user may not read counts as damaged (not as root, who may read all)',
    () => {
      const file = join(ownFolder(), 'policy.json')
      writeFileSync(file, JSON.stringify({ version: 1 }))
      chmodSync(file, 0)
      expect(readPolicy(file)).toEqual(strictPolicy('it cannot be read (EACCES)'))
    },
  )

  test('lies where only an administrator writes, on each system', () => {
    expect((['linux', 'darwin', 'win32'] as const).map(policyPath)).toEqual([
      '/etc/tearsheet/policy.json',
      '/Library/Application Support/Tearsheet/policy.json',
      String.raw`C:\ProgramData\Tearsheet\policy.json`,
    ])
  })
})
