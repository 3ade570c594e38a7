/** The drafts feature: stores what the user typed and has not saved yet. */

import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { Clock } from '../clock.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import { deleteDraft, getDrafts, putDraft } from './drafts-store.ts'

type Inputs = ApiInputs['drafts']
type Outputs = ApiOutputs['drafts']

interface DraftsDependencies {
  readonly reader: Reader
  /** Null on a read-only profile. */
  readonly writer: Writer | null
}

/** What the analyst typed and has not saved yet. Every change throws `read-only` on a read-only profile. */
export class Drafts {
  readonly #desk: DraftsDependencies
  readonly #clock: Clock

  constructor(desk: DraftsDependencies, clock: Clock) {
    this.#desk = desk
    this.#clock = clock
  }

  all(): Outputs['all'] {
    return getDrafts(this.#desk.reader)
  }

  save(draft: Inputs['save']): Outputs['save'] {
    putDraft(this.#writer, { ...draft, savedAt: this.#clock.now() })
    return {}
  }

  discard({ key }: Inputs['discard']): Outputs['discard'] {
    deleteDraft(this.#writer, key)
    return {}
  }

  /**
   * Saves what was written as the draft `key`, and deletes the draft: both or neither, whenever the program ends. Without a key, only saves.
   * When `save` throws, the draft stays.
   */
  savedBy<Saved>(key: string | undefined, save: () => Saved): Saved {
    if (key === undefined) return save()
    const writer = this.#writer
    return writer.transaction(() => {
      const saved = save()
      deleteDraft(writer, key)
      return saved
    })
  }

  get #writer(): Writer {
    return this.#desk.writer ?? fail({ kind: 'read-only' })
  }
}
