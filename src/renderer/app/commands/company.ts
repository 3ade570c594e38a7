/**
 * The commands of a company's page, its overview, its financials and its restatements: titles,
 * groups, default keys.
 */

import { commandScope } from './command.ts'

/** On every page of a company. */
export const company = commandScope('Company', {
  'company.overview': {
    title: 'Company overview',
    group: 'Go to',
    keys: ['G D'],
    code: 'DES',
    words: ['description', 'snapshot', 'summary'],
  },
  'company.financials': {
    title: 'Company financials',
    group: 'Go to',
    keys: ['G F'],
    code: 'FA',
    words: ['income statement', 'balance sheet', 'cash flow', 'fundamentals'],
  },
  'company.timeline': {
    title: 'Company timeline',
    group: 'Go to',
    keys: ['G E'],
    code: 'EVT',
    words: ['events', 'history'],
  },
  'company.calls': {
    title: 'Company calls',
    group: 'Go to',
    keys: ['G T'],
    code: 'TRAN',
    insteadOf: ['go.text'],
    words: ['transcripts', 'earnings calls'],
  },
  'company.guidance': {
    title: 'Company guidance',
    group: 'Go to',
    keys: ['G U'],
    code: 'GUID',
    words: ['outlook', 'forecast', 'expectations'],
  },
  'company.ratings': {
    title: 'Company ratings',
    group: 'Go to',
    keys: ['G A'],
    code: 'ANR',
    insteadOf: ['go.ratings'],
    words: ['price targets', 'recommendations'],
  },
  'company.news': {
    title: 'Company news',
    group: 'Go to',
    keys: ['G N'],
    code: 'CN',
    insteadOf: ['go.news'],
    words: ['headlines'],
  },
  'company.insights': {
    title: 'Company insights',
    group: 'Go to',
    keys: ['G I'],
    code: 'INS',
    words: ['risk factors', 'sentiment', 'filing text'],
  },
  'company.restatements': {
    title: 'Company restatements',
    group: 'Go to',
    keys: ['G R'],
    code: 'RST',
    words: ['revisions', 'changes'],
  },
  'company.profile': {
    title: 'Company profile',
    group: 'Go to',
    keys: ['G P'],
    code: 'PROF',
    words: ['identifiers', 'ISIN', 'CUSIP', 'FIGI'],
  },
  'company.compare': { title: 'Compare company with…', group: 'Go to', code: 'CMP', words: ['peers', 'comps'] },
  'company.compare-calls': {
    title: 'Compare latest call with previous call',
    group: 'Go to',
    code: 'DIFF',
    words: ['new and dropped', 'repeated', 'reworded', 'transcript'],
  },
  'company.tear-sheet': { title: 'Tear sheet…', group: 'View', keys: ['T'], code: 'TEAR', words: ['print', 'pdf'] },
  'company.brief': { title: 'Earnings brief…', group: 'View', keys: ['B'], code: 'BRF', words: ['print', 'pdf'] },
  'company.as-known': {
    title: 'View as of date…',
    group: 'Library',
    keys: ['D'],
    words: ['point in time', 'history', 'vintage'],
  },
  'company.now': { title: 'Show current data', group: 'Library', keys: ['Shift+D'], words: ['latest', 'leave as of'] },
  'company.refresh': { title: 'Refresh company', group: 'Library', keys: ['R'], words: ['update', 'reload'] },
})

export const overview = commandScope('Company', {
  'overview.play': { title: 'Play latest call', group: 'Playing', words: ['audio', 'listen'] },
  'overview.listen': {
    title: 'Play latest call’s recording',
    group: 'Playing',
    keys: ['Space'],
    keysOnly: true,
    insteadOf: ['player.toggle'],
  },
  'overview.arrange': { title: 'Arrange overview…', group: 'View', words: ['hide', 'move', 'parts', 'blocks'] },
  'overview.source': { title: 'Show source of figure', group: 'Table', keys: ['I'], words: ['audit', 'drill down'] },
})

export const financials = commandScope('Financials', {
  'table.show-income': { title: 'Income statement', group: 'Table', keys: ['I'], words: ['P&L', 'profit and loss'] },
  'table.show-balance': {
    title: 'Balance sheet',
    group: 'Table',
    keys: ['B'],
    insteadOf: ['company.brief'],
    words: ['assets', 'liabilities'],
  },
  'table.show-cash-flow': { title: 'Cash flow', group: 'Table', keys: ['F'], words: ['CFO', 'free cash flow'] },
  'table.show-metrics': { title: 'Metrics', group: 'Table', keys: ['M'], words: ['ratios', 'KPIs'] },
  'table.show-all': { title: 'All statements', group: 'Table', keys: ['Shift+A'] },
  'table.annual': { title: 'Annual columns', group: 'Table', keys: ['A'], words: ['fiscal years', 'FY'] },
  'table.quarterly': { title: 'Quarterly columns', group: 'Table', keys: ['Q'], words: ['quarters'] },
  'table.compare-none': { title: 'Show values', group: 'Table', keys: ['V'] },
  'table.compare-yoy': { title: 'Show growth y/y', group: 'Table', keys: ['Y'], words: ['year over year', 'change'] },
  'table.compare-qoq': {
    title: 'Show growth q/q',
    group: 'Table',
    keys: ['W'],
    words: ['quarter over quarter', 'change', 'sequential'],
  },
  'table.compare-common-size': {
    title: 'Show common size',
    group: 'Table',
    keys: ['P'],
    words: ['percent of revenue', 'vertical analysis'],
  },
  'table.place-totals': { title: 'Growth and common size below totals', group: 'Table' },
  'table.place-lines': { title: 'Growth and common size below every line', group: 'Table' },
  'table.place-instead': { title: 'Growth and common size instead of values', group: 'Table' },
  'table.open-source': { title: 'Show source of figure', group: 'Table', keys: ['O'], words: ['audit', 'drill down'] },
  'table.chart': { title: 'Chart selected lines', group: 'Table', keys: ['C'], words: ['graph', 'plot'] },
  'table.strip': { title: 'Show or hide charts', group: 'Table', keys: ['Shift+C'], words: ['sparklines', 'graph'] },
  'table.scale': {
    title: 'Next currency scale',
    group: 'Table',
    keys: ['U'],
    words: ['units', 'thousands', 'millions', 'billions'],
  },
  'table.turn': {
    title: 'Reverse period order',
    group: 'Table',
    keys: ['T'],
    insteadOf: ['company.tear-sheet'],
    words: ['sort', 'oldest first', 'latest first'],
  },
  'table.splits': {
    title: 'Adjust for splits',
    group: 'Table',
    keys: ['Shift+S'],
    words: ['stock split', 'per share'],
  },
  'table.copy-source': {
    title: 'Copy with source',
    group: 'Table',
    keys: ['Mod+Shift+C'],
    words: ['clipboard', 'cite'],
  },
  'table.next-restated': {
    title: 'Next restated figure',
    group: 'Table',
    keys: ['Shift+R'],
    words: ['changed', 'revised'],
  },
  'table.next-failing': {
    title: 'Next tie-out break',
    group: 'Table',
    keys: ['Shift+T'],
    words: ['error', 'check', 'mismatch'],
  },
  'table.known-break': { title: 'Mark break as known', group: 'Table', keys: ['Shift+K'], words: ['accept', 'ignore'] },
  'table.empty-lines': { title: 'Show or hide empty lines', group: 'Table', keys: ['E'], words: ['blank rows'] },
  'table.labels-wider': { title: 'Widen label column', group: 'Table', keys: ['Alt+Shift+ArrowRight'] },
  'table.labels-narrower': { title: 'Narrow label column', group: 'Table', keys: ['Alt+Shift+ArrowLeft'] },
})

/** The charts above the statements, as one picture. */
export const chartStrip = commandScope('Financials', {
  'table.chart-save': { title: 'Save charts as picture', group: 'Table', words: ['PNG', 'image', 'export chart'] },
  'table.chart-svg': { title: 'Save charts as SVG', group: 'Table', words: ['vector', 'image', 'export chart'] },
  'table.chart-copy': { title: 'Copy charts as picture', group: 'Table', words: ['image', 'clipboard'] },
})

export const restatements = commandScope('Restatements', {
  'restatements.copy': { title: 'Copy restatements', group: 'Table', words: ['clipboard'] },
})
