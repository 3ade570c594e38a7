import type { ApiInputs } from '#contract/api/api.ts'
import { packKinds } from '#contract/api/pack-kinds.ts'
import { ownFolder } from '../folders.ts'
import type { OpenedCore } from '../opened-core.ts'
import { lastStep } from '../storage/steps.ts'

/** What a highlight marks: the first four letters of a call. */
export const passage = {
  hash: 'a',
  firstTurn: 0,
  from: 0,
  lastTurn: 0,
  to: 4,
  segmentId: null,
  quote: 'said',
  before: '',
  after: '',
}

type Making = ApiInputs['packs']['make']

export const everything = {
  companies: ['HLDN', 'VSPO'],
  watchlistIds: [],
  kinds: [...packKinds],
  author: 'Ada',
  name: 'Optics',
  passphrase: null,
} as const satisfies Omit<Making, 'folder'>

/** The id of a new watchlist, whose companies a pack has also where the library has nothing of them. */
export async function watchlistOf({ api }: OpenedCore, ...symbols: readonly string[]): Promise<string> {
  const { id } = await api.watchlists.create({ name: 'Coverage' })
  await api.watchlists.addCompanies({ listId: id, securities: symbols.map((symbol) => ({ symbol })) })
  return id
}

/** The path of a pack that was made. */
export async function packOf({ api }: OpenedCore, changes: Partial<Making> = {}): Promise<string> {
  const done = await lastStep(api.packs.make({ ...everything, folder: ownFolder(), ...changes }))
  if (done.kind !== 'done') throw new Error(JSON.stringify(done))
  return done.path
}

export async function opened({ api }: OpenedCore, path: string, passphrase: string | null = null) {
  const done = await lastStep(api.packs.open({ path, passphrase }))
  if (done.kind !== 'done') throw new Error(JSON.stringify(done))
  return done
}
