import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { ensureBuilt } from '../../scripts/built-application.mjs'
import { standInRuntime } from '../../build/stand-in-runtime.ts'

const root = join(import.meta.dirname, '../..')
const electronVersion = z
  .object({ version: z.string() })
  .parse(createRequire(import.meta.url)('electron/package.json')).version

/** Packs the built program as electron-builder does for a release, on a runtime that is none; the folder of what an installer would hold. */
export async function pack(folder: string): Promise<string> {
  const { failure } = await ensureBuilt(root)
  if (failure !== null) throw new Error(failure)
  const runtime = join(folder, 'runtime')
  const output = join(folder, 'dist')
  mkdirSync(runtime)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/electron-builder/cli.js'),
      ...['--config', 'electron-builder.config.ts', '--linux', 'dir', '--x64', '--publish', 'never'],
      `-c.electronDist=${standInRuntime(runtime, electronVersion, 9)}`,
      `-c.directories.output=${output}`,
    ],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`)
  return join(output, 'linux-unpacked')
}
