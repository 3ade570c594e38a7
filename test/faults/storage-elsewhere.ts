import { createRouterClient } from '@orpc/server'
import { readdirSync } from 'node:fs'
import { openCore } from '#core/core.ts'
import { lastStep } from '../core/storage/steps.ts'

/** Looks at what a profile stores, and backs it up into a folder or restores a file into it; prints what came of it as JSON. */
const [profile = '', what = '', path = ''] = process.argv.slice(2)
const core = openCore({ profile, version: '0.0.0-test' })
const { storage, notes } = createRouterClient(core.router)
const report = await storage.report()
const said = {
  bytes: report.bytes,
  verified: await lastStep(storage.verify()),
  done:
    what === 'restore'
      ? await lastStep(storage.restore({ path }))
      : await lastStep(storage.createBackup({ folder: path })),
  left: what === 'restore' ? readdirSync(profile).filter((name) => name.startsWith('restoring')) : readdirSync(path),
  notes: (await notes.ofCall({ callId: 'a', hash: 'a' })).highlights.map(({ highlight }) => highlight.note),
}
await core.close()
process.stdout.write(`${JSON.stringify(said)}\n`)
