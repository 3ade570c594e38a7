/**
 * What mutation testing covers: the parts of the core that decide and calculate, without files, network or databases of their own.
 *
 * @typedef {object} MutationTarget
 * @property {readonly string[]} mutate sources whose code is changed, under src/core
 * @property {readonly string[]} tests what has to notice, under test/core
 */

/** @type {Readonly<Record<string, MutationTarget>>} */
export const mutationTargets = {
  recordings: {
    mutate: ['recordings/{range-response,byte-range,resume-schedule}.ts'],
    tests: ['recordings/{range-response,resume-schedule,comebacks}.test.ts'],
  },
  service: {
    mutate: ['service/{retry,response-validation}.ts', 'sync/circuit-breaker.ts'],
    tests: [
      'service/{retry,retry-after,response-validation,response-validation-forms}.test.ts',
      'sync/circuit-breaker.test.ts',
    ],
  },
  fundamentals: {
    mutate: [
      'fundamentals/{calculate,fiscal-period,growth,last-twelve-months,period-ends,period-remarks,share-split,series-ties,tie-measures,tie-outs}.ts',
    ],
    tests: ['fundamentals/*.test.ts'],
  },
  comparisons: {
    mutate: ['comparisons/{column-figures,comparison-modes,pack-table,peers,period-columns}.ts'],
    tests: ['comparisons/*.test.ts'],
  },
  search: {
    mutate: ['search/{bit-set,evaluate,matched-spans,occurrences,query-expansion,rank}.ts'],
    tests: ['search/*.test.ts'],
  },
  sync: {
    mutate: ['sync/{circuit-breaker,completeness,date-ranges,requested-symbols,size-estimates,sync-plan}.ts'],
    tests: ['sync/*.test.ts'],
  },
  export: {
    mutate: ['export/{number-formats,split-formula,tie-cell}.ts', 'export/workbook/{cells,sheet-names,xml-text}.ts'],
    tests: ['export/**/*.test.ts'],
  },
  grammars: {
    mutate: [
      'search/{parse-query,query-grammar,query-tokens}.ts',
      'metrics/{evaluate-formula,formula-grammar,formula-tokens,read-formula,spreadsheet-formula}.ts',
    ],
    tests: ['search/*.test.ts', 'metrics/*.test.ts'],
  },
}
