/**
 * The commands of a comparison, of its chart and of its scatter: titles, groups, default keys.
 */

import { commandScope } from './command.ts'

/** For a comparison: companies, lines, periods and their presentation. */
export const compare = commandScope('Compare', {
  'compare.add': { title: 'Add companies', group: 'Table', keys: ['+'], words: ['peers', 'tickers'] },
  'compare.lines': {
    title: 'Choose lines',
    group: 'Table',
    keys: ['Shift+L'],
    insteadOf: ['player.forward'],
    words: ['metrics', 'rows'],
  },
  'compare.basis-annual': { title: 'Annual columns', group: 'Table', keys: ['A'], words: ['fiscal years', 'FY'] },
  'compare.basis-annual-ltm': {
    title: 'Annual + LTM columns',
    group: 'Table',
    keys: ['Shift+A'],
    words: ['last twelve months', 'LTM'],
  },
  'compare.basis-quarterly': { title: 'Quarterly columns', group: 'Table', keys: ['Q'], words: ['quarters'] },
  'compare.basis-ltm': {
    title: 'LTM columns',
    group: 'Table',
    keys: ['Shift+Q'],
    words: ['last twelve months', 'rolling'],
  },
  'compare.mode-values': { title: 'Compare by: Values', group: 'Table', keys: ['V'] },
  'compare.mode-yoy': {
    title: 'Compare by: Growth y/y',
    group: 'Table',
    keys: ['Y'],
    words: ['year over year', 'change'],
  },
  'compare.mode-qoq': {
    title: 'Compare by: Growth q/q',
    group: 'Table',
    keys: ['W'],
    words: ['quarter over quarter', 'sequential'],
  },
  'compare.mode-cagr': { title: 'Compare by: CAGR', group: 'Table', keys: ['Shift+Y'], words: ['compound growth'] },
  'compare.mode-common-size': {
    title: 'Compare by: Common size',
    group: 'Table',
    keys: ['P'],
    words: ['percent of revenue'],
  },
  'compare.mode-index': { title: 'Compare by: Index 100', group: 'Table', keys: ['I'], words: ['rebase'] },
  'compare.mode-median': {
    title: 'Compare by: Difference vs. median',
    group: 'Table',
    keys: ['M'],
    words: ['relative'],
  },
  'compare.mode-peer': {
    title: 'Compare by: Difference vs. peer',
    group: 'Table',
    keys: ['Shift+M'],
    words: ['relative'],
  },
  'compare.align': {
    title: 'Switch between calendar and fiscal periods',
    group: 'Table',
    keys: ['Shift+K'],
    words: ['calendarize'],
  },
  'compare.periods-all': { title: 'Show or hide periods most companies lack', group: 'Table' },
  'compare.one-currency': { title: 'Treat as one currency', group: 'Table', words: ['FX'] },
  'compare.rank': { title: 'Show or hide ranks', group: 'Table', keys: ['#'], words: ['order'] },
  'compare.layout-spread': { title: 'Layout: Spread', group: 'Table', keys: ['1'] },
  'compare.layout-period': { title: 'Layout: One period', group: 'Table', keys: ['2'] },
  'compare.layout-time': { title: 'Layout: Over time', group: 'Table', keys: ['3'] },
  'compare.layout-scatter': {
    title: 'Layout: Scatter',
    group: 'Table',
    keys: ['4'],
    words: ['XY chart'],
  },
  'compare.chart': { title: 'Chart the selection', group: 'Table', keys: ['C'], words: ['graph', 'plot'] },
  'compare.chart-trends': { title: 'Chart: Quarterly trends', group: 'Table' },
  'compare.chart-lines': { title: 'Chart: Lines', group: 'Table' },
  'compare.chart-bars': { title: 'Chart: Bars', group: 'Table' },
  'compare.chart-multiples': { title: 'Chart: Small multiples', group: 'Table' },
  'compare.pivot': { title: 'Transpose', group: 'Table', keys: ['Shift+T'], words: ['swap rows and columns', 'pivot'] },
  'compare.source': { title: 'Show source of figure', group: 'Table', keys: ['O'], words: ['audit', 'drill down'] },
  'compare.copy-source': { title: 'Copy with source', group: 'Table', words: ['clipboard', 'cite'] },
  'compare.left': { title: 'Move company left', group: 'Table', keys: ['Alt+Shift+ArrowLeft'] },
  'compare.right': { title: 'Move company right', group: 'Table', keys: ['Alt+Shift+ArrowRight'] },
  'compare.remove': { title: 'Remove company', group: 'Table', keys: ['Delete'], words: ['delete'] },
  'compare.scale': {
    title: 'Next currency scale',
    group: 'Table',
    keys: ['U'],
    words: ['units', 'thousands', 'millions', 'billions'],
  },
  'compare.turn': {
    title: 'Reverse period order',
    group: 'Table',
    keys: ['T'],
    words: ['sort', 'oldest first', 'latest first'],
  },
  'compare.splits': {
    title: 'Adjust for splits',
    group: 'Table',
    keys: ['Shift+S'],
    words: ['stock split', 'per share'],
  },
  'compare.booklet': {
    title: 'Booklet of these companies…',
    group: 'Table',
    keys: ['B'],
    words: ['tear sheets', 'pdf', 'print'],
  },
  'compare.refresh': { title: 'Refresh these companies', group: 'Library', keys: ['R'], words: ['update', 'reload'] },
})

/** For the chart below the comparison. */
export const comparePicture = commandScope('Compare', {
  'compare.chart-save': { title: 'Save chart as picture', group: 'Table', words: ['PNG', 'image', 'export chart'] },
  'compare.chart-svg': { title: 'Save chart as SVG', group: 'Table', words: ['vector', 'image', 'export chart'] },
  'compare.chart-copy': {
    title: 'Copy chart as picture',
    group: 'Table',
    keys: ['Mod+Shift+C'],
    words: ['image', 'clipboard'],
  },
})

/** The scatter of a comparison. The comparison's commands that concern its table are not available there. */
export const scatter = commandScope('Scatter', {
  'compare.scatter-next': { title: 'Next company', group: 'Table', keys: ['J'] },
  'compare.scatter-previous': { title: 'Previous company', group: 'Table', keys: ['K'] },
  'compare.scatter-second': {
    title: 'Second trail: next company',
    group: 'Table',
    keys: ['Shift+J'],
    insteadOf: ['player.back'],
  },
  'compare.scatter-no-second': { title: 'Remove the second trail', group: 'Table' },
  'compare.scatter-open': { title: 'Open company financials', group: 'Table', keys: ['Enter'] },
  'compare.scatter-draw': {
    title: 'Show or hide company',
    group: 'Table',
    keys: ['Space'],
    insteadOf: ['player.toggle'],
  },
  'compare.scatter-trail': { title: 'Next trail length', group: 'Table', keys: ['T'], insteadOf: ['compare.turn'] },
  'compare.scatter-swap': { title: 'Swap axes', group: 'Table', keys: ['X'], insteadOf: ['tab.close'] },
  'compare.scatter-medians': {
    title: 'Show or hide medians',
    group: 'Table',
    keys: ['M'],
    insteadOf: ['compare.mode-median'],
  },
  'compare.scatter-values': { title: 'Copy scatter values', group: 'Table', words: ['clipboard'] },
  'compare.scatter-copy': {
    title: 'Copy scatter as picture',
    group: 'Table',
    keys: ['Mod+Shift+C'],
    words: ['image', 'clipboard'],
  },
  'compare.scatter-png': { title: 'Save scatter as picture', group: 'Table', words: ['PNG', 'image'] },
  'compare.scatter-svg': { title: 'Save scatter as SVG', group: 'Table', words: ['vector', 'image'] },
})
