/** The commands of the comparison of two calls: titles, groups, default keys. */

import { commandScope } from './command.ts'

export const callComparison = commandScope('Call comparison', {
  'comparison.next-change': { title: 'Next change', group: 'Call', keys: ['N'] },
  'comparison.previous-change': { title: 'Previous change', group: 'Call', keys: ['Shift+N'] },
  'comparison.next': { title: 'Next passage', group: 'Call', keys: ['J'], keysOnly: true },
  'comparison.previous': { title: 'Previous passage', group: 'Call', keys: ['K'], keysOnly: true },
  'comparison.side': {
    title: 'Other call',
    group: 'Call',
    keys: ['F6'],
    insteadOf: ['view.next-region'],
    words: ['change side', 'switch side'],
  },
  'comparison.play': {
    title: 'Play passage',
    group: 'Call',
    keys: ['Space'],
    insteadOf: ['player.toggle'],
    words: ['audio', 'recording', 'listen'],
  },
  'comparison.open': {
    title: 'Open call at passage',
    group: 'Call',
    keys: ['Enter', 'O'],
    words: ['transcript', 'read'],
  },
  'comparison.split': {
    title: 'Not the same passage',
    group: 'Call',
    keys: ['W'],
    words: ['wrong pair', 'wrong match', 'split', 'separate'],
  },
  'comparison.fold': { title: 'Expand or collapse group', group: 'View', keys: ['F'], words: ['collapse', 'expand'] },
  'comparison.kind-new': { title: 'Show or hide new passages', group: 'View', keys: ['1'] },
  'comparison.kind-dropped': { title: 'Show or hide dropped passages', group: 'View', keys: ['2'] },
  'comparison.kind-reworded': { title: 'Show or hide reworded passages', group: 'View', keys: ['3'] },
  'comparison.kind-repeated': { title: 'Show or hide repeated passages', group: 'View', keys: ['4'] },
  'comparison.by-topic': { title: 'Passages by topic', group: 'View', words: ['group'] },
  'comparison.by-speaker': { title: 'Passages by speaker', group: 'View', words: ['group'] },
  'comparison.as-spoken': { title: 'Passages as spoken', group: 'View', words: ['order of the call'] },
  'comparison.together': {
    title: 'Scroll together or separately',
    group: 'View',
    words: ['release', 'separate', 'as spoken', 'link'],
  },
  'comparison.questions': {
    title: 'Passages or questions',
    group: 'View',
    keys: ['Q'],
    words: ['analysts', 'repeated questions', 'raised again'],
  },
  'comparison.panel': {
    title: 'Show or hide what changed',
    group: 'View',
    keys: ['D'],
    words: ['sidebar', 'tone', 'vocabulary'],
  },
  'comparison.copy': { title: 'Copy changes', group: 'Call', words: ['clipboard', 'excel'] },
})
