/** The commands of an open call and of lists of calls: titles, groups, default keys. */

import { commandScope } from './command.ts'

/** An open call: its transcript, notes and highlights. */
export const callReader = commandScope('Call reader', {
  'call.find': {
    title: 'Find in this call',
    group: 'Call',
    keys: ['/', 'Mod+F'],
    insteadOf: ['go.search'],
    words: ['search'],
  },
  'call.next-hit': { title: 'Next hit', group: 'Call', keys: ['N'] },
  'call.previous-hit': { title: 'Previous hit', group: 'Call', keys: ['Shift+N'] },
  // While no text is being found, its keys go from figure to figure.
  'call.next-figure': { title: 'Next figure', group: 'Call', keys: ['N'], insteadOf: ['call.next-hit'] },
  'call.previous-figure': {
    title: 'Previous figure',
    group: 'Call',
    keys: ['Shift+N'],
    insteadOf: ['call.previous-hit'],
  },
  'call.figures': {
    title: 'Show or hide figures spoken',
    group: 'Call',
    keys: ['Shift+F'],
    words: ['agree', 'differ', 'verify', 'reported', 'statements', 'check numbers'],
  },
  'call.figure-list': {
    title: 'List figures spoken',
    group: 'Call',
    keys: ['I'],
    words: ['agree', 'differ', 'reported', 'guidance'],
  },
  'call.checks': {
    title: 'List turns to check',
    group: 'Call',
    words: ['confidence', 'verify', 'listen', 'correct', 'confirm', 'transcript error'],
  },
  'call.copy-figures': { title: 'Copy listed figures', group: 'Call', words: ['clipboard', 'excel'] },
  'call.wrong-match': { title: 'Wrong match', group: 'Call', keys: ['W'], words: ['dismiss figure', 'false'] },
  'call.play': { title: 'Play from this turn', group: 'Call', keys: ['Enter'] },
  // While a figure is selected in the current turn, its key opens what is reported.
  'call.open-figure': {
    title: 'Open reported figure',
    group: 'Call',
    keys: ['Enter'],
    insteadOf: ['call.play'],
    words: ['source', 'statement'],
  },
  // When a recording is loaded the key belongs to the player.
  'call.listen': {
    title: 'Play this call',
    group: 'Call',
    keys: ['Space'],
    insteadOf: ['player.toggle'],
    words: ['audio', 'recording'],
  },
  'call.loop': { title: 'Repeat this turn', group: 'Call', keys: ['O'], words: ['loop'] },
  'call.follow': { title: 'Follow playback', group: 'Call', keys: ['F'], words: ['auto-scroll'] },
  'call.next-turn': { title: 'Next turn', group: 'Call', keys: ['J'], keysOnly: true },
  'call.previous-turn': { title: 'Previous turn', group: 'Call', keys: ['K'], keysOnly: true },
  'call.next-speech': { title: 'Next turn by this speaker', group: 'Call', keys: ['S'] },
  'call.previous-speech': { title: 'Previous turn by this speaker', group: 'Call', keys: ['Shift+S'] },
  'call.next-chapter': { title: 'Next chapter', group: 'Call', keys: ['Alt+ArrowDown'] },
  'call.previous-chapter': { title: 'Previous chapter', group: 'Call', keys: ['Alt+ArrowUp'] },
  'call.before': {
    title: 'This speaker on the previous call',
    group: 'Call',
    keys: ['B'],
    words: ['same speaker', 'last call', 'prior call'],
  },
  'call.before-topic': {
    title: 'This topic on the previous call',
    group: 'Call',
    keys: ['Shift+B'],
    words: ['same passage', 'last call', 'prior call'],
  },
  'call.compare': {
    title: 'Compare with previous call',
    group: 'Call',
    keys: ['Shift+C'],
    words: ['diff', 'new and dropped', 'repeated', 'reworded', 'last call', 'prior call'],
  },
  'call.note': { title: 'Highlight and add note', group: 'Call', keys: ['M'], words: ['annotate', 'comment'] },
  'call.highlight-violet': { title: 'Highlight in violet', group: 'Call', keys: ['1'], words: ['mark'] },
  'call.highlight-amber': { title: 'Highlight in amber', group: 'Call', keys: ['2'], words: ['mark'] },
  'call.highlight-green': { title: 'Highlight in green', group: 'Call', keys: ['3'], words: ['mark'] },
  'call.highlight-red': { title: 'Highlight in red', group: 'Call', keys: ['4'], words: ['mark'] },
  'call.quote': { title: 'Copy quote', group: 'Call', keys: ['Q'], words: ['clipboard', 'cite'] },
  'call.quote-row': {
    title: 'Copy quote as spreadsheet row',
    group: 'Call',
    keys: ['Shift+Q'],
    words: ['excel', 'clipboard'],
  },
  'call.link': {
    title: 'Copy link to this turn',
    group: 'Call',
    words: ['share', 'URL', 'deep link', 'timestamp'],
  },
  'call.clip': {
    title: 'Save audio clip with quote',
    group: 'Call',
    keys: ['Shift+P'],
    words: ['recording', 'sound bite'],
  },
  'call.brief': { title: 'Earnings brief…', group: 'Call', words: ['print', 'pdf'] },
  'call.save-docx': {
    title: 'Save transcript and notes: Word document',
    group: 'Call',
    keys: ['Mod+E'],
    words: ['export', 'docx'],
  },
  'call.save-html': { title: 'Save transcript and notes: HTML', group: 'Call', words: ['export', 'web page'] },
  'call.save-markdown': { title: 'Save transcript and notes: Markdown', group: 'Call', words: ['export', 'md'] },
  'call.panel': {
    title: 'Show or hide call panel',
    group: 'Call',
    keys: ['D'],
    words: ['summary', 'participants', 'sidebar'],
  },
  'call.source': { title: 'Show source of call', group: 'Call', keys: ['Shift+O'], words: ['record', 'request'] },
  'call.notes': { title: 'Show notes on call', group: 'Call', keys: ['Shift+D'], words: ['highlights'] },
  'call.larger': {
    title: 'Increase transcript text size',
    group: 'Call',
    keys: ['+', '='],
    words: ['font size', 'zoom in'],
  },
  'call.smaller': {
    title: 'Decrease transcript text size',
    group: 'Call',
    keys: ['-'],
    words: ['font size', 'zoom out'],
  },
  'call.confidence': {
    title: 'Show or hide confidence marks',
    group: 'Call',
    keys: ['C'],
    words: ['speech recognition'],
  },
  'call.times': { title: 'Timestamp settings…', group: 'Call', keys: ['T'], words: ['offset', 'sync audio'] },
  'call.refresh': { title: 'Refresh this call', group: 'Library', keys: ['R'], words: ['update', 'reload'] },
})

/** A list of calls, on the screen of all calls and in a company's view. */
export const calls = commandScope('Calls', {
  'calls.text': { title: 'Filter calls', group: 'Table', keys: ['/'], keysOnly: true, insteadOf: ['go.search'] },
  'calls.next': { title: 'Next call', group: 'Table', keys: ['J'], keysOnly: true },
  'calls.before': { title: 'Previous call', group: 'Table', keys: ['K'], keysOnly: true },
  'calls.open': { title: 'Open call', group: 'Table', keys: ['O'] },
  'calls.copy': { title: 'Copy selected calls', group: 'Table', words: ['clipboard'] },
  'calls.listen': { title: 'Play call next', group: 'Table', keys: ['P'], words: ['queue'] },
  'calls.play': { title: 'Play call', group: 'Table', keys: ['Space'], insteadOf: ['player.toggle'] },
  'calls.preview': { title: 'Show or hide preview', group: 'Table', keys: ['V'] },
  'calls.download': { title: 'Download selected calls', group: 'Library' },
  'calls.on-disk': {
    title: 'Downloaded calls only',
    group: 'Table',
    keys: ['D'],
    insteadOf: ['company.as-known'],
    words: ['offline', 'stored'],
  },
  'calls.clear': { title: 'Clear call filters', group: 'Table', words: ['reset'] },
  'calls.older': { title: 'Load older calls', group: 'Library', words: ['earlier', 'more'] },
})

/** Only on the screen of all calls: a company's list is refreshed with the rest of its page. */
export const allCalls = commandScope('Calls', {
  'calls.newest': { title: 'Refresh calls', group: 'Library', keys: ['R'], words: ['update', 'reload'] },
})
