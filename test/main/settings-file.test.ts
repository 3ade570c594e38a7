import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { realDisk } from '#main/atomic-file.ts'
import { findSettings } from '#main/settings-file.ts'
import { defaultSettings, type Settings } from '#main/settings-shape.ts'
import { ownFolder } from '../core/folders.ts'

const now = new Date('2026-11-21T02:10:00Z')
const aside = 'settings.json.damaged-2026-11-21T02-10-00-000Z'
const mine: Settings = {
  ...defaultSettings,
  zoom: 1.5,
  windows: [
    {
      id: '0f2c1f6e-9a55-4d0e-8a64-3b7a1c9d2e10',
      bounds: { x: 10, y: 20, width: 1200, height: 800 },
      maximized: true,
    },
  ],
}

let folder: string
let file: string

beforeEach(() => {
  folder = ownFolder()
  file = join(folder, 'settings.json')
})

const damaged: readonly (readonly [string, string | Uint8Array])[] = [
  ['empty', ''],
  ['full of NUL', new Uint8Array(4096)],
  ['half written', JSON.stringify(mine).slice(0, 40)],
  ['a list', '[]'],
  ['no more than null', 'null'],
  ['of the wrong types', '{"zoom": "large"}'],
  ['of values nobody knows', '{"theme": "blue"}'],
  [
    'out of range',
    '{"windows": [{"id": "0f2c1f6e-9a55-4d0e-8a64-3b7a1c9d2e10", "bounds": {"x": 0, "y": 0, "width": -5, "height": 1e9}, "maximized": false}]}',
  ],
  ['binary', Uint8Array.from({ length: 256 }, (_, byte) => byte)],
]

describe('the settings', () => {
  test('are the usual ones at the first start', () => {
    expect(findSettings(file, now)).toEqual({ settings: defaultSettings, writable: true, notice: null })
    expect(readdirSync(folder)).toEqual([])
  })

  test('are found again, and a good copy is kept', () => {
    writeFileSync(file, JSON.stringify(mine))
    expect(findSettings(file, now)).toEqual({ settings: mine, writable: true, notice: null })
    expect(readFileSync(`${file}.bak`, 'utf8')).toBe(JSON.stringify(mine))
  })

  test('of a later version are read as far as they are known', () => {
    writeFileSync(
      file,
      JSON.stringify({ ...mine, later: { deep: true }, __internal__: { migrations: { version: '9.0.0' } } }),
    )
    expect(findSettings(file, now)).toMatchObject({ settings: mine, notice: null })
  })

  test('that were never set have their usual values', () => {
    writeFileSync(file, '{"zoom": 2}')
    expect(findSettings(file, now).settings).toEqual({ ...defaultSettings, zoom: 2 })
  })
})

describe('a settings file that is (L3)', () => {
  test.each(damaged)('%s is set aside with every byte, the user is notified, and the program starts', (_, bytes) => {
    writeFileSync(file, bytes)
    const found = findSettings(file, now)
    expect(found).toEqual({
      settings: defaultSettings,
      writable: true,
      notice: { kind: 'damaged', detail: `The settings file (now ${aside})` },
    })
    expect(readFileSync(join(folder, aside))).toEqual(Buffer.from(bytes))
    expect(readdirSync(folder)).toEqual([aside])
  })

  test.each(damaged)('%s gives way to the last good one', (_, bytes) => {
    writeFileSync(file, bytes)
    writeFileSync(`${file}.bak`, JSON.stringify(mine))
    const found = findSettings(file, now)
    expect([found.settings, found.notice?.kind]).toEqual([mine, 'damaged'])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(mine)
    expect(readFileSync(join(folder, aside))).toEqual(Buffer.from(bytes))
  })

  test('damaged like its copy costs the settings and nothing else', () => {
    writeFileSync(file, '{')
    writeFileSync(`${file}.bak`, '{')
    expect(findSettings(file, now).settings).toEqual(defaultSettings)
    expect(readdirSync(folder).sort()).toEqual(['settings.json.bak', aside])
  })

  test('damaged and cannot be moved is left as it is: this run’s settings stay in memory', () => {
    writeFileSync(file, '{')
    const stuck = () => {
      throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
    }
    expect(findSettings(file, now, { ...realDisk, rename: stuck })).toEqual({
      settings: defaultSettings,
      writable: false,
      notice: { kind: 'damaged', detail: 'The settings file' },
    })
    expect(readFileSync(file, 'utf8')).toBe('{')
  })
})
