/**
 * The screener feature: runs screens over the stored companies, and saves screens and their runs.
 */

import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { figureOf } from '#contract/api/figure-numbers.ts'
import type { Figure } from '#contract/api/financials.ts'
import { toJsonText } from '#contract/api/serialized-json.ts'
import {
  screenSpec,
  type SavedScreen,
  type DroppedCompany,
  type ScreenResult,
  type ScreenSpec,
} from '#contract/api/screens.ts'
import { days } from '../duration.ts'
import type { Comparisons } from '../comparisons/comparisons.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail, failureOf } from '../failure-error.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { SavedSearches } from '../transcript-search/saved-searches.ts'
import { readStoredJson } from '../stored-json.ts'
import { noSuchList } from '../watchlists/no-such-list.ts'
import type { Watchlists } from '../watchlists/watchlists.ts'
import {
  conditionResult,
  countSteps,
  countUnjudged,
  matchesOf,
  matchRows,
  outcomeOf,
  relaxationOf,
  unjudgedRows,
  type Outcome,
} from './evaluate-screen.ts'
import { isComplete, evaluateCondition, securityWord, type ConditionEvaluation } from './evaluate-conditions.ts'
import { ScreenLibrary } from './screen-library.ts'
import * as store from './screens-store.ts'
import { isFalse, isTrue } from './three-valued-logic.ts'

type Inputs = ApiInputs['screens']
type Outputs = ApiOutputs['screens']

interface ScreenerDependencies {
  readonly library: Pick<LibraryContext, 'reader' | 'clock' | 'announce'>
  readonly desk: {
    readonly reader: Reader
    /** Null on a read-only profile. */
    readonly writer: Writer | null
  }
  readonly metrics: Metrics
  readonly watchlists: Pick<Watchlists, 'list'>
  readonly comparisons: Pick<Comparisons, 'saved'>
  readonly searches: Pick<SavedSearches, 'hitsByCompany'>
}

/** A screen that was saved before columns could be chosen has the usual ones. */
const storedSpec = screenSpec.extend({ columns: screenSpec.shape.columns.default(null) })
const symbolList = z.array(z.string())
const removedScreen = z.object({
  screen: z.object({
    id: z.string(),
    name: z.string(),
    spec: z.string(),
    savedAt: z.number(),
    seenAt: z.number(),
    seen: z.string(),
  }),
  runs: z.array(z.object({ screenId: z.string(), ranAt: z.number(), matches: z.string(), unjudged: z.number() })),
})

/**
 * Conditions over the whole library, from what is stored. Three-valued: a company counts as lacking data only if the missing data could
 * change whether it matches. Every change throws `read-only` where nothing can be written.
 */
export class Screener {
  readonly #dependencies: ScreenerDependencies
  readonly #library: ScreenLibrary

  constructor(dependencies: ScreenerDependencies) {
    this.#dependencies = dependencies
    this.#library = new ScreenLibrary(dependencies.library.reader, dependencies.metrics)
  }

  /** Throws `bad-request` when the universe is gone, or is the result of a screen that needs itself. */
  async run({ spec, steps }: Inputs['run']): Promise<ScreenResult> {
    const began = performance.now()
    const outcome = await this.#outcome(spec)
    const { around, evaluations } = outcome
    const rows = matchRows(outcome, spec.columns)
    const unjudged = unjudgedRows(outcome)
    return {
      companies: around.symbols.length,
      judged: around.symbols.length - unjudged.length,
      conditions: evaluations.map((evaluation) => conditionResult(evaluation, around)),
      columns: spec.columns,
      matches: toJsonText(rows),
      unjudged,
      steps: steps ? countSteps(outcome, steps.conditionId, steps.values) : [],
      relaxation: rows.length === 0 ? relaxationOf(outcome) : null,
      milliseconds: performance.now() - began,
    }
  }

  fieldValues({ field }: Inputs['fieldValues']): Outputs['fieldValues'] {
    const counts = new Map<string, number>()
    for (const listing of this.#library.listings(this.#library.companies(null), null).values()) {
      const word = securityWord(listing, field)
      if (word !== null) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    const values = [...counts].map(([value, companies]) => ({ value, companies }))
    return {
      values: values.toSorted(
        (one, other) => other.companies - one.companies || one.value.localeCompare(other.value, 'en'),
      ),
    }
  }

  async saved(): Promise<Outputs['saved']> {
    const screens: SavedScreen[] = []
    for (const row of store.getSavedScreens(this.#reader)) {
      screens.push(await this.#asSaved(row))
      // Each row runs a screen: other requests get a turn in between.
      await setImmediate()
    }
    return { screens }
  }

  async save({ id, name, spec }: Inputs['save']): Promise<SavedScreen> {
    const desk = this.#writer
    const now = this.#now
    const outcome = await this.#outcome(spec, id === undefined ? [] : [id])
    const seen = JSON.stringify(matchesOf(outcome))
    const row = { id: id ?? randomUUID(), name, spec: JSON.stringify(spec), savedAt: now, seenAt: now, seen }
    desk.transaction(() => {
      store.putSavedScreen(desk, row)
      this.#record(desk, row.id, outcome, now)
    })
    this.#announce()
    return this.#asSaved(row)
  }

  /** Throws `bad-request` when nothing is saved under that id. */
  rename({ id, name }: Inputs['rename']): Promise<SavedScreen> {
    const row = { ...this.#row(id), name }
    store.putSavedScreen(this.#writer, row)
    this.#announce()
    return this.#asSaved(row)
  }

  remove({ id }: Inputs['remove']): Outputs['remove'] {
    const desk = this.#writer
    const screen = this.#row(id)
    const runs = store.getRuns(desk, id)
    store.deleteSavedScreen(desk, id)
    this.#announce()
    return { removed: JSON.stringify({ screen, runs }) }
  }

  restore({ removed }: Inputs['restore']): Outputs['restore'] {
    const desk = this.#writer
    const read = readStoredJson(removedScreen, removed)
    if (!read) fail({ kind: 'bad-request', detail: 'not a removed screen' })
    desk.transaction(() => {
      store.putSavedScreen(desk, read.screen)
      for (const run of read.runs) store.putRun(desk, run)
    })
    this.#announce()
    return {}
  }

  /** Throws `bad-request` when nothing is saved under that id. */
  async markSeen({ id }: Inputs['markSeen']): Promise<SavedScreen> {
    const desk = this.#writer
    const seen = JSON.stringify(matchesOf(await this.#outcome(specOf(this.#row(id)), [id])))
    store.putSeen(desk, id, seen, this.#now)
    this.#announce()
    return this.#asSaved(this.#row(id))
  }

  history({ id }: Inputs['history']): Outputs['history'] {
    const runs = store.getRuns(this.#reader, this.#row(id).id)
    return {
      runs: runs.map(({ ranAt, matches, unjudged }, at) => {
        const now = symbolsIn(matches)
        const before = runs[at + 1]
        return { at: ranAt, matches: now, ...difference(before ? symbolsIn(before.matches) : now, now), unjudged }
      }),
    }
  }

  /** Throws `bad-request` when nothing is saved under that id. */
  async droppedCompanies({ id }: Inputs['droppedCompanies']): Promise<Outputs['droppedCompanies']> {
    const row = this.#row(id)
    const spec = specOf(row)
    const outcome = await this.#outcome(spec)
    const { left } = difference(symbolsIn(row.seen), matchesOf(outcome))
    if (left.length === 0) return { droppedCompanies: [] }
    const former = await this.#outcome({ ...spec, asOf: row.seenAt }, [], left)
    return { droppedCompanies: left.map((symbol) => droppedCompanyOf(symbol, outcome, former)) }
  }

  /** After a sync: records the result of each saved screen where it has changed. */
  async runSaved(): Promise<void> {
    const { writer } = this.#dependencies.desk
    if (writer === null) return
    let isChanged = false
    for (const row of store.getSavedScreens(writer)) {
      const outcome = await this.#outcomeOrNone(row)
      // It may have been changed or removed meanwhile.
      const isSame = store.getSavedScreen(writer, row.id)?.spec === row.spec
      if (outcome && isSame) isChanged = this.#record(writer, row.id, outcome, this.#now) || isChanged
      await setImmediate()
    }
    if (isChanged) this.#announce()
  }

  /**
   * Companies that match now and did not at a moment (ms UTC), by a saved screen's recorded results; undefined: no such screen.
   */
  enteredSince(
    id: string,
    since: number,
  ): { readonly name: string; readonly symbols: readonly string[]; readonly ranAt: number } | undefined {
    const row = store.getSavedScreen(this.#reader, id)
    if (!row) return undefined
    const runs = store.getRuns(this.#reader, id)
    const [latest] = runs
    // Results of other conditions are no base for entering.
    const from = Math.max(since, row.savedAt)
    const before = runs.find(({ ranAt }) => ranAt <= from)
    const symbols = latest && before ? difference(symbolsIn(before.matches), symbolsIn(latest.matches)).entered : []
    return { name: row.name, symbols, ranAt: latest?.ranAt ?? row.savedAt }
  }

  #record(desk: Writer, screenId: string, outcome: Outcome, ranAt: number): boolean {
    const matches = JSON.stringify(matchesOf(outcome))
    const unjudged = countUnjudged(outcome)
    const last = store.getLatestRun(desk, screenId)
    if (last?.matches === matches && last.unjudged === unjudged) return false
    store.putRun(desk, { screenId, ranAt, matches, unjudged })
    return true
  }

  async #asSaved(row: store.SavedScreenRow): Promise<SavedScreen> {
    const { id, name, savedAt, seenAt, seen } = row
    const spec = specOf(row)
    const outcome = await this.#outcomeOrNone(row)
    const matches = outcome ? matchesOf(outcome) : []
    return {
      id,
      name,
      spec,
      savedAt,
      seenAt,
      isRefused: outcome === null,
      matches: matches.length,
      companies: outcome?.around.symbols.length ?? 0,
      unjudged: outcome ? countUnjudged(outcome) : 0,
      ...(outcome ? difference(symbolsIn(seen), matches) : { entered: [], left: [] }),
      runs: store.countRuns(this.#reader, id),
    }
  }

  /**
   * Null: its watchlist, comparison or screen is gone, or a condition of it cannot be judged any more, so that what is left would be
   * another screen. It is still there, to be opened and changed.
   */
  async #outcomeOrNone(row: store.SavedScreenRow): Promise<Outcome | null> {
    const spec = readStoredJson(storedSpec, row.spec)
    if (spec === undefined) return null
    try {
      const outcome = await this.#outcome(spec, [row.id])
      return hasRefused(spec, outcome) ? null : outcome
    } catch (error) {
      if (failureOf(error)) return null
      throw error
    }
  }

  /** @param within ids of the saved screens that this universe refers to @param only null: the companies of the universe */
  async #outcome(
    spec: ScreenSpec,
    within: readonly string[] = [],
    only: readonly string[] | null = null,
  ): Promise<Outcome> {
    const symbols = only ?? (await this.#universe(spec, within))
    const now = spec.asOf ?? this.#now
    const hits = new Map<string, ReadonlyMap<string, number> | null>()
    const conditions = spec.groups.flatMap((group) => group.conditions)
    for (const condition of conditions) {
      if (condition.kind !== 'search') continue
      const since = now - condition.days * days
      hits.set(condition.id, await this.#dependencies.searches.hitsByCompany(condition.searchId, since, now))
    }
    const around = this.#library.universe(spec, symbols, { now, hits })
    const evaluations = new Map<string, ConditionEvaluation>()
    for (const condition of conditions) evaluations.set(condition.id, evaluateCondition(condition, around))
    return outcomeOf(spec, around, evaluations)
  }

  async #universe({ universe, asOf }: ScreenSpec, within: readonly string[]): Promise<readonly string[]> {
    const { watchlists, comparisons } = this.#dependencies
    switch (universe.of) {
      case 'library':
        return this.#library.companies(asOf)
      case 'watchlist': {
        const list = watchlists.list(universe.id)
        return list ? inOrder(list.symbols) : noSuchList()
      }
      case 'comparison': {
        const found = comparisons.saved().comparisons.find(({ id }) => id === universe.id)
        if (!found) fail({ kind: 'bad-request', detail: 'This comparison no longer exists' })
        return inOrder(found.spec.companies.map(({ symbol }) => symbol))
      }
      case 'screen': {
        if (within.includes(universe.id)) fail({ kind: 'bad-request', detail: 'This screen refers to its own results' })
        const row = store.getSavedScreen(this.#reader, universe.id)
        if (!row) fail({ kind: 'bad-request', detail: 'This screen no longer exists' })
        return matchesOf(await this.#outcome({ ...specOf(row), asOf }, [...within, universe.id]))
      }
      default:
        return universe satisfies never
    }
  }

  #row(id: string): store.SavedScreenRow {
    return store.getSavedScreen(this.#reader, id) ?? fail({ kind: 'bad-request', detail: 'no such screen' })
  }

  get #reader(): Reader {
    return this.#dependencies.desk.reader
  }

  get #writer(): Writer {
    return this.#dependencies.desk.writer ?? fail({ kind: 'read-only' })
  }

  get #now(): number {
    return this.#dependencies.library.clock.now()
  }

  #announce(): void {
    this.#dependencies.library.announce({ kind: 'screens' })
  }
}

/** An unreadable screen has no conditions: its name and its runs still exist. */
function specOf({ spec }: Pick<store.SavedScreenRow, 'spec'>): ScreenSpec {
  const empty: ScreenSpec = { universe: { of: 'library' }, asOf: null, oneCurrency: false, groups: [], columns: null }
  return readStoredJson(storedSpec, spec) ?? empty
}

function symbolsIn(json: string): string[] {
  return readStoredJson(symbolList, json) ?? []
}

function inOrder(symbols: readonly string[]): string[] {
  return [...new Set(symbols)].toSorted()
}

function difference(before: readonly string[], now: readonly string[]): { entered: string[]; left: string[] } {
  const [was, is] = [new Set(before), new Set(now)]
  return { entered: now.filter((symbol) => !was.has(symbol)), left: before.filter((symbol) => !is.has(symbol)) }
}

/** The first condition that a company no longer meets, with its figures then and now. */
function droppedCompanyOf(symbol: string, outcome: Outcome, former: Outcome): DroppedCompany {
  const { around, groups } = outcome
  const company = around.symbols.indexOf(symbol)
  const failing = groups.find(({ truths }) => truths[company] === isFalse)
  const evaluation =
    failing?.evaluations.find(({ truths }) => truths[company] === (failing.kind === 'none' ? isTrue : isFalse)) ?? null
  const name = around.nameOf(symbol)
  if (!evaluation)
    return { symbol, name, conditionId: null, previous: null, current: null, period: null, fetchedAt: null }
  const { condition } = evaluation
  const then = former.evaluations.find((each) => each.condition.id === condition.id)
  const place = around.places[company] ?? -1
  const at = condition.kind === 'figure' && place >= 0 ? around.figures.placeOf(place, condition.period) : -1
  const period = around.figures.figures.table.periods[at]
  return {
    symbol,
    name,
    conditionId: condition.id,
    previous: numberIn(figureOf(then?.figures?.[former.around.symbols.indexOf(symbol)])),
    current: numberIn(figureOf(evaluation.figures?.[company])),
    period: period ? fiscalPeriodName(period) : null,
    fetchedAt: period?.firstSeenAt ?? null,
  }
}

/** Whether an applied condition cannot be judged for any company. */
function hasRefused(spec: ScreenSpec, { evaluations }: Outcome): boolean {
  const refused = new Set(
    evaluations.flatMap(({ condition, refusal }) => (refusal !== null && isComplete(condition) ? condition.id : [])),
  )
  return spec.groups.some(({ bypassed, conditions }) => !bypassed && conditions.some(({ id }) => refused.has(id)))
}

function numberIn(figure: Figure): number | null {
  return typeof figure === 'number' ? figure : null
}
