import { sides } from '#contract/desk/calls.ts'
import type { SpokenCall } from './spoken-call.ts'

/** The sign of a sentiment, as the facet has it. */
export const sentiments = ['negative', 'neutral', 'positive', 'none'] as const

/** Index into `sentiments`; NaN is none. */
export function signOf(sentiment: number): number {
  if (Number.isNaN(sentiment)) return 3
  return sentiment < 0 ? 0 : sentiment > 0 ? 2 : 1
}

/** Values by number, in the order of their coming; number 0 is that there is none. */
export class Numbered {
  readonly values: string[] = ['']
  readonly labels: string[] = ['']
  readonly #numbers = new Map<string, number>()

  numberOf(value: string | null, label = value): number {
    if (value === null) return 0
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    this.#numbers.set(value, this.values.length)
    this.values.push(value)
    this.labels.push(label ?? value)
    return this.values.length - 1
  }
}

/** What facets count, by place or by call, as numbers side by side: fifty thousand hits are counted in a millisecond or two. */
export class TurnValues {
  readonly companies = new Numbered()
  readonly years = new Numbered()
  readonly roles = new Numbered()
  /** By call. */
  readonly companyOf: Int32Array
  readonly yearOf: Int32Array
  /** By place. */
  readonly sectionOf: Uint8Array
  readonly sideOf: Uint8Array
  readonly signOf: Uint8Array
  readonly roleOf: Int32Array

  constructor(calls: readonly SpokenCall[], starts: Int32Array, size: number) {
    this.companyOf = Int32Array.from(calls, (call) =>
      this.companies.numberOf(companyName(call), call.company ?? call.symbol),
    )
    this.yearOf = Int32Array.from(calls, ({ startedAt }) => this.years.numberOf(calendarYear(startedAt)))
    this.sectionOf = new Uint8Array(size)
    this.sideOf = new Uint8Array(size)
    this.signOf = new Uint8Array(size)
    this.roleOf = new Int32Array(size)
    for (const [at, { columns, speakers, turns }] of calls.entries()) {
      const start = starts[at] ?? 0
      const roles = speakers.map(({ role }) => this.roles.numberOf(role))
      const sidesOf = speakers.map(({ side }) => sides.indexOf(side))
      this.sectionOf.set(columns.sections, start)
      for (let turn = 0; turn < turns; turn += 1) {
        const speaker = columns.speakers[turn] ?? 0
        this.sideOf[start + turn] = sidesOf[speaker] ?? unknownSide
        this.roleOf[start + turn] = roles[speaker] ?? 0
        this.signOf[start + turn] = signOf(columns.sentiments[turn] ?? Number.NaN)
      }
    }
  }
}

const unknownSide = sides.indexOf('unknown')

/** What a company goes by in the facet. */
export function companyName(of: { readonly symbol: string | null; readonly company: string | null }): string | null {
  return of.symbol ?? of.company
}

export function calendarYear(at: number | null): string | null {
  return at === null ? null : String(new Date(at).getUTCFullYear())
}
