import { createRouterClient } from '@orpc/server'
import { openCore } from '#core/core.ts'

/**
 * Takes a list offline from a service, or goes on with it, and prints a line for every announcement until it is killed, or `done` when
 * the job is.
 */
const [profile = '', baseUrl = '', key = '', ...symbols] = process.argv.slice(2)
const core = openCore({ profile, version: '0.0.0-test', sample: { baseUrl, key } })
const api = createRouterClient(core.router)
const changes = await api.status.changes()
const { lists } = await api.watchlists.all()
if (lists.length === 0) {
  const { id: listId } = await api.watchlists.create({ name: 'Coverage' })
  await api.watchlists.addCompanies({ listId, securities: symbols.map((symbol) => ({ symbol })) })
  const choice = {
    ...{ kinds: ['enhanced', 'calls', 'ratings', 'news'] as const, quality: 'smallest' as const },
    ...{ years: 10, callMonths: 60, ratingMonths: 60, newsMonths: 60 },
  }
  await api.sync.start({ scope: { of: 'list', listId }, choice: { ...choice, kinds: [...choice.kinds] } })
}
const isOver = async () => (await api.sync.jobs()).jobs.every(({ state }) => state === 'done')
if (!(await isOver())) {
  for await (const { kind } of changes) {
    process.stdout.write(`${kind}\n`)
    if (kind === 'synced') break
  }
}
process.stdout.write('done\n')
await core.close()
