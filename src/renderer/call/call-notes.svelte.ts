/**
 * The user's highlights and notes of one call, with undo of the last removal. Also loads and saves
 * the turn where reading stopped.
 */

import type { CallReading } from '#contract/api/calls.ts'
import type { Highlight, HighlightColor, AnchoredHighlight } from '#contract/api/notes.ts'
import type { ApiOutputs } from '#contract/api/api.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Query } from '../core-client/query.svelte.ts'
import { passageAt, type TextPosition } from './transcript/passages.ts'

type CallHighlights = ApiOutputs['notes']['ofCall']

/** The key of the draft of a highlight's note. */
export function noteDraftKey(highlightId: string): string {
  return `note:${highlightId}`
}

export class CallNotes {
  readonly query: Query<CallHighlights>
  readonly #callId: string
  readonly #core: Pick<Core, 'notes'>
  #removed = $state.raw<Highlight | null>(null)
  /** The highlight whose note is being edited. */
  #editing = $state<string | null>(null)
  readonly #inOrder = $derived.by(() => [...(this.query.result?.highlights ?? [])].sort(byPosition))

  constructor(callId: string, core: Pick<Core, 'notes'>, changes: Pick<Changes, 'listen'>) {
    this.#callId = callId
    this.#core = core
    this.query = new Query<CallHighlights>(changes, {
      reloadOn: (announced) => announced.kind === 'notes' && announced.id === callId,
    })
  }

  close(): void {
    this.query.close()
  }

  /** In the order of the transcript; lost ones last. */
  get highlights(): readonly AnchoredHighlight[] {
    return this.#inOrder
  }

  /** The last removed highlight, to be restored; null: none. */
  get removed(): Highlight | null {
    return this.#removed
  }

  get editing(): string | null {
    return this.#editing
  }

  write(id: string | null): void {
    this.#editing = id
  }

  /** The turn where reading stopped; null when it never began, or is not known. Never rejects. */
  async lastTurn(): Promise<number | null> {
    try {
      const position = await this.#core.notes.position({ callId: this.#callId })
      return position?.turn ?? null
    } catch {
      return null
    }
  }

  /** Reads the highlights as placed in the shown version. */
  read(hash: string): Promise<void> {
    return this.query.run((signal) => this.#core.notes.ofCall({ callId: this.#callId, hash }, { signal }))
  }

  /** Null when the passage is too long to be saved. Rejects with `RequestFailed`. */
  async add(call: CallReading, position: TextPosition, color: HighlightColor): Promise<Highlight | null> {
    const passage = passageAt(call, position)
    if (!passage) return null
    const made = await this.#core.notes.add({ callId: this.#callId, passage, color, note: '' })
    await this.query.reload()
    return made
  }

  async edit(
    id: string,
    change: { readonly color?: HighlightColor; readonly note?: string; readonly draft?: string },
  ): Promise<void> {
    await this.#core.notes.edit({ id, ...change })
    await this.query.reload()
  }

  async remove(id: string): Promise<void> {
    this.#removed = await this.#core.notes.remove({ id })
    if (this.#editing === id) this.#editing = null
    await this.query.reload()
  }

  async undo(): Promise<void> {
    const highlight = this.#removed
    if (!highlight) return
    await this.#core.notes.restore({ highlight })
    this.#removed = null
    await this.query.reload()
  }

  /** Saves where reading stopped, and how many turns were on screen up to the last one. Never rejects: the position is not essential, and a profile that cannot be written is reported elsewhere. */
  remember(turn: number, turnsRead: number): void {
    this.#core.notes.savePosition({ callId: this.#callId, turn, turnsRead }).catch(() => {})
  }
}

function byPosition(one: AnchoredHighlight, other: AnchoredHighlight): number {
  const [here, there] = [one.range, other.range]
  if (!here || !there) return Number(!here) - Number(!there) || one.highlight.createdAt - other.highlight.createdAt
  return here.firstTurn - there.firstTurn || here.from - there.from
}
