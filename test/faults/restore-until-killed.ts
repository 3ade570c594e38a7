import { createRouterClient } from '@orpc/server'
import { openCore } from '#core/core.ts'

/** Restores a back-up and prints each step of it, until this process is killed. */
const [profile = '', path = ''] = process.argv.slice(2)
const core = openCore({ profile, version: '0.0.0-test' })
const { storage } = createRouterClient(core.router)
process.stdout.write('open\n')
for await (const step of await storage.restore({ path })) process.stdout.write(`${step.kind}\n`)
await core.close()
