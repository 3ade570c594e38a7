/** Keeps a library open from one request to the next. */

import { isDeepStrictEqual } from 'node:util'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { openLibrary, type LibraryApi, type LibraryPlace } from '../library-reading.ts'

/** Opening a library reads the columns of every transcript into memory, which takes longer than most requests. */
export class KeptLibrary {
  readonly #place: Omit<LibraryPlace, 'policy'>
  #policy: AdministratorPolicy | null = null
  #open: Awaited<ReturnType<typeof openLibrary>> | null = null

  constructor(place: Omit<LibraryPlace, 'policy'>) {
    this.#place = place
  }

  /** The library as it is now, under the policy of the administrator as it is now. Throws what `openLibrary` throws. */
  async current(policy: AdministratorPolicy): Promise<LibraryApi> {
    if (this.#open?.core.isCurrent() === false || !isDeepStrictEqual(policy, this.#policy)) await this.close()
    this.#policy = policy
    this.#open ??= await openLibrary({ ...this.#place, policy })
    return this.#open.api
  }

  async close(): Promise<void> {
    const open = this.#open
    this.#open = null
    await open?.core.close()
  }
}
