/** Keeps a library open from one request to the next. */

import { openLibrary, type LibraryApi, type LibraryPlace } from '../library-reading.ts'

/** Opening a library reads the columns of every transcript into memory, which takes longer than most requests. */
export class KeptLibrary {
  readonly #place: LibraryPlace
  #open: Awaited<ReturnType<typeof openLibrary>> | null = null

  constructor(place: LibraryPlace) {
    this.#place = place
  }

  /** The library as it is now. Throws what `openLibrary` throws. */
  async current(): Promise<LibraryApi> {
    if (this.#open?.core.isCurrent() === false) await this.close()
    this.#open ??= await openLibrary(this.#place)
    return this.#open.api
  }

  async close(): Promise<void> {
    const open = this.#open
    this.#open = null
    await open?.core.close()
  }
}
