/**
 * What mutation testing covers: the parts of the core that decide and calculate, without files, network or databases of their own.
 * Each source has the tests that say what it has to do, so that a run of one source takes a minute and not an hour.
 *
 * @typedef {object} MutationTarget
 * @property {string} source whose code is changed, under src/core
 * @property {readonly string[]} tests what has to notice, under test/core
 */

/** @type {Readonly<Record<string, readonly MutationTarget[]>>} */
export const mutationTargets = {
  recordings: [
    { source: 'recordings/classify-range-response.ts', tests: ['recordings/classify-range-response.test.ts'] },
    { source: 'recordings/byte-range.ts', tests: ['recordings/{byte-range,classify-range-response}.test.ts'] },
    { source: 'recordings/resume-schedule.ts', tests: ['recordings/resume-schedule.test.ts'] },
  ],
  service: [
    { source: 'service/retry.ts', tests: ['service/{retry,retry-after}.test.ts'] },
    {
      source: 'service/response-validation.ts',
      tests: ['service/{response-validation,response-validation-forms}.test.ts'],
    },
  ],
  fundamentals: [
    { source: 'fundamentals/calculate-lines.ts', tests: ['fundamentals/calculated-lines.test.ts'] },
    { source: 'fundamentals/fiscal-period.ts', tests: ['fundamentals/fiscal-period.test.ts'] },
    { source: 'fundamentals/growth.ts', tests: ['fundamentals/growth.test.ts'] },
    { source: 'fundamentals/last-twelve-months.ts', tests: ['fundamentals/calculated-lines.test.ts'] },
    { source: 'fundamentals/period-remarks.ts', tests: ['fundamentals/period-remarks.test.ts'] },
    { source: 'fundamentals/share-split.ts', tests: ['fundamentals/share-split.test.ts'] },
    { source: 'fundamentals/series-tie-outs.ts', tests: ['fundamentals/series-tie-outs.test.ts'] },
    { source: 'fundamentals/tie-out-tolerance.ts', tests: ['fundamentals/tie-out-tolerance.test.ts'] },
    { source: 'fundamentals/tie-outs.ts', tests: ['fundamentals/tie-outs.test.ts'] },
  ],
  comparisons: [
    { source: 'comparisons/column-figures.ts', tests: ['comparisons/column-figures.test.ts'] },
    { source: 'comparisons/comparison-modes.ts', tests: ['comparisons/comparison-modes.test.ts'] },
    { source: 'comparisons/pack-table.ts', tests: ['comparisons/pack-table.test.ts'] },
    { source: 'comparisons/peers.ts', tests: ['comparisons/peers.test.ts'] },
    { source: 'comparisons/period-columns.ts', tests: ['comparisons/period-columns.test.ts'] },
  ],
  search: [
    { source: 'transcript-search/bit-set.ts', tests: ['transcript-search/bit-set.test.ts'] },
    { source: 'transcript-search/evaluate-query.ts', tests: ['transcript-search/{evaluate,matches}.test.ts'] },
    { source: 'transcript-search/matched-spans.ts', tests: ['transcript-search/matched-spans.test.ts'] },
    { source: 'transcript-search/occurrences.ts', tests: ['transcript-search/{occurrences,matched-spans}.test.ts'] },
    { source: 'transcript-search/query-expansion.ts', tests: ['transcript-search/{query-expansion,matches}.test.ts'] },
    { source: 'transcript-search/rank-hits.ts', tests: ['transcript-search/{rank,hit-order}.test.ts'] },
  ],
  sync: [
    { source: 'sync/circuit-breaker.ts', tests: ['sync/circuit-breaker.test.ts'] },
    { source: 'sync/completeness.ts', tests: ['sync/{completeness,completeness-matrix}.test.ts'] },
    { source: 'sync/companies-completeness.ts', tests: ['sync/completeness.test.ts'] },
    { source: 'sync/completeness-matrix.ts', tests: ['sync/completeness-matrix.test.ts'] },
    { source: 'sync/date-ranges.ts', tests: ['sync/date-ranges.test.ts'] },
    { source: 'sync/sync-plan.ts', tests: ['sync/sync-plan.test.ts'] },
  ],
  export: [
    { source: 'export/number-formats.ts', tests: ['export/number-formats.test.ts'] },
    { source: 'export/split-formula.ts', tests: ['export/split-formula.test.ts'] },
    { source: 'export/tie-out-cells.ts', tests: ['export/tie-out-cells.test.ts'] },
    { source: 'export/workbook/cells.ts', tests: ['export/workbook/cells.test.ts'] },
    { source: 'export/workbook/sheet-names.ts', tests: ['export/workbook/sheet-names.test.ts'] },
    { source: 'export/workbook/xml-text.ts', tests: ['export/workbook/xml-text.test.ts'] },
  ],
  grammars: [
    { source: 'transcript-search/parse-query.ts', tests: ['transcript-search/query.test.ts'] },
    { source: 'transcript-search/query-grammar.ts', tests: ['transcript-search/query.test.ts'] },
    { source: 'transcript-search/query-tokens.ts', tests: ['transcript-search/query.test.ts'] },
    { source: 'metrics/evaluate-formula.ts', tests: ['metrics/formula.test.ts'] },
    { source: 'metrics/formula-grammar.ts', tests: ['metrics/formula.test.ts'] },
    { source: 'metrics/formula-tokens.ts', tests: ['metrics/formula.test.ts'] },
    { source: 'metrics/read-formula.ts', tests: ['metrics/formula.test.ts'] },
    { source: 'metrics/spreadsheet-formula.ts', tests: ['metrics/formula.test.ts'] },
  ],
}
