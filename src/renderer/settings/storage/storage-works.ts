import type { DeskAnswers } from '#contract/desk/desk.ts'
import { LongWork } from './long-work.svelte.ts'

export type WorkName = 'verify' | 'compact' | 'move' | 'backUp' | 'restore'
type Steps<Name extends WorkName> = DeskAnswers['storage'][Name] extends AsyncIteratorObject<infer Step> ? Step : never
export type Done<Name extends WorkName> = Extract<Steps<Name>, { kind: 'done' }>

/** The long works of the page; they go on while another section is looked at. */
export class StorageWorks {
  readonly verify = new LongWork<Done<'verify'>>()
  readonly compact = new LongWork<Done<'compact'>>()
  readonly move = new LongWork<Done<'move'>>()
  readonly backUp = new LongWork<Done<'backUp'>>()
  readonly restore = new LongWork<Done<'restore'>>()

  get #all(): readonly StorageWorks[WorkName][] {
    return [this.verify, this.compact, this.move, this.backUp, this.restore]
  }

  /** One of them is at work. */
  get running(): boolean {
    return this.#all.some(({ progress }) => progress !== null)
  }

  stop(): void {
    for (const work of this.#all) work.stop()
  }
}
