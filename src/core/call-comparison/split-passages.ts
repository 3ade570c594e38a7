/** Which sentences of two calls the user called different, although their words are alike. */

import { createHash } from 'node:crypto'
import type { ComparedSentence } from './spoken-sentences.ts'

/** Ids of the compared calls. */
export interface SplitCalls {
  readonly earlier: string
  readonly later: string
}

/** sha256 of the words of two sentences, hex. */
export interface SentenceHashes {
  readonly earlier: string
  readonly later: string
}

export function hashesOf(
  earlier: Pick<ComparedSentence, 'text'>,
  later: Pick<ComparedSentence, 'text'>,
): SentenceHashes {
  return { earlier: hashOf(earlier.text), later: hashOf(later.text) }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Looks up pairs by their words. */
export class SplitPassages {
  readonly #keys: ReadonlySet<string>

  constructor(splits: readonly SentenceHashes[]) {
    this.#keys = new Set(splits.map(keyOf))
  }

  /** Equal for the same pairs. */
  get version(): string {
    return [...this.#keys].join(', ')
  }

  has(earlier: Pick<ComparedSentence, 'text'>, later: Pick<ComparedSentence, 'text'>): boolean {
    return this.#keys.size > 0 && this.#keys.has(keyOf(hashesOf(earlier, later)))
  }
}

function keyOf({ earlier, later }: SentenceHashes): string {
  return `${earlier} ${later}`
}
