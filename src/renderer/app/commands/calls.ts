import { commandScope } from './command.ts'

export const callReader = commandScope('Call reader', {
  'call.find': { title: 'Find in this call', group: 'Call', keys: ['/', 'Mod+F'], insteadOf: ['go.search'] },
  'call.next-hit': { title: 'Next hit', group: 'Call', keys: ['N'] },
  'call.previous-hit': { title: 'Previous hit', group: 'Call', keys: ['Shift+N'] },
  'call.play': { title: 'Play from this turn', group: 'Call', keys: ['Enter'] },
  // With a recording loaded the key is the player's.
  'call.listen': { title: 'Play this call', group: 'Call', keys: ['Space'], insteadOf: ['player.toggle'] },
  'call.loop': { title: 'Repeat this turn', group: 'Call', keys: ['O'] },
  'call.follow': { title: 'Follow the recording', group: 'Call', keys: ['F'] },
  'call.next-turn': { title: 'Next turn', group: 'Call', keys: ['J'], keysOnly: true },
  'call.previous-turn': { title: 'Previous turn', group: 'Call', keys: ['K'], keysOnly: true },
  'call.next-speech': { title: 'Next turn by this speaker', group: 'Call', keys: ['S'] },
  'call.previous-speech': { title: 'Previous turn by this speaker', group: 'Call', keys: ['Shift+S'] },
  'call.next-chapter': { title: 'Next chapter', group: 'Call', keys: ['Alt+ArrowDown'] },
  'call.previous-chapter': { title: 'Previous chapter', group: 'Call', keys: ['Alt+ArrowUp'] },
  'call.before': { title: 'This speaker on the previous call', group: 'Call', keys: ['B'] },
  'call.note': { title: 'Highlight and add note', group: 'Call', keys: ['M'] },
  'call.highlight-violet': { title: 'Highlight in violet', group: 'Call', keys: ['1'] },
  'call.highlight-amber': { title: 'Highlight in amber', group: 'Call', keys: ['2'] },
  'call.highlight-green': { title: 'Highlight in green', group: 'Call', keys: ['3'] },
  'call.highlight-red': { title: 'Highlight in red', group: 'Call', keys: ['4'] },
  'call.quote': { title: 'Copy quote', group: 'Call', keys: ['Q'] },
  'call.quote-row': { title: 'Copy quote as spreadsheet row', group: 'Call', keys: ['Shift+Q'] },
  'call.clip': { title: 'Save audio clip with quote', group: 'Call', keys: ['Shift+P'] },
  'call.brief': { title: 'Earnings brief…', group: 'Call', words: ['print', 'pdf'] },
  'call.save-docx': { title: 'Save transcript and notes: Word document', group: 'Call', keys: ['Mod+E'] },
  'call.save-html': { title: 'Save transcript and notes: HTML', group: 'Call' },
  'call.save-markdown': { title: 'Save transcript and notes: Markdown', group: 'Call' },
  'call.panel': { title: 'Call panel', group: 'Call', keys: ['D'] },
  'call.source': { title: 'Call source', group: 'Call', keys: ['Shift+O'] },
  'call.notes': { title: 'Call notes', group: 'Call', keys: ['Shift+D'] },
  'call.larger': { title: 'Increase text size', group: 'Call', keys: ['+', '='] },
  'call.smaller': { title: 'Decrease text size', group: 'Call', keys: ['-'] },
  'call.confidence': { title: 'Show or hide confidence marks', group: 'Call', keys: ['C'] },
  'call.times': { title: 'Timestamp settings…', group: 'Call', keys: ['T'] },
  'call.refresh': { title: 'Refresh this call', group: 'Library', keys: ['R'] },
})

/** A list of calls, on the screen of all calls and in a company's view. */
export const calls = commandScope('Calls', {
  'calls.text': { title: 'Filter calls', group: 'Table', keys: ['/'], keysOnly: true, insteadOf: ['go.search'] },
  'calls.next': { title: 'Next call', group: 'Table', keys: ['J'], keysOnly: true },
  'calls.before': { title: 'Previous call', group: 'Table', keys: ['K'], keysOnly: true },
  'calls.open': { title: 'Open call', group: 'Table', keys: ['O'] },
  'calls.copy': { title: 'Copy selected calls', group: 'Table' },
  'calls.listen': { title: 'Play call next', group: 'Table', keys: ['P'] },
  'calls.play': { title: 'Play call', group: 'Table', keys: ['Space'], insteadOf: ['player.toggle'] },
  'calls.preview': { title: 'Show or hide preview', group: 'Table', keys: ['V'] },
  'calls.download': { title: 'Download selected calls', group: 'Library' },
  'calls.on-disk': {
    title: 'Downloaded calls only',
    group: 'Table',
    keys: ['D'],
    insteadOf: ['company.as-known'],
  },
  'calls.clear': { title: 'Clear call filters', group: 'Table' },
  'calls.older': { title: 'Load older calls', group: 'Library' },
})

/** On the screen of all calls alone: a company's list is refreshed with the rest of its page. */
export const allCalls = commandScope('Calls', {
  'calls.newest': { title: 'Refresh calls', group: 'Library', keys: ['R'] },
})

/** A list of ratings or news, on their own screen and in a company's view. */
export const records = commandScope('Ratings and news', {
  'records.text': {
    title: 'Filter ratings or news',
    group: 'Table',
    keys: ['/'],
    keysOnly: true,
    insteadOf: ['go.search'],
  },
  'records.next': { title: 'Next row', group: 'Table', keys: ['J'], keysOnly: true },
  'records.before': { title: 'Previous row', group: 'Table', keys: ['K'], keysOnly: true },
  'records.open': { title: 'Open rating or news item', group: 'Table', keys: ['O'] },
  'records.copy': { title: 'Copy all ratings or news', group: 'Table' },
  'records.clear': { title: 'Clear the filters', group: 'Table' },
  'records.older': { title: 'Load older ratings or news', group: 'Library' },
})

/** On the screen of ratings and news alone: a company's list is refreshed with the rest of its page. */
export const allRecords = commandScope('Ratings and news', {
  'records.newest': { title: 'Refresh ratings or news', group: 'Library', keys: ['R'] },
})

/** A timeline, of a company or a watchlist. */
export const timeline = commandScope('Timeline', {
  'timeline.in': { title: 'Zoom in', group: 'View', keys: ['+', '='] },
  'timeline.out': { title: 'Zoom out', group: 'View', keys: ['-'] },
  'timeline.all': { title: 'All time', group: 'View', keys: ['0'] },
  'timeline.earlier': { title: 'Earlier period', group: 'View', keys: ['Shift+ArrowLeft'] },
  'timeline.later': { title: 'Later period', group: 'View', keys: ['Shift+ArrowRight'] },
  'timeline.kind-call': { title: 'Calls on the timeline', group: 'View', keys: ['1'] },
  'timeline.kind-rating': { title: 'Ratings on the timeline', group: 'View', keys: ['2'] },
  'timeline.kind-news': { title: 'News on the timeline', group: 'View', keys: ['3'] },
  'timeline.kind-period': { title: 'Period ends on the timeline', group: 'View', keys: ['4'] },
  'timeline.kind-restated': { title: 'Restatements on the timeline', group: 'View', keys: ['5'] },
  'timeline.kind-withdrawn': { title: 'Withdrawals on the timeline', group: 'View', keys: ['6'] },
  'timeline.lanes': { title: 'One lane per company or per kind', group: 'View', keys: ['V'] },
  'timeline.next': { title: 'Next event', group: 'Table', keys: ['K'], keysOnly: true },
  'timeline.before': { title: 'Previous event', group: 'Table', keys: ['J'], keysOnly: true },
  'timeline.next-link': { title: 'Next linked event', group: 'Table', keys: ['N'] },
  'timeline.previous-link': { title: 'Previous linked event', group: 'Table', keys: ['Shift+N'] },
  'timeline.range': { title: 'Begin or end a range at the selected event', group: 'Table', keys: ['M'] },
  'timeline.clear-range': { title: 'Clear range', group: 'Table', keys: ['Shift+M'] },
  'timeline.pane': { title: 'Show or hide event', group: 'View', keys: ['I'] },
  'timeline.open': { title: 'Open event', group: 'Table', keys: ['O'] },
  'timeline.copy': { title: 'Copy all shown', group: 'Table' },
  'timeline.older': { title: 'Load older calls, ratings and news', group: 'Library' },
})

/** On a watchlist's timeline alone. */
export const listTimeline = commandScope('Timeline', {
  'timeline.newest': { title: 'Refresh calls, ratings and news', group: 'Library', keys: ['R'] },
})
