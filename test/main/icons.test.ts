import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeIcons } from '../../build/icons.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tearsheet-icons-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  mkdirSync(join(folder, 'build'))
  copyFileSync(join(root, 'build/icon.svg'), join(folder, 'build/icon.svg'))
  await writeIcons(folder, 'icons')
})

const read = (name: string) => readFileSync(join(folder, 'icons', name))

/** Width and height of a PNG, by its head. */
function pngSize(bytes: Buffer): string {
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

describe('the icons of a package, made from one drawing', () => {
  test('are PNG files of the sizes that desktops on Linux look for', () => {
    const names = readdirSync(join(folder, 'icons/png'))
    expect(names.map((name) => pngSize(read(`png/${name}`))).sort()).toEqual(
      names.map((name) => name.replace('.png', '')).sort(),
    )
    expect(names).toEqual(expect.arrayContaining(['16x16.png', '48x48.png', '256x256.png', '512x512.png']))
  })

  test('are one file for Windows with every size from 16 to 256 pixels', () => {
    const ico = read('icon.ico')
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1])
    const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
      const at = 6 + 16 * index
      const [length, offset] = [ico.readUInt32LE(at + 8), ico.readUInt32LE(at + 12)]
      const stated = `${ico[at] || 256}x${ico[at + 1] || 256}`
      return { stated, real: pngSize(ico.subarray(offset, offset + length)), end: offset + length }
    })
    expect(entries.map(({ real }) => real)).toEqual(entries.map(({ stated }) => stated))
    expect(entries.map(({ real }) => Number.parseInt(real))).toEqual([16, 24, 32, 48, 64, 128, 256])
    expect(entries.at(-1)?.end).toBe(ico.length)
  })

  test('are one file for macOS, up to 512 points at double density', () => {
    const icns = read('icon.icns')
    expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length])
    const found: string[] = []
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      found.push(`${icns.toString('latin1', at, at + 4)} ${pngSize(icns.subarray(at + 8))}`)
    }
    expect(found).toEqual([
      'icp4 16x16',
      'ic11 32x32',
      'icp5 32x32',
      'ic12 64x64',
      'ic07 128x128',
      'ic13 256x256',
      'ic08 256x256',
      'ic14 512x512',
      'ic09 512x512',
      'ic10 1024x1024',
    ])
  })

  test('have the same bytes when they are made again (P4)', async () => {
    const before = [read('icon.ico'), read('icon.icns')]
    await writeIcons(folder, 'icons')
    expect([read('icon.ico'), read('icon.icns')]).toEqual(before)
  })
})
