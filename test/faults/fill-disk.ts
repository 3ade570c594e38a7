import { createRouterClient } from '@orpc/server'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openCore } from '#core/core.ts'
import { failureOf } from '#core/failure-error.ts'
import { fillUp } from './fill-up.ts'

/**
 * Works on a small file system of its own: stores a company, fills the disk while the core is open, sends further requests, closes, opens again on
 * the full disk, makes room and sends them once more. Prints what was seen as one line of JSON.
 */
const [disk = '', baseUrl = '', key = '', stored = '', another = ''] = process.argv.slice(2)
const profile = join(disk, 'profile')
const filler = join(disk, 'filler')

function opened() {
  const core = openCore({ profile, version: '0.0.0-test', sample: { baseUrl, key } })
  return { core, api: createRouterClient(core.router) }
}
type Opened = ReturnType<typeof opened>

async function told(question: () => Promise<unknown>): Promise<unknown> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof Error && 'data' in error) return error.data
    return failureOf(error) ?? String(error)
  }
}

const company = ({ api }: Opened, symbol: string, freshness: 'library' | 'service') =>
  told(async () => {
    const open = { symbol, basis: 'annual', comparison: 'none', freshness } as const
    return (await api.financials.open(open)).periods.length
  })

const ratings = ({ api }: Opened) =>
  told(async () => {
    const { records, provenance } = await api.fetch.ratings({ parameters: {}, freshness: 'service' })
    return { some: records.length > 0, failure: provenance.failure }
  })

const notices = async ({ api }: Opened) => (await api.status.now()).notices.map(({ failure }) => failure)

const before = opened()
const seen: Record<string, unknown> = { first: await company(before, stored, 'service') }
fillUp(filler)
seen['asked'] = await ratings(before)
seen['another'] = await company(before, another, 'service')
seen['read'] = await company(before, stored, 'library')
seen['notices'] = await notices(before)
await before.core.close()

// Closing worked the logs in and gave their room back.
fillUp(filler)
const onFullDisk = opened()
seen['readAgain'] = await company(onFullDisk, stored, 'library')
seen['askedAgain'] = await ratings(onFullDisk)
seen['noticesAgain'] = await notices(onFullDisk)
await onFullDisk.core.close()

rmSync(filler)
const after = opened()
seen['afterwards'] = [await company(after, stored, 'library'), await company(after, another, 'service')]
seen['noticesAfterwards'] = await notices(after)
await after.core.close()
process.stdout.write(`${JSON.stringify(seen)}\n`)
