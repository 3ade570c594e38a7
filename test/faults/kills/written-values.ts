import { z } from 'zod'

/** Where the user writes one value that replaces the one before. Each has a name that is the same in every process. */
export const slots = ['preference', 'note', 'draft', 'metric', 'synonyms', 'list name', 'transcript check'] as const
/** Where the user adds one value to those that are there. */
export const lists = ['highlight', 'company', 'saved search'] as const
export type Target = (typeof slots)[number] | (typeof lists)[number]

export interface Written {
  readonly slots: Readonly<Record<(typeof slots)[number], string | null>>
  readonly lists: Readonly<Record<(typeof lists)[number], readonly string[]>>
}

/** A line that the killed program printed: before it writes a value, when the core has confirmed it, and what else it finished. */
export const line = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['writing', 'confirmed']), target: z.enum([...slots, ...lists]), value: z.string() }),
  z.object({ kind: z.literal('did'), what: z.string(), outcome: z.string() }),
])
export type Line = z.infer<typeof line>

/** What a user may rely on: the confirmed values, and those that were on their way when the program was killed. */
export class Expected {
  #confirmed: Written
  readonly #writing = new Map<Target, string[]>()

  constructor(found: Written) {
    this.#confirmed = found
  }

  take(line: Line): void {
    if (line.kind === 'did') return
    const { target, value } = line
    const writing = this.#writing.get(target) ?? []
    if (line.kind === 'writing') {
      this.#writing.set(target, [...writing, value])
      return
    }
    this.#writing.set(target, writing.slice(writing.indexOf(value) + 1))
    const { slots: ofSlots, lists: ofLists } = this.#confirmed
    if (isSlot(target)) this.#confirmed = { lists: ofLists, slots: { ...ofSlots, [target]: value } }
    else this.#confirmed = { slots: ofSlots, lists: { ...ofLists, [target]: [...ofLists[target], value] } }
  }

  /** What is wrong with what the next start found, as sentences. */
  faultsOf(found: Written): string[] {
    const ofSlots = slots.flatMap((slot) => {
      const allowed = [this.#confirmed.slots[slot], ...(this.#writing.get(slot) ?? [])]
      const value = found.slots[slot]
      return allowed.includes(value) ? [] : [`${slot}: found ${String(value)} instead of ${allowed.join(' or ')}`]
    })
    const ofLists = lists.flatMap((list) => {
      const there = new Set(found.lists[list])
      const lost = this.#confirmed.lists[list].filter((value) => !there.has(value))
      const known = new Set([...this.#confirmed.lists[list], ...(this.#writing.get(list) ?? [])])
      const invented = found.lists[list].filter((value) => !known.has(value))
      return [
        ...lost.map((value) => `${list}: lost ${value}`),
        ...invented.map((value) => `${list}: ${value} was never written`),
      ]
    })
    return [...ofSlots, ...ofLists]
  }
}

function isSlot(target: Target): target is (typeof slots)[number] {
  return slots.some((slot) => slot === target)
}
