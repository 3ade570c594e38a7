/** Every lookup, in the order of the help. */

import type { AnyLookup } from './lookup.ts'
import { calls } from './lookups/calls.ts'
import { comparison } from './lookups/comparison.ts'
import { figureSource } from './lookups/figure-source.ts'
import { fullText } from './lookups/full-text.ts'
import { news } from './lookups/news.ts'
import { ratings } from './lookups/ratings.ts'
import { restatements } from './lookups/restatements.ts'
import { securities } from './lookups/securities.ts'
import { statements } from './lookups/statements.ts'
import { transcript } from './lookups/transcript.ts'
import { watchlists } from './lookups/watchlists.ts'
import { workspaces } from './lookups/workspaces.ts'

export const lookups: readonly AnyLookup[] = [
  securities,
  statements,
  comparison,
  restatements,
  figureSource,
  fullText,
  calls,
  transcript,
  ratings,
  news,
  watchlists,
  workspaces,
]
