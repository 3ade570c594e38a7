import { createRouterClient } from '@orpc/server'
import { join } from 'node:path'
import { openCore } from '#core/core.ts'
import { failureOf } from '#core/failure-error.ts'
import { usualNames } from '../core/opened-core.ts'
import { fillUp } from './fill-up.ts'

/** Works on a small file system of its own: fills the disk while one workspace is open, then opens another. Prints what was seen as JSON. */
const [disk = ''] = process.argv.slice(2)
const core = openCore({ profile: join(disk, 'profile'), version: '0.0.0-test' })
const api = createRouterClient(core.router)
for (const name of ['first', 'second']) {
  const { id } = await api.workspaces.create({ name, baseUrl: `https://${name}.example.com`, search: usualNames })
  await api.workspaces.activate({ id })
}
await api.watchlists.create({ name: 'Stays' })
const announced: string[] = []
const leaving = new AbortController()
const stream = await api.status.changes(undefined, { signal: leaving.signal })
const listening = (async () => {
  for await (const { kind } of stream) announced.push(kind)
})().catch(() => undefined)

fillUp(join(disk, 'filler'))
const to = async (id: string) => {
  try {
    return (await api.workspaces.activate({ id })).id
  } catch (error) {
    return error instanceof Error && 'data' in error ? error.data : (failureOf(error) ?? String(error))
  }
}
const seen = {
  switched: await to('first'),
  active: (await api.workspaces.list()).active,
  announced: announced.includes('workspaces'),
  back: await to('second'),
  lists: (await api.watchlists.all()).lists.map(({ name }) => name),
}
leaving.abort()
await listening
await core.close()
process.stdout.write(`${JSON.stringify(seen)}\n`)
