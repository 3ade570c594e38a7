/**
 * The commands of both searches, for securities and in transcripts, and of the term grid: titles,
 * groups, default keys.
 */

import { commandScope } from './command.ts'

/** The search for securities by name or identifier. */
export const securitiesSearch = commandScope('Securities search', {
  'search.box': { title: 'Go to search box', group: 'Table', keys: ['/'], keysOnly: true, insteadOf: ['go.search'] },
  'search.ask': { title: 'Search the service', group: 'Table', keys: ['Mod+Enter'], words: ['lookup online'] },
  'search.next': { title: 'Next security', group: 'Table', keys: ['J'], keysOnly: true },
  'search.before': { title: 'Previous security', group: 'Table', keys: ['K'], keysOnly: true },
  'search.open': { title: 'Open selected security', group: 'Table', keys: ['O'] },
  'search.profile': { title: 'Profile of selected security', group: 'Table', keys: ['P'] },
  'search.copy': { title: 'Copy selected securities', group: 'Table', words: ['clipboard'] },
})

/** The results of a transcript search. */
export const hits = commandScope('Transcript search', {
  'text.box': { title: 'Go to query box', group: 'Table', keys: ['/'], keysOnly: true, insteadOf: ['go.search'] },
  'text.next': { title: 'Next hit', group: 'Table', keys: ['J'], keysOnly: true },
  'text.before': { title: 'Previous hit', group: 'Table', keys: ['K'], keysOnly: true },
  'text.open': { title: 'Open hit', group: 'Table', keys: ['O'] },
  'text.play': { title: 'Play from hit', group: 'Table', keys: ['Space'], insteadOf: ['player.toggle'] },
  'text.copy': { title: 'Copy all hits', group: 'Table', words: ['clipboard'] },
  'text.grid': { title: 'Show or hide term grid', group: 'Table', keys: ['T'], words: ['mentions', 'heat map'] },
})

/** The open cell of the term grid. */
export const termGrid = commandScope('Term grid', {
  'terms.next': { title: 'Next hit', group: 'Table', keys: ['J'] },
  'terms.before': { title: 'Previous hit', group: 'Table', keys: ['K'] },
  'terms.total': { title: 'Show hits of all companies in quarter', group: 'Table', keys: ['Shift+Enter'] },
  'terms.play-all': { title: 'Play all hits in cell', group: 'Table', keys: ['Shift+Space'] },
  'terms.play': { title: 'Play from hit', group: 'Table', keys: ['Space'], insteadOf: ['player.toggle'] },
})

/** The analysts who ask questions on calls. */
export const questioners = commandScope('Who asks', {
  'questioners.box': {
    title: 'Filter analysts',
    group: 'Table',
    keys: ['/'],
    keysOnly: true,
    insteadOf: ['go.search'],
  },
  'questioners.next': { title: 'Next analyst', group: 'Table', keys: ['J'], keysOnly: true },
  'questioners.before': { title: 'Previous analyst', group: 'Table', keys: ['K'], keysOnly: true },
  'questioners.open': { title: 'Open latest question', group: 'Table', keys: ['O'] },
  'questioners.copy': { title: 'Copy analysts', group: 'Table', words: ['clipboard'] },
})
