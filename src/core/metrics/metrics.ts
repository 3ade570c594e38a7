/** The metrics feature: the user's own formulas over lines and over each other. */

import { randomUUID } from 'node:crypto'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { formerLabels } from '#contract/api/former-labels.ts'
import type { OwnMetric } from '#contract/api/metrics.ts'
import type { QueryError } from '#contract/api/query-error.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { ReceivedItems } from '../received-items.ts'
import { fieldsOf, type Formula } from './formula.ts'
import { deleteMetric, getMetrics, putMetric, type MetricRow } from './metrics-store.ts'
import { placeMetrics } from './receive-metrics.ts'
import { formulaReader, type NamedLine, type ReadFormula } from './read-formula.ts'

type Requests = ApiInputs['metrics']
type Responses = ApiOutputs['metrics']

interface MetricsDependencies {
  readonly reader: Reader
  /** Null on a read-only profile. */
  readonly writer: Writer | null
}

export interface ReadMetric {
  readonly metric: OwnMetric
  /** Absent: the formula is refused. */
  readonly formula?: Formula | undefined
}

/** Before the id of a metric: its field in tables. */
const prefix = 'own.'

export class Metrics {
  readonly #library: Pick<LibraryContext, 'clock' | 'announce'>
  readonly #desk: MetricsDependencies
  /** Made for the first formula, since it takes about thirty milliseconds. */
  #reader: ReturnType<typeof formulaReader> | undefined

  constructor(library: Pick<LibraryContext, 'clock' | 'announce'>, desk: MetricsDependencies) {
    this.#library = library
    this.#desk = desk
  }

  list(): Responses['list'] {
    return { metrics: [...this.read().values()].map(({ metric }) => metric) }
  }

  /** Every metric by its field. Formulas are read each time, since a metric that one names may have been renamed. */
  read(): ReadonlyMap<string, ReadMetric> {
    const rows = getMetrics(this.#desk.reader)
    const lines = namedLines(rows)
    const formulas = new Map(rows.map((row) => [prefix + row.id, this.#readFormula(row.formula, lines)]))
    return new Map(
      rows.map((row) => {
        const field = prefix + row.id
        const read = formulas.get(field)
        const error = read?.error ?? circle(field, row.formula, formulas)
        const inputs = read?.formula ? [...fieldsOf(read.formula)] : []
        return [field, { metric: { ...row, error, inputs }, ...(error ? {} : { formula: read?.formula }) }]
      }),
    )
  }

  /** A formula over the lines that there are and the user's own, under no name. */
  parse(formula: string): ReadFormula {
    return this.#readFormula(formula, namedLines(getMetrics(this.#desk.reader)))
  }

  check({ formula, id }: Requests['check']): Responses['check'] {
    const all = getMetrics(this.#desk.reader)
    const others = all.filter((row) => row.id !== id)
    const [lines, allLines] = [namedLines(others), namedLines(all)]
    const read = this.#readFormula(formula, lines)
    if (read.error) return { error: read.error, inputs: [] }
    const formulas = new Map(others.map((row) => [prefix + row.id, this.#readFormula(row.formula, allLines)]))
    const field = prefix + (id ?? '')
    return {
      error: circle(field, formula, new Map([...formulas, [field, read]])),
      inputs: [...fieldsOf(read.formula)],
    }
  }

  /** Throws `read-only`, or `bad-request` for a refused formula or a name that is taken. */
  save({ id, name: requested, formula, unit }: Requests['save']): OwnMetric {
    const { writer } = this.#desk
    // SQLite replaces half of a surrogate pair: names that are the same on disk would not be found to be.
    const name = requested.toWellFormed()
    if (!writer) fail({ kind: 'read-only' })
    const { error, inputs } = this.check({ formula, ...(id !== undefined && { id }) })
    if (error) fail({ kind: 'bad-request', detail: error.message })
    const names = namesOf(namedLines(getMetrics(this.#desk.reader).filter((row) => row.id !== id)))
    if (names.has(name.toLowerCase())) fail({ kind: 'bad-request', detail: `A line called ${name} already exists` })
    const row = { id: id ?? randomUUID(), name, formula, unit, savedAt: this.#library.clock.now() }
    putMetric(writer, row)
    this.#library.announce({ kind: 'metrics' })
    return { ...row, error: null, inputs }
  }

  /** The metrics among the fields, and those that they refer to, directly or not: what a pack needs. */
  packed(fields: Iterable<string>): MetricRow[] {
    const all = this.read()
    const wanted = new Set<string>()
    const open = [...fields]
    for (let field = open.pop(); field !== undefined; field = open.pop()) {
      const found = all.get(field)
      if (!found || wanted.has(field)) continue
      wanted.add(field)
      open.push(...found.metric.inputs)
    }
    const rows = [...all].flatMap(([field, { metric }]) => (wanted.has(field) ? [metric] : []))
    return rows.map(({ id, name, formula, unit, savedAt }) => ({ id, name, formula, unit, savedAt }))
  }

  /** Adds metrics that came in a pack; one of the user's that differs stays. `fields`: where each is here. Throws `read-only`. */
  receive(
    received: readonly MetricRow[],
    author: string,
  ): ReceivedItems & { readonly fields: ReadonlyMap<string, string> } {
    const writer = this.#desk.writer ?? fail({ kind: 'read-only' })
    const rows = received.map((row) => ({ ...row, name: row.name.toWellFormed() }))
    const lines = namesOf(namedLines([]))
    const { added, fields, conflicts } = placeMetrics(rows, getMetrics(writer), author, (name) =>
      lines.has(name.toLowerCase()),
    )
    for (const row of added) putMetric(writer, row)
    return { added: added.length, conflicts, fields }
  }

  /** Throws `read-only`. Metrics that name it are then refused, with the reason. */
  remove({ id }: Requests['remove']): Responses['remove'] {
    const { writer } = this.#desk
    if (!writer) fail({ kind: 'read-only' })
    deleteMetric(writer, id)
    this.#library.announce({ kind: 'metrics' })
    return {}
  }

  #readFormula(formula: string, lines: readonly NamedLine[]): ReadFormula {
    this.#reader ??= formulaReader()
    return this.#reader(formula, lines)
  }
}

function namedLines(rows: readonly MetricRow[]): NamedLine[] {
  return [...figureLines.values(), ...rows.map(({ id, name }) => ({ field: prefix + id, label: name }))]
}

/** Every name under which a formula may name lines, in lower case. */
function namesOf(lines: readonly NamedLine[]): ReadonlySet<string> {
  const names = lines.flatMap(({ field, label }) => [field, label, formerLabels.get(field) ?? label])
  return new Set(names.map((name) => name.toLowerCase()))
}

/** A metric that depends on itself, directly or not, has no value. */
function circle(field: string, text: string, formulas: ReadonlyMap<string, ReadFormula>): QueryError | null {
  const seen = new Set<string>()
  const needed = [...inputsOf(formulas.get(field))]
  for (let next = needed.pop(); next !== undefined; next = needed.pop()) {
    if (next === field) return { from: 0, to: text.length, message: 'This metric refers to itself.' }
    if (seen.has(next)) continue
    seen.add(next)
    needed.push(...inputsOf(formulas.get(next)))
  }
  return null
}

function inputsOf(read: ReadFormula | undefined): ReadonlySet<string> {
  return read?.formula ? fieldsOf(read.formula) : new Set()
}
