import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { nodeOptions } from '../../scripts/start/node-options.mjs'
import { libraryOf } from './scale-library.ts'

const companies = 40
const latency = 1
const printed = z.object({ milliseconds: z.number() })
const program = (name: string) => join(import.meta.dirname, name)

/** Takes companies offline into a library, from a service that responds at once. Milliseconds for a record. */
export async function syncTime(profile: string): Promise<number> {
  const service = spawn(process.execPath, [program('serve-companies.ts'), String(companies), String(latency)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [baseUrl] = (await once(createInterface(service.stdout), 'line')) as [string]
    const before = records(profile)
    const { stdout } = spawnSync(
      process.execPath,
      [...nodeOptions, program('take-offline-in-core.ts'), profile, baseUrl, String(companies)],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    )
    return printed.parse(JSON.parse(stdout)).milliseconds / (records(profile) - before)
  } finally {
    service.kill()
  }
}

function records(profile: string): number {
  const library = openDatabase(libraryOf(profile), libraryDatabase)
  try {
    return library.reader.get<{ count: number }>('SELECT count(*) AS count FROM ledger_record')?.count ?? 0
  } finally {
    library.close()
  }
}
