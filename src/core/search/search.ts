import type { DeskAnswers, DeskQuestions } from '#contract/desk/desk.ts'
import type { Library } from '../ledger/library.ts'
import { FullText } from './full-text.ts'
import type { ShownCalls } from './hits.ts'
import { MentionCounts } from './mentions.ts'
import { SavedSearches, type SearchDesk } from './saved-searches.ts'
import { getSynonyms } from './saved-store.ts'
import { termGrid } from './term-grid.ts'
import { whoAsks } from './who-asks.ts'

/** Full text over everything stored, and what is reckoned from it. Nothing here asks the service. */
export class Search {
  readonly fullText: FullText
  readonly saved: SavedSearches
  readonly #mentions: MentionCounts

  constructor(library: Library, desk: SearchDesk, calls: ShownCalls) {
    const { reader, writer, clock } = library
    this.fullText = new FullText({
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

  termGrid(
    question: DeskQuestions['search']['termGrid'],
    signal: AbortSignal,
  ): Promise<DeskAnswers['search']['termGrid']> {
    return termGrid(this.fullText, this.#mentions, question, signal)
  }

  whoAsks(question: DeskQuestions['search']['whoAsks']): DeskAnswers['search']['whoAsks'] {
    return { askers: whoAsks(this.fullText.texts.spoken, question) }
  }
}
