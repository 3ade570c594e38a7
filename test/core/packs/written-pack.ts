import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packKinds } from '#contract/api/pack-kinds.ts'
import { readCheckedLine } from '#core/packs/pack-format.ts'
import { readPack } from '#core/packs/read-pack.ts'
import { writePack, type MadePack, type MakeRequest } from '#core/packs/write-pack.ts'
import { someMonday } from '../clocks.ts'
import { ownFolder } from '../folders.ts'

/** Writes a pack of ACME from a library, made at someMonday. */
export function written(library: string, changes: Partial<MakeRequest> = {}): Promise<MadePack> {
  const folder = ownFolder()
  const request: MakeRequest = {
    job: 'make',
    library,
    isReadOnly: false,
    symbols: ['ACME'],
    kinds: packKinds,
    head: {
      version: '0.0.0-test',
      madeAt: someMonday,
      author: 'Ada',
      workspace: 'Sample',
      service: {
        kind: 'sample',
        baseUrl: '',
        recordingsBase: '',
        search: { query: 'q', type: 't', page: 'p', key: 'unknown' },
      },
    },
    recordings: [],
    ownEntries: {},
    passphrase: null,
    staging: join(folder, 'staging'),
    folder,
    name: 'Acme',
    unfinished: join(folder, 'unfinished'),
    ...changes,
  }
  return writePack(request, () => undefined)
}

/** What a pack says of itself where it is opened, and its records; throws why it is not opened. */
export async function readBack({ path }: Pick<MadePack, 'path'>, now = someMonday) {
  const staging = join(ownFolder(), 'staging')
  const read = await readPack({ job: 'read', path, passphrase: null, staging, now }, () => undefined)
  if (read.kind === 'locked') throw new Error('the pack is encrypted')
  const records = read.head.files
    .filter((file) => file.path.startsWith('records/'))
    .flatMap((file) => readFileSync(join(staging, file.path), 'utf8').split('\n'))
    .map(readCheckedLine)
  return { head: read.head, records }
}
