/** Reads and caches what screens need of the library. */

import { formulaMark, marketCapField } from '#contract/api/screen-terms.ts'
import type { ScreenSpec } from '#contract/api/screens.ts'
import { comparedLines, labelOf } from '#contract/api/figure-lines.ts'
import type { FigureNumbers } from '#contract/api/figure-numbers.ts'
import { isMoneyUnit, type UnitKind } from '#contract/service/statement-lines.ts'
import { days } from '../duration.ts'
import { readLatestScores } from '../calls/call-series.ts'
import type { Reader } from '../database/reader-writer.ts'
import { unitOfFormula } from '../metrics/formula-unit.ts'
import type { Formula } from '../metrics/formula.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { readLatestRatings } from '../ratings/latest-ratings.ts'
import { CompanyFigures, columnFigures, stepsBack, type FigureKind, type FigureWanted } from './company-figures.ts'
import * as facts from './company-facts-store.ts'
import { securityWord, type ScreenedUniverse } from './evaluate-conditions.ts'
import { readPeriodTable, statementsVersion, type PeriodTable } from './period-table.ts'
import { isKnownLine, storedFieldsFor, TableFigures } from './screen-figures.ts'

/** The user's metrics that a screen names. */
interface OwnLines {
  readonly formulas: ReadonlyMap<string, Formula>
  readonly names: ReadonlyMap<string, string>
  readonly units: ReadonlyMap<string, UnitKind>
  readonly errors: ReadonlyMap<string, string>
}

const noLines: OwnLines = { formulas: new Map(), names: new Map(), units: new Map(), errors: new Map() }
/** Formulas may name earlier periods; so many years are read for that. */
const yearsOfFormulas = 5

/** The library as of one moment, read for a screen and kept until a statement is written. */
class StoredFigures {
  readonly version: string
  readonly years: number
  readonly asOf: number | null
  readonly table: PeriodTable
  readonly #db: Reader
  readonly #lines: Map<string, FigureNumbers>
  #figures: { readonly key: string; readonly of: CompanyFigures } | null = null

  constructor(db: Reader, wanted: { readonly asOf: number | null; readonly years: number }, fields: readonly string[]) {
    this.#db = db
    this.version = statementsVersion(db)
    this.asOf = wanted.asOf
    this.years = wanted.years
    const { table, lines } = readPeriodTable(db, wanted, fields)
    this.table = table
    this.#lines = new Map(lines)
  }

  /** Reads what is not there yet. */
  with(
    fields: readonly string[],
    key: string,
    make: (figures: TableFigures) => CompanyFigures,
    own: OwnLines,
  ): CompanyFigures {
    const missing = fields.filter((field) => !this.#lines.has(field))
    if (missing.length > 0) {
      for (const [field, line] of readPeriodTable(this.#db, this, missing).lines) this.#lines.set(field, line)
    }
    if (this.#figures?.key !== key)
      this.#figures = { key, of: make(new TableFigures(this.table, this.#lines, own.formulas)) }
    return this.#figures.of
  }
}

/** Reads the input of screens: figures of all companies together, and other facts of each. */
export class ScreenLibrary {
  readonly #db: Reader
  readonly #metrics: Metrics
  /** Now, and the last moment in the past that was requested. */
  #now: StoredFigures | null = null
  #then: StoredFigures | null = null
  /** Beside the figures, by name; until something is written. */
  #facts: { readonly changes: number; readonly byName: Map<string, unknown> } = { changes: -1, byName: new Map() }

  constructor(db: Reader, metrics: Metrics) {
    this.#db = db
    this.#metrics = metrics
  }

  /** Companies with stored statements. */
  companies(asOf: number | null): readonly string[] {
    return this.#fact(`companies ${asOf ?? ''}`, () => facts.getStatedCompanies(this.#db, asOf))
  }

  /** `asOf`: as the library knew them at that moment; null: now. */
  listings(symbols: readonly string[], asOf: number | null): ReadonlyMap<string, facts.CompanyListing> {
    return this.#fact(`listings ${asOf ?? 'now'} ${symbols.join(' ')}`, () =>
      asOf === null
        ? facts.getCompanyListings(this.#db, symbols)
        : facts.getCompanyListingsAsOf(this.#db, symbols, asOf),
    )
  }

  /**
   * @param symbols the companies to evaluate
   * @param hits of the screen's saved searches, by the id of the condition
   */
  universe(
    spec: Pick<ScreenSpec, 'groups' | 'asOf' | 'oneCurrency' | 'columns'>,
    symbols: readonly string[],
    { now, hits }: UniverseOptions,
  ): ScreenedUniverse {
    const conditions = spec.groups.flatMap((group) => group.conditions)
    const wanted: readonly FigureWanted[] = [
      ...conditions.flatMap((condition) => (condition.kind === 'figure' ? [condition] : [])),
      ...columnFigures(spec.columns),
    ]
    const own = this.#ownLines(wanted.map(({ field }) => field))
    const figures = this.#figures(wanted, own, { asOf: spec.asOf, now })
    const { table } = figures.figures
    let named: ReadonlyMap<string, facts.CompanyListing> | null = null
    const placeOf = new Map(table.symbols.map((symbol, place) => [symbol, place]))
    return {
      symbols,
      places: Int32Array.from(symbols, (symbol) => placeOf.get(symbol) ?? -1),
      figures,
      listings: () => this.listings(symbols, spec.asOf),
      nameOf: (symbol) => (named ??= this.listings(symbols, null)).get(symbol)?.name ?? null,
      sentiments: () => this.#fact(`sentiments ${symbols.join(' ')}`, () => readLatestScores(this.#db, symbols, now)),
      callsBegun: () => this.#fact(`begun ${spec.asOf ?? 'now'}`, () => facts.getCallsBegun(this.#db, now)),
      ratingActions: ({ action, days: within }) =>
        facts.countRatingActions(this.#db, { action, since: now - within * days, now }),
      latestRatings: () =>
        this.#fact(`latest ratings ${spec.asOf ?? 'now'}`, () =>
          readLatestRatings(this.#db, { symbols: null, asOf: now }),
        ),
      rated: () => this.#fact(`rated ${spec.asOf ?? 'now'}`, () => facts.getRatedCompanies(this.#db, now)),
      restatements: ({ field, days: within }) =>
        facts.getLargestRestatements(this.#db, { field, since: now - within * days, now }),
      searchHits: ({ id }) => hits.get(id) ?? null,
      transcribed: () => this.#fact('transcribed', () => facts.getTranscribedCompanies(this.#db)),
      unitOf: (field) => kindOf(field, own).unit,
      labelOf: (field) => own.names.get(field) ?? labelOf(field),
      errorOf: (field) => errorOf(field, own),
      now,
      isPast: spec.asOf !== null,
      oneCurrency: spec.oneCurrency,
    }
  }

  #figures(
    wanted: readonly FigureWanted[],
    own: OwnLines,
    { asOf, now }: { readonly asOf: number | null; readonly now: number },
  ): CompanyFigures {
    const fields = storedFieldsFor(
      wanted.map(({ field }) => field),
      own.formulas,
    )
    const years = yearsFor(wanted, own)
    const today = new Date(now).toISOString().slice(0, 10)
    // Sectors, which ranks count within, are not of the statements.
    const isRanked = wanted.some(({ measure }) => measure === 'rank')
    const key = JSON.stringify([today, [...own.formulas], [...own.units], isRanked ? this.#db.changes : null])
    const stored = this.#stored({ asOf, years }, fields)
    return stored.with(
      fields,
      key,
      (figures) => {
        let listings: ReadonlyMap<string, facts.CompanyListing> | null = null
        return new CompanyFigures(figures, {
          today,
          isPast: asOf !== null,
          kindOf: (field) => kindOf(field, own),
          sectorOf: (symbol) =>
            securityWord((listings ??= this.listings(figures.table.symbols, asOf)).get(symbol), 'sector'),
        })
      },
      own,
    )
  }

  #stored(wanted: { readonly asOf: number | null; readonly years: number }, fields: readonly string[]): StoredFigures {
    const known = wanted.asOf === null ? this.#now : this.#then
    const isOfThen = known !== null && known.asOf === wanted.asOf && known.years >= wanted.years
    if (isOfThen && known.version === this.#version) return known
    const read = new StoredFigures(this.#db, wanted, fields)
    if (wanted.asOf === null) this.#now = read
    else this.#then = read
    return read
  }

  #ownLines(fields: readonly string[]): OwnLines {
    const texts = fields.filter((field) => field.startsWith(formulaMark))
    // Read only when one is named: building the grammar takes time.
    if (texts.length === 0 && !fields.some((field) => field.startsWith('own.'))) return noLines
    const formulas = new Map<string, Formula>()
    const names = new Map<string, string>()
    const declared = new Map<string, UnitKind>()
    const errors = new Map<string, string>()
    for (const [field, { metric, formula }] of this.#metrics.read()) {
      declared.set(field, metric.unit)
      names.set(field, metric.name)
      if (formula) formulas.set(field, formula)
      else errors.set(field, metric.error?.message ?? 'This metric cannot be calculated.')
    }
    for (const field of texts) {
      const text = field.slice(formulaMark.length)
      const { formula, error } = this.#metrics.parse(text)
      names.set(field, text.trim())
      if (formula) formulas.set(field, formula)
      else errors.set(field, error.message)
    }
    return { formulas, names, units: unitsOf(formulas, declared), errors }
  }

  get #version(): string {
    return this.#fact('version', () => statementsVersion(this.#db))
  }

  #fact<Value>(name: string, read: () => Value): Value {
    const { changes } = this.#db
    if (this.#facts.changes !== changes) this.#facts = { changes, byName: new Map() }
    const { byName } = this.#facts
    if (!byName.has(name)) byName.set(name, read())
    return byName.get(name) as Value
  }
}

/**
 * Units of formulas. A metric's unit is how the user wants it shown; amounts of money stay amounts of money whatever was chosen,
 * since they cannot be compared across currencies.
 */
function unitsOf(
  formulas: ReadonlyMap<string, Formula>,
  declared: ReadonlyMap<string, UnitKind>,
): ReadonlyMap<string, UnitKind> {
  const known = new Map<string, UnitKind>()
  const unitOf = (field: string): UnitKind => {
    const formula = formulas.get(field)
    if (!formula) return comparedLines.get(field)?.unit ?? declared.get(field) ?? 'count'
    const found = known.get(field)
    if (found !== undefined) return found
    // Metrics that need themselves have no formula here.
    const inferred = unitOfFormula(formula, unitOf)
    const unit = isMoneyUnit(inferred) ? inferred : (declared.get(field) ?? inferred)
    known.set(field, unit)
    return unit
  }
  return new Map([...formulas.keys()].map((field) => [field, unitOf(field)]))
}

interface UniverseOptions {
  /** ms UTC: the moment that the screen is made for. */
  readonly now: number
  readonly hits: ReadonlyMap<string, ReadonlyMap<string, number> | null>
}

function kindOf(field: string, own: OwnLines): FigureKind {
  if (field === marketCapField) return { unit: 'money', first: 'highest' }
  const line = comparedLines.get(field)
  return line ?? { unit: own.units.get(field) ?? 'count', first: 'highest' }
}

function errorOf(field: string, own: OwnLines): string | null {
  if (field === marketCapField) return null
  const error = own.errors.get(field)
  if (error !== undefined) return error.replace(/\.$/, '')
  return isKnownLine(field, own.formulas) ? null : 'This line no longer exists'
}

/** Years of history before each company's latest period. */
function yearsFor(wanted: readonly FigureWanted[], { formulas }: OwnLines): number {
  const back = wanted.map(({ measure, period, over }) => {
    const steps = stepsBack(measure, period, over)
    return period === 'year' ? steps : steps / 4
  })
  // The twelve months before a period, and a year for growth that a line itself is of.
  return Math.ceil(Math.max(0, ...back)) + 3 + (formulas.size > 0 ? yearsOfFormulas : 0)
}
