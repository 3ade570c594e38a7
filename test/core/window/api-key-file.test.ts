import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseKeyLines, readKeyFile } from '#core/window/api-key-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearsheet-key-'))
})
afterAll(() => rm(folder, { recursive: true }))

const user = process.getuid?.() ?? null
const keyLine = 'https://service.example canary-9f8e7d6c\n'

async function keyFile(mode: number, text = keyLine): Promise<string> {
  const file = join(folder, `key-${mode.toString(8)}-${text.length}`)
  await writeFile(file, text)
  await chmod(file, mode)
  return file
}

describe('a key file is used only when nobody else can read it (B12)', () => {
  test.each([0o600, 0o400])('mode %o', async (mode) => {
    expect(await readKeyFile(await keyFile(mode), process.platform, user)).toEqual([
      { origin: 'https://service.example', key: 'canary-9f8e7d6c' },
    ])
  })

  test.each([0o640, 0o604, 0o644, 0o620, 0o601, 0o777])('mode %o is refused, and what to do is said', async (mode) => {
    await expect(readKeyFile(await keyFile(mode), 'linux', user)).rejects.toThrow(
      'Other users can read the key file. Run chmod 600 on it, then try again.',
    )
  })

  test('Windows has no such modes', async () => {
    expect(await readKeyFile(await keyFile(0o644), 'win32', null)).toHaveLength(1)
  })

  test('a file of another user is refused', async () => {
    const file = await keyFile(0o600, `${keyLine}\n`)
    const owner = user === 0 ? 65_534 : user
    if (user === 0) await chown(file, 65_534, 65_534)
    await expect(readKeyFile(file, 'linux', (owner ?? 0) + 1)).rejects.toThrow('The key file belongs to another user.')
  })

  test('a missing file, a folder and a disk image are refused', async () => {
    await expect(readKeyFile(join(folder, 'none'), 'linux', user)).rejects.toThrow('The key file cannot be read.')
    await expect(readKeyFile(folder, 'linux', user)).rejects.toThrow('The key file is not a short text file.')
    const large = await keyFile(0o600, 'x'.repeat(65_537))
    await expect(readKeyFile(large, 'linux', user)).rejects.toThrow('The key file is not a short text file.')
  })
})

test('each line is an origin and its key; a path after the origin and empty lines do no harm', () => {
  expect(parseKeyLines('\nhttps://a.example/api KEY-A\r\n\n  http://127.0.0.1:5000\tKEY-B  \n')).toEqual([
    { origin: 'https://a.example', key: 'KEY-A' },
    { origin: 'http://127.0.0.1:5000', key: 'KEY-B' },
  ])
})

test.each([
  'KEY',
  'http://service.example KEY',
  'https://a.example',
  'https://a.example KEY more',
  'https://a.example schlüssel',
])('%j is refused by its line number, without a word of it', (line) => {
  expect(() => parseKeyLines(`${keyLine}${line}`)).toThrow(
    'Line 2 of the key file is not "https://service.example THE-KEY".',
  )
})
