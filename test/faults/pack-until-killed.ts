/**
 * Opens a pack in a profile and kills itself: `between` two of the transactions that store its contents, or when all of them are stored
 * and before the one that shows them (`before`). Otherwise (`within`) it says so then, with the size of the log, and goes on until it is
 * killed: `node pack-until-killed.ts PROFILE PACK MOMENT`.
 */

import { createRouterClient } from '@orpc/server'
import { statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openCore } from '#core/core.ts'

const [profile = '', path = '', moment = ''] = process.argv.slice(2)
const core = openCore({ profile, version: '0.0.0-test' })
const { packs } = createRouterClient(core.router)
// A step comes in the turn in which it was reported: what follows it in the program has not begun.
for await (const step of await packs.open({ path, passphrase: null })) {
  if (step.kind !== 'progress' || step.message !== 'Storing' || step.done === 0) continue
  const isLast = step.done === step.total
  if (moment === (isLast ? 'before' : 'between')) process.kill(process.pid, 'SIGKILL')
  if (moment === 'within' && isLast)
    writeSync(1, `${statSync(join(profile, 'workspaces', 'sample', 'library.db-wal')).size}\n`)
}
await core.close()
