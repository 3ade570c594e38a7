import { join } from 'node:path'
import { projectDue } from '#core/ledger/due-projections.ts'
import { packedProjectors } from '#core/packs/packed-kinds.ts'
import { readPack } from '#core/packs/read-pack.ts'
import { storeContents, storeRecords, type StoredRecords } from '#core/packs/store-pack.ts'
import { ownFolder } from '../folders.ts'
import type { OpenLedger } from '../ledger/ledger.ts'

/** Opens a pack in a library, and makes what lists need of it. */
export async function received({ writer }: OpenLedger, path: string, now: number): Promise<StoredRecords> {
  const staging = join(ownFolder(), 'staging')
  const read = await readPack({ job: 'read', path, passphrase: null, staging, now }, () => undefined)
  if (read.kind === 'locked') throw new Error('the pack is encrypted')
  const { signal } = new AbortController()
  const contents = await storeContents(writer, read.head, staging, signal, () => undefined)
  const stored = writer.transaction(() => storeRecords(writer, read.head, contents, now))
  await projectDue(writer, packedProjectors, signal, () => undefined)
  return stored
}
