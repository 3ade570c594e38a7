import { extractAll } from '@electron/asar'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { measureParts } from '../../build/size-budget.ts'
import { root } from '../e2e/application.ts'
import { pack } from '../main/pack.ts'
import { unpackedArchive } from './packed-program.ts'

test('the application is packed, and its archive taken apart', async () => {
  const folder = join(root, '.cache/packed')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const resources = join(await pack(folder), 'resources')
  extractAll(join(resources, 'app.asar'), unpackedArchive)
  cpSync(join(resources, 'app.asar.unpacked'), unpackedArchive, { recursive: true })
})

test('no part of the package is larger than its budget', () => {
  const measured = measureParts(join(root, '.cache/packed/dist/linux-unpacked/resources/app.asar'))
  expect(measured.filter(({ size, most }) => size === 0 || size > most)).toEqual([])
})
