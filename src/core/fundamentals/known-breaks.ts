/** The known breaks feature: the user marks tie-out breaks as known, with a note. */

import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { BreakMark } from '#contract/api/financials.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { breakKey, KnownBreaksOfCompany } from './known-break-marks.ts'
import { deleteKnownBreak, getKnownBreaks, putKnownBreak } from './known-breaks-store.ts'
import { readBothEditions, readPeriod } from './company-series.ts'
import { SeriesTies } from './series-tie-outs.ts'

type Requests = ApiInputs['financials']
type BreakChange = ApiOutputs['financials']['markKnown']

interface KnownBreaksDesk {
  readonly reader: Reader
  /** Null on a read-only profile. */
  readonly writer: Writer | null
}

/** Tie-out breaks that the user has looked into and does not want to be warned of again. */
export class KnownBreaks {
  readonly #library: Pick<LibraryContext, 'reader' | 'clock' | 'announce'>
  readonly #desk: KnownBreaksDesk

  constructor(library: Pick<LibraryContext, 'reader' | 'clock' | 'announce'>, desk: KnownBreaksDesk) {
    this.#library = library
    this.#desk = desk
  }

  of(symbol: string): KnownBreaksOfCompany {
    return new KnownBreaksOfCompany(getKnownBreaks(this.#desk.reader, symbol))
  }

  /** A break that is marked already gets the note. Throws `read-only`, and `bad-request` where nothing fails. */
  mark({ note, ...request }: Requests['markKnown']): BreakChange {
    const markedAt = this.#library.clock.now()
    const { symbol, breaks } = this.#failing(request)
    const added = breaks.map(({ name, known, lapsed }): BreakMark => ({
      symbol,
      ...name,
      note: note ?? (known ?? lapsed)?.note ?? '',
      markedAt: known?.markedAt ?? markedAt,
    }))
    if (added.length === 0) fail({ kind: 'bad-request', detail: 'this figure has no tie-out break' })
    return this.#change({ added, removed: breaks.flatMap(({ known }) => known ?? []) })
  }

  /** Throws `read-only`. */
  unmark(request: Requests['unmarkKnown']): BreakChange {
    const { breaks } = this.#failing(request)
    return this.#change({ added: [], removed: breaks.flatMap(({ known }) => known ?? []) })
  }

  /** Undoes a change. Throws `read-only`. */
  revert({ added, removed }: Requests['revertKnown']): BreakChange {
    return this.#change({ added: removed, removed: added })
  }

  #change(change: BreakChange): BreakChange {
    const { added, removed } = change
    const writer = this.#desk.writer ?? fail({ kind: 'read-only' })
    writer.transaction(() => {
      for (const mark of removed) deleteKnownBreak(writer, mark)
      for (const mark of added) putKnownBreak(writer, mark)
    })
    for (const symbol of new Set([...added, ...removed].map((mark) => mark.symbol)))
      this.#library.announce({ kind: 'fundamentals', symbol })
    return change
  }

  /** The failing checks of the figure now: the named one, or all that count as its breaks. */
  #failing({ recordId, field, check, asOf }: Requests['unmarkKnown']) {
    const { reader } = this.#library
    const period = readPeriod(reader, recordId, asOf ?? null) ?? fail({ kind: 'not-in-library' })
    const { symbol, edition } = period
    const both = readBothEditions(reader, symbol, edition, asOf ?? null) ?? fail({ kind: 'not-in-library' })
    const at = both.series.periods.findIndex((each) => each.recordId === recordId)
    const marks = this.of(symbol)
    const ties = new SeriesTies(both.series, both.other, marks)
    const checks =
      check === undefined
        ? ties.checks(at, (each) => each === field)
        : [ties.named(at, check)].flatMap((one) => one ?? [])
    const breaks = checks
      .filter(({ tie }) => tie.result === 'fails')
      .map((each) => {
        const name = ties.breakName(each)
        return { name, known: marks.get(breakKey(name)), lapsed: marks.lapsed(name) }
      })
    return { symbol, breaks }
  }
}
