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

  constructor(library: LibraryContext, desk: SearchDatabases, calls: ShownCalls) {
    const { reader, writer, clock } = library
    this.#library = library
    this.fullText = new TranscriptSearch({
      reader,
      isReadOnly: writer === null,
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

  questioners(request: ApiInputs['search']['questioners']): ApiOutputs['search']['questioners'] {
    return { questioners: listQuestioners(this.fullText.texts.transcripts, request) }
  }
}
