import { createRouterClient } from '@orpc/server'
import { statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { openCore } from '#core/core.ts'
import { lastStep } from '../core/storage/steps.ts'
import { fillUp } from './fill-up.ts'

/**
 * Works on a small file system of its own: stores a company, makes the library larger than a copy in memory can be, fills the disk, and
 * reads on it. Prints what was seen as one line of JSON.
 */
const [disk = '', baseUrl = '', key = '', symbol = ''] = process.argv.slice(2)
const profile = join(disk, 'profile')
const library = join(profile, 'workspaces', 'sample', 'library.db')
const large = 3 * 1024 ** 3

function opened() {
  const core = openCore({ profile, version: '0.0.0-test', sample: { baseUrl, key } })
  return { core, api: createRouterClient(core.router) }
}

async function periods({ api }: ReturnType<typeof opened>, freshness: 'library' | 'service'): Promise<number> {
  const open = { symbol, basis: 'annual', comparison: 'none', freshness } as const
  return (await api.financials.open(open)).periods.length
}

const before = opened()
await periods(before, 'service')
await before.core.close()
// Pages that the header does not count: they take no room on the disk.
truncateSync(library, large)
fillUp(join(disk, 'filler'))

const full = opened()
const read = await periods(full, 'library')
const { bytes } = await full.api.storage.report()
const verified = await lastStep(full.api.storage.verify())
const notices = (await full.api.status.now()).notices.map(({ failure }) => failure)
await full.core.close()
const seen = { read, measured: bytes >= large, verified: verified.kind, notices, bytes: statSync(library).size }
process.stdout.write(`${JSON.stringify(seen)}\n`)
