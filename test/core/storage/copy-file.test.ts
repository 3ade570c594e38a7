import { createHash, randomFillSync } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SyncQueue, copyHashed, hashOf } from '#core/storage/copy-file.ts'
import { ownFolder } from '../folders.ts'

const piece = 4 * 1024 * 1024

/** Two files, the first of them with so many bytes that nothing repeats. */
function files(bytes: number): { from: string; to: string; content: Buffer } {
  const folder = ownFolder()
  const content = randomFillSync(Buffer.allocUnsafe(bytes))
  writeFileSync(join(folder, 'from'), content)
  return { from: join(folder, 'from'), to: join(folder, 'to'), content }
}

describe('a copy', () => {
  test.each([0, 1, piece - 1, piece, piece + 1, 2 * piece, 3 * piece + 7, 18 * piece + 1])(
    'of %i bytes is what was there, at its place, and so is its hash',
    async (bytes) => {
      const { from, to, content } = files(bytes + 1000)
      const [source, target] = [openSync(from, 'r'), openSync(to, 'wx+')]
      let told = 0
      const sha256 = await copyHashed({ descriptor: source, at: 600 }, { descriptor: target, at: 5 }, bytes, (more) => {
        told += more
      })
      const wanted = content.subarray(600, 600 + bytes)
      expect(readFileSync(to).subarray(5).equals(wanted)).toBe(true)
      expect([sha256, told]).toEqual([createHash('sha256').update(wanted).digest('hex'), bytes])
      expect(hashOf(source, content.length)).toBe(createHash('sha256').update(content).digest('hex'))
      for (const descriptor of [source, target]) closeSync(descriptor)
    },
  )

  test('of more than is there, and into what cannot be written, fails', async () => {
    const { from, to } = files(piece + 10)
    const [source, target] = [openSync(from, 'r'), openSync(to, 'wx')]
    const copy = (bytes: number, into: number) =>
      copyHashed({ descriptor: source, at: 0 }, { descriptor: into, at: 0 }, bytes, () => undefined)
    await expect(copy(piece + 11, target)).rejects.toThrow('became shorter')
    await expect(copy(piece + 10, source)).rejects.toThrow('EBADF')
    expect(() => hashOf(source, piece + 11)).toThrow('became shorter')
    for (const descriptor of [source, target]) closeSync(descriptor)
  })
})

test('what failed in the background is not lost: its end throws it, and not before', async () => {
  const behind = new SyncQueue()
  await behind.start(() => Promise.reject(new Error('the disk is gone')))
  await behind.start(() => Promise.resolve())
  await expect(behind.end()).rejects.toThrow('the disk is gone')
})
