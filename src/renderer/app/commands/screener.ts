import { commandScope } from './command.ts'

export const screener = commandScope('Screener', {
  'screen.condition': { title: 'Add a condition', group: 'Table', keys: ['N'] },
  'screen.group': { title: 'Add a group of conditions', group: 'Table' },
  'screen.undo': { title: 'Undo the last change of the screen', group: 'Table', keys: ['Mod+Z'] },
  'screen.save': { title: 'Save the screen', group: 'Table', keys: ['Mod+S'] },
  'screen.new': { title: 'New screen', group: 'Table' },
  'screen.open': { title: 'Open the company', group: 'Table', keys: ['O'] },
  'screen.tick': {
    title: 'Select the company',
    group: 'Table',
    keys: ['Space'],
    keysOnly: true,
    insteadOf: ['player.toggle'],
  },
  'screen.watchlist': { title: 'Add results to a watchlist', group: 'Table', keys: ['A'] },
  'screen.compare': { title: 'Compare results', group: 'Table', keys: ['M'] },
  'screen.booklet': {
    title: 'Booklet of the results…',
    group: 'Table',
    keys: ['B'],
    words: ['tear sheets', 'pdf', 'print'],
  },
  'screen.workbook': { title: 'Save results as a workbook', group: 'Table', keys: ['W'], keysOnly: true },
  'screen.columns': { title: 'Choose columns', group: 'Table', keys: ['E'] },
  'screen.download': { title: 'Download what the screen lacks', group: 'Library' },
})
