/** The drafts feature: stores what the user typed and has not saved yet. */

import type { Announcement, ApiOutputs, ApiInputs } from '#contract/api/api.ts'
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

type Announce = (announcement: Announcement) => void

/**
 * What the analyst typed and has not saved yet. Every change is announced, since each window offers to continue what is
 * stored, and throws `read-only` on a read-only profile.
 */
export class Drafts {
  readonly #desk: DraftsDependencies
  readonly #clock: Clock
  readonly #announce: Announce

  constructor(desk: DraftsDependencies, clock: Clock, announce: Announce) {
    this.#desk = desk
    this.#clock = clock
    this.#announce = announce
  }

  all(): Outputs['all'] {
    return getDrafts(this.#desk.reader)
  }

  save(draft: Inputs['save']): Outputs['save'] {
    putDraft(this.#writer, { ...draft, savedAt: this.#clock.now() })
    this.#announce({ kind: 'draft', key: draft.key, ended: false })
    return {}
  }

  discard({ key }: Inputs['discard']): Outputs['discard'] {
    deleteDraft(this.#writer, key)
    this.#announce({ kind: 'draft', key, ended: true })
    return {}
  }

  /**
   * Saves what was written as the draft `key`, and deletes the draft: both or neither, whenever the program ends. Without a key, only saves.
   * When `save` throws, the draft stays.
   */
  savedBy<Saved>(key: string | undefined, save: () => Saved): Saved {
    if (key === undefined) return save()
    const writer = this.#writer
    const result = writer.transaction(() => {
      const saved = save()
      deleteDraft(writer, key)
      return saved
    })
    this.#announce({ kind: 'draft', key, ended: true })
    return result
  }

  get #writer(): Writer {
    return this.#desk.writer ?? fail({ kind: 'read-only' })
  }
}
