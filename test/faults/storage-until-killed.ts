import { createRouterClient } from '@orpc/server'
import { openCore } from '#core/core.ts'

/** Opens a profile, says so, does one operation on its files and prints its steps, until this process is killed. */
const [profile = '', operation = '', path = ''] = process.argv.slice(2)
const core = openCore({ profile, version: '0.0.0-test' })
const { packs, storage, workspaces } = createRouterClient(core.router)
async function* remove() {
  await workspaces.remove({ id: path })
  yield { kind: 'done' }
}
const steps = {
  compact: () => storage.compact(),
  backup: () => storage.createBackup({ folder: path }),
  move: () => storage.move({ folder: path }),
  'move back': () => storage.move({ folder: null }),
  restore: () => storage.restore({ path }),
  'open pack': () => packs.open({ path, passphrase: null }),
  remove: async () => remove(),
}[operation]
if (steps === undefined) throw new Error(`no such operation: ${operation}`)
process.stdout.write('open\n')
for await (const step of await steps()) process.stdout.write(`${step.kind}\n`)
await core.close()
