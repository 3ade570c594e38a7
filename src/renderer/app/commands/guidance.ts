/** The commands of a company's guidance: titles, groups, default keys. */

import { commandScope } from './command.ts'

export const guidance = commandScope('Guidance', {
  'guidance.open': { title: 'Open passage in call', group: 'Table', keys: ['O'], words: ['transcript', 'read'] },
  'guidance.play': {
    title: 'Play passage',
    group: 'Playing',
    keys: ['Space'],
    insteadOf: ['player.toggle'],
    words: ['audio', 'listen'],
  },
  'guidance.wrong-match': { title: 'Wrong match', group: 'Table', keys: ['W'], words: ['dismiss guidance', 'false'] },
  'guidance.pane': { title: 'Show or hide passage', group: 'View', keys: ['I'] },
  'guidance.copy': { title: 'Copy guidance table', group: 'Table', words: ['clipboard'] },
  'guidance.download': { title: 'Download missing transcripts', group: 'Library', words: ['calls', 'fetch'] },
})
