import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { DraggedFiles } from '#main/dragged-files.ts'
import { ownFolder } from '../core/folders.ts'

test('a dragged file has its name and bytes, is the user’s alone, and is gone when the program ends', () => {
  const parent = ownFolder()
  const files = new DraggedFiles(parent)
  expect(readdirSync(parent)).toEqual([])
  const write = (text: string) =>
    files.write({ fileName: 'HLDN KSTM.png', base64: Buffer.from(text).toString('base64') })
  const [first, second] = [write('one'), write('two')]
  expect([basename(first), readFileSync(first, 'utf8'), readFileSync(second, 'utf8')]).toEqual([
    'HLDN KSTM.png',
    'one',
    'two',
  ])
  if (process.platform !== 'win32')
    expect([statSync(first).mode & 0o777, statSync(dirname(first)).mode & 0o777]).toEqual([0o600, 0o700])
  files.remove()
  expect([existsSync(first), readdirSync(parent)]).toEqual([false, []])
})
