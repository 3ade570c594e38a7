import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PartFile } from '#core/recordings/part-file.ts'
import { ManualClock } from '../clocks.ts'
import { ownFolder } from '../folders.ts'

test('pieces with nothing in them, which may share one memory, end no download', async () => {
  const path = join(ownFolder(), 'part')
  const file = await PartFile.open(path, 0, new ManualClock(), () => undefined)
  const nothing = new ArrayBuffer(0)
  for (const piece of [Buffer.from('sou'), new Uint8Array(nothing), new Uint8Array(nothing), Buffer.from('nd')]) {
    await file.take(piece)
  }
  await file.flush()
  await file.close()
  expect(readFileSync(path, 'utf8')).toBe('sound')
})
