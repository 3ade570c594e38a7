import { createRouterClient } from '@orpc/server'
import { closeSync, openSync, readdirSync } from 'node:fs'
import { openCore } from '#core/core.ts'
import { lastStep } from '../core/storage/steps.ts'

/** Backs a profile up with so many file handles left, each number in turn, then with all of them; prints what came of each as JSON. */
const [profile = '', folder = '', ...lefts] = process.argv.slice(2)
const core = openCore({ profile, version: '0.0.0-test' })
const { storage } = createRouterClient(core.router)
const outcomes: unknown[] = []
for (const left of [...lefts.map(Number), null]) {
  const held: number[] = []
  for (let isFull = left === null; !isFull;) {
    try {
      held.push(openSync('/dev/null', 'r'))
    } catch {
      isFull = true
    }
  }
  for (const handle of held.splice(0, left ?? 0)) closeSync(handle)
  const done = await lastStep(storage.createBackup({ folder }))
  for (const handle of held) closeSync(handle)
  outcomes.push(done.kind === 'failed' ? done.failure.kind : done.kind)
}
await core.close()
process.stdout.write(JSON.stringify({ outcomes, names: readdirSync(folder) }))
