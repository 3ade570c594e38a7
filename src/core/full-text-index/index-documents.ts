/** Adds summaries, ratings and news to the full-text index, and removes summaries from it. */

import type { Writer } from '../database/reader-writer.ts'
import { learnWords, refuseLongSpaceless } from './vocabulary.ts'
import { segmentedText } from './words.ts'
import { deleteDocuments, insertDocuments, type DocumentToStore } from './document-store.ts'

export type { DocumentToStore } from './document-store.ts'

/** Adds documents to the full-text index. Each replaces its former version: a summary by its call, others by record. Throws `too-large`. */
export function indexDocuments(db: Writer, documents: readonly DocumentToStore[]): void {
  deleteDocuments(db, documents)
  const nonEmpty = documents.filter(({ title, body }) => title.trim() !== '' || body.trim() !== '')
  refuseLongSpaceless(nonEmpty.flatMap(({ title, body }) => [title, body]))
  const segmented = nonEmpty.map((document) => ({
    ...document,
    segmentedTitle: segmentedText(document.title),
    segmentedBody: segmentedText(document.body),
  }))
  learnWords(
    db,
    segmented.flatMap(({ title, body, segmentedTitle, segmentedBody }) => [
      { text: title, segmented: segmentedTitle },
      { text: body, segmented: segmentedBody },
    ]),
  )
  insertDocuments(db, segmented)
}

/** Removes the summary of a call that no longer has one. */
export function deleteSummary(db: Writer, recordId: number, callId: string): void {
  deleteDocuments(db, [{ kind: 'summary', recordId, callId }])
}
