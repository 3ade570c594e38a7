import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { realDisk, replaceFile, setAside } from '#main/atomic-file.ts'
import { ownFolder } from '../core/folders.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = ownFolder()
  file = join(folder, 'kept.json')
})

const held = (code: string) => Object.assign(new Error(code), { code })

describe('replacing a file', () => {
  test.each(['write', 'flush', 'rename'])('and being killed before “%s” leaves the old one whole', (step) => {
    writeFileSync(file, 'old')
    const cut = spawnSync(process.execPath, [join(import.meta.dirname, 'cut-write.ts'), file, 'new', step])
    expect(cut.signal).toBe('SIGKILL')
    expect(readFileSync(file, 'utf8')).toBe('old')
    replaceFile(file, 'newer')
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['newer', ['kept.json']])
  })

  test('leaves nothing next to it, and nothing for others to read', () => {
    replaceFile(file, 'new')
    expect([readFileSync(file, 'utf8'), readdirSync(folder), statSync(file).mode & 0o777]).toEqual([
      'new',
      ['kept.json'],
      0o600,
    ])
  })

  test.each(['EPERM', 'EBUSY'])('that a virus scanner holds for a moment (%s) is tried again', (code) => {
    let tries = 0
    replaceFile(file, 'new', {
      ...realDisk,
      rename: (from, to) => {
        tries += 1
        if (tries < 3) throw held(code)
        realDisk.rename(from, to)
      },
    })
    expect([tries, readFileSync(file, 'utf8')]).toEqual([3, 'new'])
  })

  test('that stays locked is not replaced, and the old one stays', () => {
    writeFileSync(file, 'old')
    let tries = 0
    const hold = () => {
      tries += 1
      throw held('EPERM')
    }
    expect(() => replaceFile(file, 'new', { ...realDisk, rename: hold })).toThrow('EPERM')
    expect([tries, readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual([5, 'old', ['kept.json']])
  })

  test('on a full disk is not tried again, and the old one stays', () => {
    writeFileSync(file, 'old')
    const full = () => {
      throw held('ENOSPC')
    }
    expect(() => replaceFile(file, 'new', { ...realDisk, flush: full })).toThrow('ENOSPC')
    expect(readFileSync(file, 'utf8')).toBe('old')
  })

  test('succeeds where the folder itself cannot be flushed', () => {
    let flushed = 0
    replaceFile(file, 'new', {
      ...realDisk,
      flush: () => {
        flushed += 1
        if (flushed === 2) throw held('EINVAL')
      },
    })
    expect(readFileSync(file, 'utf8')).toBe('new')
  })
})

test('a damaged file is moved out of the way with every byte, twice in the same second too', () => {
  const first = new Date('2026-11-21T02:10:00.000Z')
  writeFileSync(file, 'damaged')
  expect(setAside(file, first)).toBe(join(folder, 'kept.json.damaged-2026-11-21T02-10-00-000Z'))
  writeFileSync(file, 'damaged again')
  expect(setAside(file, new Date(first.getTime() + 1))).toBe(join(folder, 'kept.json.damaged-2026-11-21T02-10-00-001Z'))
  expect(readdirSync(folder)).toHaveLength(2)
})
