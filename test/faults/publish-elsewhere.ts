/**
 * Publishes into a small disk that is already mounted, fills or locks it, publishes again, and prints what came of it:
 * `node publish-elsewhere.ts PROFILE DISK full|read-only`.
 */

import { createRouterClient } from '@orpc/server'
import { spawnSync } from 'node:child_process'
import { readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { openCore } from '#core/core.ts'
import { manifest } from '#core/publish/manifest.ts'
import { filesIn } from '../core/folders.ts'
import { lastStep } from '../core/storage/steps.ts'

const [profile = '', disk = '', fault = ''] = process.argv.slice(2)

const core = openCore({ profile, version: '0.0.0-test' })
const api = createRouterClient(core.router)
const first = await lastStep(api.storage.publish({ folder: disk }))
const before = filesIn(disk)
await api.metrics.save({ name: 'Later', formula: 'Revenue', unit: 'money' })
const { blocks, bfree, bsize } = statfsSync(disk)
const limits = fault === 'full' ? `size=${(blocks - bfree) * bsize}` : 'ro'
const remounted = spawnSync('mount', ['-o', `remount,${limits}`, disk], { encoding: 'utf8' })
const second = await lastStep(api.storage.publish({ folder: disk }))
const { version, files } = manifest.parse(JSON.parse(readFileSync(join(disk, '_tearsheet', 'manifest.json'), 'utf8')))
spawnSync('mount', ['-o', 'remount,rw,size=64m', disk])
const third = await lastStep(api.storage.publish({ folder: disk }))
await core.close()
process.stdout.write(
  JSON.stringify({
    mounted: remounted.status,
    first: first.kind,
    second,
    version,
    isWhole: JSON.stringify(before) === JSON.stringify(filesIn(disk).filter((name) => before.includes(name))),
    listed: files.every(({ path }) => before.includes(path)),
    third: third.kind,
  }),
)
