/** The API of drafts: the core stores what the user is typing, so that a crash loses none of it. */

import { z } from 'zod'
import { query, change, instant } from './base.ts'

/** Text that the analyst is writing and has not saved yet. */
const draft = z.object({
  /** What the draft is for, as the window names it: `note:<id of the highlight>`. */
  key: z.string().min(1).max(300),
  /** As typed; a form of several fields is JSON that only the window reads. */
  text: z.string().max(200_000),
  /** How the user recognizes it: "Note on HLDN". */
  title: z.string().max(300),
  /** The screen it is written on, as JSON that only the window reads. */
  location: z.string().max(20_000),
  savedAt: instant,
})
export type Draft = z.infer<typeof draft>

/** Input of a change that saves what was written as a draft: the draft's key. Both are saved and deleted in one transaction. */
export const savedDraft = z.object({ draft: draft.shape.key.optional() })

/** Stored in `desk.db`, so that no reload or crash loses what was typed. */
export const drafts = {
  /** Latest first. */
  all: query.output(z.array(draft)),
  /** Replaces the draft with the same key. */
  save: change.input(draft.omit({ savedAt: true })).output(z.object({})),
  /** For a draft that was saved elsewhere or discarded. One that does not exist is no failure. */
  discard: change.input(draft.pick({ key: true })).output(z.object({})),
}
