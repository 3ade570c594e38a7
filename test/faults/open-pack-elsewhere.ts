/**
 * Opens a pack in a profile on a small disk that is already mounted: with no room for the pack, with room for its files and none to store
 * them, with room to store and none to index them, and with enough. Prints what came of each: `node open-pack-elsewhere.ts DISK PACK`.
 */

import { createRouterClient } from '@orpc/server'
import Database from 'better-sqlite3'
import { spawnSync } from 'node:child_process'
import { readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openCore } from '#core/core.ts'
import { lastStep } from '../core/storage/steps.ts'

const [disk = '', path = ''] = process.argv.slice(2)
const profile = join(disk, 'profile')
const core = openCore({ profile, version: '0.0.0-test' })
const api = createRouterClient(core.router)
await api.watchlists.create({ name: 'Mine' })

/** Leaves so many bytes. */
function leave(bytes: number): void {
  const { blocks, bfree, bsize } = statfsSync(disk)
  const { status } = spawnSync('mount', ['-o', `remount,size=${(blocks - bfree) * bsize + bytes}`, disk])
  if (status !== 0) throw new Error('the disk cannot be given another size')
}

function countRows(from: string): number {
  const database = new Database(join(profile, 'workspaces', 'sample', 'library.db'), { readonly: true })
  const rows = database.prepare<[], number>(`SELECT count(*) ${from}`).pluck().get() ?? 0
  database.close()
  return rows
}

async function opened() {
  const step = await lastStep(api.packs.open({ path, passphrase: null }))
  const { result } = await api.search
    .run({ query: 'margin', chosen: {}, order: 'best', offset: 0, limit: 1 })
    .then((response) => (response.understood ? response : { result: null }))
  return {
    outcome: step.failure ?? step.kind,
    periods: await api.fetch
      .enhancedFundamentals({ parameters: { symbol: 'HLDN', fiscal_period: 'FY' }, freshness: 'library' })
      .then(
        ({ records }) => records.length,
        () => 0,
      ),
    calls: result?.searched.calls,
    hasRecords: countRows('FROM ledger_record') > 0,
    unused: countRows('FROM ledger_content WHERE id NOT IN (SELECT content_id FROM ledger_revision)'),
    lists: (await api.watchlists.all()).lists.map(({ name }) => name),
    left: readdirSync(profile).filter((name) => /part$|unfinished/.test(name)),
  }
}

const { size } = statSync(path)
leave(size / 2)
const withoutRoom = await opened()
leave(2 * size + 50_000)
const full = await opened()
leave(2 * size + 900_000)
const unindexed = await opened()
leave(40_000_000)
const enough = await opened()
await core.close()
process.stdout.write(JSON.stringify({ withoutRoom, full, unindexed, enough }))
