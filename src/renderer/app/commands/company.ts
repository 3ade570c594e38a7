import { commandScope } from './command.ts'

/** In every view of a company. */
export const company = commandScope('Company', {
  'company.overview': { title: 'Company overview', group: 'Go to', keys: ['G D'], code: 'DES' },
  'company.financials': { title: 'Company financials', group: 'Go to', keys: ['G F'], code: 'FA' },
  'company.timeline': { title: 'Company timeline', group: 'Go to', keys: ['G E'], code: 'EVT' },
  'company.calls': {
    title: 'Company calls',
    group: 'Go to',
    keys: ['G T'],
    code: 'TRAN',
    insteadOf: ['go.text'],
  },
  'company.ratings': {
    title: 'Company ratings',
    group: 'Go to',
    keys: ['G A'],
    code: 'ANR',
    insteadOf: ['go.ratings'],
  },
  'company.news': { title: 'Company news', group: 'Go to', keys: ['G N'], code: 'CN', insteadOf: ['go.news'] },
  'company.insights': { title: 'Company insights', group: 'Go to', keys: ['G I'], code: 'INS' },
  'company.restatements': { title: 'Company restatements', group: 'Go to', keys: ['G R'], code: 'RST' },
  'company.profile': { title: 'Company profile', group: 'Go to', keys: ['G P'], code: 'PROF' },
  'company.compare': { title: 'Compare company with…', group: 'Go to', code: 'CMP' },
  'company.tear-sheet': { title: 'Tear sheet…', group: 'View', keys: ['T'], code: 'TEAR', words: ['print', 'pdf'] },
  'company.brief': { title: 'Earnings brief…', group: 'View', keys: ['B'], code: 'BRF', words: ['print', 'pdf'] },
  'company.as-known': { title: 'View as of date…', group: 'Library', keys: ['D'] },
  'company.now': { title: 'Show current data', group: 'Library', keys: ['Shift+D'] },
  'company.refresh': { title: 'Refresh company', group: 'Library', keys: ['R'] },
})

export const overview = commandScope('Company', {
  'overview.play': { title: 'Play latest call', group: 'Playing' },
  'overview.listen': {
    title: 'Play latest call’s recording',
    group: 'Playing',
    keys: ['Space'],
    keysOnly: true,
    insteadOf: ['player.toggle'],
  },
  'overview.arrange': { title: 'Arrange overview…', group: 'View', words: ['hide', 'move', 'parts', 'blocks'] },
  'overview.source': { title: 'Open source of figure', group: 'Table', keys: ['I'] },
})

export const financials = commandScope('Financials', {
  'table.show-income': { title: 'Income statement', group: 'Table', keys: ['I'] },
  'table.show-balance': { title: 'Balance sheet', group: 'Table', keys: ['B'], insteadOf: ['company.brief'] },
  'table.show-cash-flow': { title: 'Cash flow', group: 'Table', keys: ['F'] },
  'table.show-metrics': { title: 'Metrics', group: 'Table', keys: ['M'] },
  'table.show-all': { title: 'All statements', group: 'Table', keys: ['Shift+A'] },
  'table.annual': { title: 'Annual columns', group: 'Table', keys: ['A'] },
  'table.quarterly': { title: 'Quarterly columns', group: 'Table', keys: ['Q'] },
  'table.compare-none': { title: 'Values', group: 'Table', keys: ['V'] },
  'table.compare-yoy': { title: 'Growth y/y', group: 'Table', keys: ['Y'] },
  'table.compare-qoq': { title: 'Growth q/q', group: 'Table', keys: ['W'] },
  'table.compare-common-size': { title: 'Common size', group: 'Table', keys: ['P'] },
  'table.place-totals': { title: 'Growth and common size below totals', group: 'Table' },
  'table.place-lines': { title: 'Growth and common size below every line', group: 'Table' },
  'table.place-instead': { title: 'Growth and common size instead of values', group: 'Table' },
  'table.open-source': { title: 'Open the figure’s source', group: 'Table', keys: ['O'] },
  'table.chart': { title: 'Chart the selected lines', group: 'Table', keys: ['C'] },
  'table.strip': { title: 'Show or hide the charts', group: 'Table', keys: ['Shift+C'] },
  'table.scale': { title: 'Next scale', group: 'Table', keys: ['U'] },
  'table.turn': {
    title: 'Latest or oldest period first',
    group: 'Table',
    keys: ['T'],
    insteadOf: ['company.tear-sheet'],
  },
  'table.splits': { title: 'Adjust for splits', group: 'Table', keys: ['Shift+S'] },
  'table.copy-source': { title: 'Copy with source', group: 'Table', keys: ['Mod+Shift+C'] },
  'table.next-restated': { title: 'Next restated figure', group: 'Table', keys: ['Shift+R'] },
  'table.next-failing': { title: 'Next tie-out break', group: 'Table', keys: ['Shift+T'] },
  'table.known-break': { title: 'Mark break as known', group: 'Table', keys: ['K'] },
  'table.empty-lines': { title: 'Show or hide empty lines', group: 'Table', keys: ['E'] },
  'table.labels-wider': { title: 'Widen the label column', group: 'Table', keys: ['Alt+Shift+ArrowRight'] },
  'table.labels-narrower': { title: 'Narrow the label column', group: 'Table', keys: ['Alt+Shift+ArrowLeft'] },
})

export const restatements = commandScope('Restatements', {
  'restatements.copy': { title: 'Copy restatements', group: 'Table' },
})
