/**
 * Gathers what a company's workbook needs (series, splits, checks, own metrics, restatements,
 * provenance), for a first export and for the update of an earlier one.
 */

import type { ApiInputs } from '#contract/api/api.ts'
import type { Reader } from '../../database/reader-writer.ts'
import type { KnownBreaksOfCompany } from '../../fundamentals/known-break-marks.ts'
import { readBothEditions, type CompanySeries } from '../../fundamentals/company-series.ts'
import { adjustedForSplits, adjustmentFact } from '../../fundamentals/adjust-splits.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { localTimeInWords } from '../../instant.ts'
import { identityOf, nameOfSymbol } from '../../securities/company-name.ts'
import { asOfWords, type ExportFacts } from '../provenance-rows.ts'
import type { UpdatableWorkbook } from '../workbook-update/updatable-workbook.ts'
import { companyBook } from './company-workbook.ts'
import type { OwnLine } from './line-sheets.ts'
import { restatementsOf } from './restatements.ts'
import { provenanceRows } from './provenance.ts'

type ExportedView = Pick<ApiInputs['exports']['company'], 'scale' | 'asOf' | 'adjustSplits'>

interface CompanyExportOptions {
  readonly own: readonly OwnLine[]
  readonly known: KnownBreaksOfCompany
  readonly facts: ExportFacts
}

/** A company's workbook with what it was made from, by which it is brought up to date later. */
export function updatableCompanyWorkbook(
  reader: Reader,
  reported: CompanySeries,
  { scale, asOf, adjustSplits = false, own, known, facts }: ExportedView & CompanyExportOptions,
): UpdatableWorkbook {
  const { symbol, edition } = reported
  const series = adjustSplits ? adjustedForSplits(reported) : reported
  const query = {
    layout: 1,
    kind: 'company',
    madeAt: facts.madeAt,
    symbol,
    edition,
    scale,
    asOf,
    ...(adjustSplits && { adjustSplits }),
  } as const
  const splits = adjustSplits ? adjustmentFact([series]) : null
  return companyBook({
    name: nameOfSymbol(reader, symbol),
    identity: identityOf(reader, symbol),
    series,
    reported,
    splits,
    other: readBothEditions(reader, symbol, edition, asOf)?.other,
    known,
    own,
    scale,
    asOf: asOfWords(asOf, series.periods),
    made: localTimeInWords(facts.madeAt),
    isSample: facts.isSample,
    restated: restatementsOf(reader, series, scale, asOf),
    provenance: provenanceRows(reader, series, { ...facts, asOf, splits, query }),
  })
}

/** The user's own metrics, those that can be calculated. */
export function ownLines(metrics: Pick<Metrics, 'read'>): OwnLine[] {
  return [...metrics.read()].flatMap(([field, { metric, formula }]) =>
    formula ? [{ field, label: metric.name, unit: metric.unit, formula }] : [],
  )
}
