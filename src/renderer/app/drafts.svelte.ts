/**
 * Unsaved texts of fields and forms: stored in the core while they are typed, and restored after a
 * crash or restart.
 */

import { flushSync } from 'svelte'
import { SvelteSet } from 'svelte/reactivity'
import type { Draft as StoredDraft } from '#contract/api/drafts.ts'
import type { After } from '../core-client/timeout.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { readStoredLocation, type TabLocation } from './tab-locations.ts'

/** What a text is for. */
export interface DraftSubject {
  /** Identifies the subject in every session: `note:<id of the highlight>`. */
  readonly key: string
  /** How the user recognizes it: "Note on HLDN". */
  readonly title: string
  /** The screen it is written on. */
  readonly location: TabLocation
}

/** A draft of an earlier session, or of a page that was closed while it was written. */
export interface RecoveredDraft {
  readonly key: string
  readonly title: string
  readonly savedAt: number
  /** Null: this version knows no such page. */
  readonly location: TabLocation | null
}

/** Milliseconds from a change until the draft is stored, so that fast typing is stored once. */
const storedAfter = 300

interface DraftsDependencies {
  readonly core: Pick<Core, 'drafts'>
  readonly changes: Pick<Changes, 'listen'>
  readonly after: After
  readonly now: () => number
}

/**
 * All unsaved texts. Each field or form that takes more than a filter's text has a `Draft`, which is stored in the core while it
 * is typed and restored after a reload or a crash.
 */
export class Drafts {
  readonly #dependencies: DraftsDependencies
  #stored = $state.raw<readonly StoredDraft[]>([])
  /** On a visible page, or left unsaved on a closed one. */
  readonly #begun = new SvelteSet<Draft>()

  constructor(dependencies: DraftsDependencies) {
    this.#dependencies = dependencies
    dependencies.changes.listen((change) => {
      if (change.kind === 'reconnected') {
        void this.flush()
        void this.#readOffered()
      } else if (change.kind === 'draft') this.#changed(change.key, change.ended)
    })
  }

  /** Never rejects: the window works without drafts. */
  async read(): Promise<void> {
    try {
      this.#stored = await this.#dependencies.core.drafts.all()
    } catch {
      // What was offered before still is.
    }
  }

  /** A draft was stored, discarded or saved in this window or in another one. */
  #changed(key: string, ended: boolean): void {
    if (this.has(key)) void this.#readOffered()
    // The text on screen is not saved by that, and is not to be lost with the stored one.
    else if (ended) void [...this.#begun].find(({ subject }) => subject.key === key)?.storeAgain()
  }

  /**
   * Reads the drafts that are offered here again, which may have changed or ended in another window. No others are added: those that
   * are being typed in another window are not to be continued here.
   */
  async #readOffered(): Promise<void> {
    const offered = new Set(this.recovered.map(({ key }) => key))
    const left = [...this.#begun].filter((draft) => !draft.isOpen && draft.isStored)
    if (offered.size === 0) return
    try {
      const all = await this.#dependencies.core.drafts.all()
      left.forEach((draft) => this.#begun.delete(draft))
      const others = this.#stored.filter(({ key }) => !offered.has(key))
      this.#stored = [...all.filter(({ key }) => offered.has(key)), ...others]
    } catch {
      // The next announcement, or the new connection, reads them again.
    }
  }

  /** There is text that is only saved as a draft, or could not even be stored as one. */
  get isDirty(): boolean {
    return [...this.#begun].some((draft) => draft.isDirty && (draft.isOpen || !draft.isStored))
  }

  /** Drafts that have not been resumed yet, latest first. */
  get recovered(): readonly RecoveredDraft[] {
    const begun = new Map([...this.#begun].map((draft) => [draft.subject.key, draft]))
    const left = [...begun.values()].filter(({ isOpen }) => !isOpen)
    return [
      ...left.map(({ subject, changedAt }) => ({ ...subject, savedAt: changedAt })),
      ...this.#stored
        .filter(({ key }) => !begun.has(key))
        .map(({ key, title, savedAt, location }) => ({ key, title, savedAt, location: readStoredLocation(location) })),
    ]
  }

  /** Whether it has text from an earlier session. */
  has(key: string): boolean {
    return this.recovered.some((draft) => draft.key === key)
  }

  /** Keys with this prefix, of drafts that have not been resumed. */
  keysOf(prefix: string): readonly string[] {
    return this.recovered.map(({ key }) => key).filter((key) => key.startsWith(prefix))
  }

  /** Begins the draft of a field whose saved text is `saved`, or resumes the stored one. It ends with `leave`. */
  begin(subject: DraftSubject, saved: string): Draft {
    const left = [...this.#begun].find((draft) => draft.subject.key === subject.key)
    const stored = this.#stored.find(({ key }) => key === subject.key)
    const before = left ? { text: left.text, savedAt: left.changedAt } : stored
    if (left) this.#begun.delete(left)
    const draft = new Draft(subject, saved, before, {
      ...this.#dependencies,
      ended: (ended) => this.#ended(ended),
    })
    this.#begun.add(draft)
    return draft
  }

  /** Deletes a draft whose subject was deleted, or that the user does not want to resume. */
  discard(key: string): void {
    const draft = [...this.#begun].find(({ subject }) => subject.key === key)
    if (draft) return draft.discard()
    this.#stored = this.#stored.filter((each) => each.key !== key)
    this.#dependencies.core.drafts.discard({ key }).catch(() => {})
  }

  /** Runs `remove`, which takes a page off this window that another one shows from now on: its drafts are continued there. */
  handOver(remove: () => void): void {
    const open = [...this.#begun].filter(({ isOpen }) => isOpen)
    flushSync(remove)
    open.filter((draft) => !draft.isOpen && draft.isStored).forEach((draft) => this.#ended(draft))
  }

  /** Stores the text of a cancelled form again as a draft. */
  restore({ key, title, location }: DraftSubject, text: string): void {
    const draft = { key, title, text, location: JSON.stringify(location) }
    this.#stored = [{ ...draft, savedAt: this.#dependencies.now() }, ...this.#stored.filter((each) => each.key !== key)]
    this.#dependencies.core.drafts.save(draft).catch(() => {})
  }

  /** Stores pending text at once. Resolves when the core has it, or cannot store it. */
  async flush(): Promise<void> {
    await Promise.all([...this.#begun].map((draft) => draft.store()))
  }

  /** Stores every text again after a restore replaced the stored ones. Resolves to whether the core has them. */
  async storeAgain(): Promise<boolean> {
    const begun = [...this.#begun]
    await Promise.all(begun.map((draft) => draft.storeAgain()))
    return begun.every((draft) => draft.hasBeenStored)
  }

  #ended(draft: Draft): void {
    this.#begun.delete(draft)
    this.#stored = this.#stored.filter(({ key }) => key !== draft.subject.key)
  }
}

interface DraftDependencies extends DraftsDependencies {
  readonly ended: (draft: Draft) => void
}

/** The text of one field or form. */
export class Draft {
  readonly subject: DraftSubject
  /** When the restored text was typed; null: there was only the saved one. */
  readonly recoveredFrom: number | null
  readonly #dependencies: DraftDependencies
  readonly #saved: string
  #text = $state('')
  #isOpen = $state(true)
  #changedAt = 0
  /** The text stored in the core; null: none. */
  #stored = $state<string | null>(null)
  #cancel: (() => void) | null = null
  #hasEnded = false
  #isSettling = false
  /** Its field went off the screen while it was being saved. */
  #leaves = false

  constructor(
    subject: DraftSubject,
    saved: string,
    before: { readonly text: string; readonly savedAt: number } | undefined,
    dependencies: DraftDependencies,
  ) {
    this.subject = subject
    this.#dependencies = dependencies
    this.#saved = saved
    this.#text = before?.text ?? saved
    this.#stored = before?.text ?? null
    this.#changedAt = before?.savedAt ?? 0
    this.recoveredFrom = before === undefined || before.text === saved ? null : before.savedAt
  }

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    if (text === this.#text) return
    this.#text = text
    this.#changedAt = this.#dependencies.now()
    this.#cancel ??= this.#dependencies.after(storedAfter, () => void this.store())
  }

  /** It differs from what is saved. */
  get isDirty(): boolean {
    return !this.#hasEnded && this.#text !== this.#saved
  }

  /** Its field is on screen. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** The core has all of it. */
  get isStored(): boolean {
    return this.#stored === this.#text
  }

  /** The core has it, or all but what was typed since. */
  get hasBeenStored(): boolean {
    return !this.isDirty || this.#stored !== null
  }

  get changedAt(): number {
    return this.#changedAt
  }

  /** Sends the text to the core unless it is stored. After a failure the next change, or a new connection, sends it again. */
  async store(): Promise<void> {
    this.#cancel?.()
    this.#cancel = null
    const text = this.#text
    if (this.#hasEnded || this.#isSettling || (this.isDirty ? this.#stored === text : this.#stored === null)) return
    const { key, title, location } = this.subject
    const { drafts } = this.#dependencies.core
    const before = this.#stored
    this.#stored = this.isDirty ? text : null
    const work = this.isDirty
      ? drafts.save({ key, title, text, location: JSON.stringify(location) })
      : drafts.discard({ key })
    // On a read-only profile, which is reported elsewhere, the text stays on screen.
    await work.catch(() => {
      this.#stored = before
    })
  }

  /** The core has no draft of it any more: another window saved or discarded one of the same subject, or a restore replaced it. */
  async storeAgain(): Promise<void> {
    if (this.#isSettling) return
    this.#stored = null
    await this.store()
  }

  /**
   * Saves the text where it belongs. `save` sends the draft's key along, and the core deletes the draft in the same transaction: a reload
   * meanwhile finds the text either saved or as a draft. When saving fails, the draft stays.
   */
  async settle<Result>(save: (draft: string) => Promise<Result>): Promise<Result> {
    this.#cancel?.()
    this.#cancel = null
    this.#isSettling = true
    try {
      const result = await save(this.subject.key)
      this.#end()
      return result
    } finally {
      this.#isSettling = false
      if (this.#leaves) this.leave()
      else void this.store()
    }
  }

  /** Drops the text, on screen and in the core. */
  discard(): void {
    if (this.#hasEnded) return
    const { key } = this.subject
    if (this.#stored !== null) this.#dependencies.core.drafts.discard({ key }).catch(() => {})
    this.#end()
  }

  #end(): void {
    this.#cancel?.()
    this.#hasEnded = true
    this.#isOpen = false
    this.#dependencies.ended(this)
  }

  /** The field is closed without saving: the text stays a draft. */
  leave(): void {
    if (!this.#isOpen) return
    this.#leaves = this.#isSettling
    if (this.#isSettling) return
    if (!this.isDirty) return this.discard()
    this.#isOpen = false
    void this.store()
  }
}
