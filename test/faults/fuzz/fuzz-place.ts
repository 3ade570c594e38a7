import { createRouterClient } from '@orpc/server'
import Database from 'better-sqlite3'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCore, type Core } from '#core/core.ts'
import { noPolicy } from '#core/policy/policy-file.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import type { ApiClient } from '../../core/opened-core.ts'
import type { KnownValues } from './input-arbitrary.ts'

/** A core with the whole sample, in a process that may be given any input. */
export interface FuzzPlace {
  readonly core: Core
  readonly known: KnownValues
  /** Closes it, and says what it left damaged. */
  close(): Promise<readonly string[]>
}

/** Changes this process's folder: a path in an input may be relative, and this one is deep enough that none leads out of it. */
export async function openFuzzPlace(): Promise<FuzzPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-fuzz-'))
  const inside = join(folder, 'a', 'b', 'c', 'd')
  mkdirSync(inside, { recursive: true })
  process.chdir(inside)
  const service = await startSampleService()
  const profile = join(folder, 'profile')
  const core = openCore({
    profile,
    version: '0.0.0-test',
    sample: { baseUrl: service.baseUrl, key: sampleKey },
    // Requests go to the sample only, whatever address an input makes up.
    policy: { ...noPolicy, services: [] },
  })
  const api = createRouterClient(core.router)
  const changes = await api.status.changes()
  await api.sampleLibrary.load()
  for await (const { kind } of changes) if (kind === 'synced') break
  return {
    core,
    known: await knownValues(api),
    close: async () => {
      await core.close()
      await service.close()
      const damage = ['library.db', 'desk.db'].flatMap((name) => damageOf(join(profile, 'workspaces', 'sample', name)))
      process.chdir(tmpdir())
      rmSync(folder, { recursive: true, force: true })
      return damage
    },
  }
}

async function knownValues(api: ApiClient): Promise<KnownValues> {
  const order = { by: 'started', descending: true } as const
  const { entries } = await api.calls.list({ filter: {}, order, offset: 0, limit: 5 })
  const { lists } = await api.watchlists.all()
  const { comparisons } = await api.comparisons.saved()
  const { searches } = await api.search.saved()
  const ids = [...entries.map(({ callId }) => callId), ...[...lists, ...comparisons, ...searches].map(({ id }) => id)]
  const words = ['HLDN', 'KSTM', 'VSPO', 'Revenue', 'calculated.gross_margin', 'pricing', 'sample', 'Q4']
  const recordIds = Array.from({ length: 40 }, (_, at) => at + 1)
  return { texts: [...words, ...ids], numbers: [...recordIds, 2025, Date.now()] }
}

/** A workspace may have been removed by then. */
function damageOf(file: string): string[] {
  if (!existsSync(file)) return []
  const database = new Database(file, { readonly: true })
  const result: unknown = database.pragma('integrity_check', { simple: true })
  database.close()
  return result === 'ok' ? [] : [`${file}: ${String(result)}`]
}
