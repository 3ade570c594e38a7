import { z } from 'zod'
import { query, change, instant } from './base.ts'

/** Text that the analyst is writing and has not saved yet. */
const draft = z.object({
  /** What it is for, as the window names it: `note:<id of the highlight>`. */
  key: z.string().min(1).max(300),
  /** As it was typed; a form of several fields is JSON of the window's own. */
  text: z.string().max(200_000),
  /** What the user knows it by: "Note on HLDN". */
  title: z.string().max(300),
  /** Where it is written, as JSON of the window's own. */
  location: z.string().max(20_000),
  savedAt: instant,
})
export type Draft = z.infer<typeof draft>

/** Input of a change that saves what was written as a draft: the draft's key. Both are saved and deleted in one transaction. */
export const savedDraft = z.object({ draft: draft.shape.key.optional() })

/** In `desk.db`, so that neither a reload nor a crash costs what was typed. */
export const drafts = {
  /** Latest first. */
  all: query.output(z.array(draft)),
  /** In place of the draft for the same thing. */
  save: change.input(draft.omit({ savedAt: true })).output(z.object({})),
  /** It was saved where it belongs, or given up. One that is not there is no failure. */
  discard: change.input(draft.pick({ key: true })).output(z.object({})),
}
