import { onTestFinished } from 'vitest'
import { ownFolder } from '../folders.ts'
import { S3Store } from './s3-store.ts'

/** A store that is closed with the test. `now`: its clock. */
export async function startedStore(now: () => number): Promise<S3Store> {
  const store = await S3Store.listen(ownFolder(), now)
  onTestFinished(() => store.close())
  return store
}
