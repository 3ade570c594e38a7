/**
 * The part of the core behind the search API: full-text search, saved searches, term grid and
 * questioners. It never contacts the service.
 */

import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { TranscriptSearch } from './transcript-search.ts'
import type { ShownCalls } from './hit-pages.ts'
import { MentionCounts } from './count-mentions.ts'
import { SavedSearches, type SearchDatabases } from './saved-searches.ts'
import { getSynonyms } from './saved-searches-store.ts'
import { termGrid } from './term-grid.ts'
import { listQuestioners } from './questioners.ts'

export class TranscriptSearchApi {
  readonly fullText: TranscriptSearch
  readonly saved: SavedSearches
  readonly #library: LibraryContext
  readonly #mentions: MentionCounts

  constructor(library: LibraryContext, desk: SearchDatabases, calls: ShownCalls, ending: AbortSignal) {
    const { reader, writer, clock } = library
    this.#library = library
    this.fullText = new TranscriptSearch({
      reader,
      isReadOnly: writer === null,
      ending,
      calls,
      synonyms: () => getSynonyms(desk.reader),
    })
    this.#mentions = new MentionCounts(reader)
    this.saved = new SavedSearches({
      desk,
      clock,
      fullText: this.fullText,
      announce: (announcement) => library.announce(announcement),
    })
  }

  termGrid(request: ApiInputs['search']['termGrid'], signal: AbortSignal): Promise<ApiOutputs['search']['termGrid']> {
    const { reader, clock } = this.#library
    const { fullText } = this
    return termGrid({ reader, fullText, mentions: this.#mentions, now: clock.now() }, request, signal)
  }

  async questioners(request: ApiInputs['search']['questioners']): Promise<ApiOutputs['search']['questioners']> {
    const { transcripts } = await this.fullText.texts()
    return { questioners: listQuestioners(transcripts, request) }
  }
}
