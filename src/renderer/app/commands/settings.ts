/** The commands of Settings: coverage when a service is connected, and storage. */

import { commandScope } from './command.ts'

/** For the coverage step of connecting a service. */
export const connectCoverage = commandScope('Settings', {
  'connect.load': { title: 'Load coverage', group: 'Library', keys: ['Mod+Enter'], words: ['symbols', 'tickers'] },
})

/** For the table of storage by company. */
export const storageSizes = commandScope('Settings', {
  'storage.next': { title: 'Next company', group: 'Table', keys: ['J'], keysOnly: true },
  'storage.previous': { title: 'Previous company', group: 'Table', keys: ['K'], keysOnly: true },
  'storage.copy': { title: 'Copy companies', group: 'Table', words: ['clipboard'] },
  'storage.remove-recordings': { title: 'Remove recordings…', group: 'Library', words: ['free space', 'delete audio'] },
  'storage.remove-recordings-of': {
    title: 'Remove recordings of company…',
    group: 'Library',
    keys: ['Delete'],
    words: ['free space', 'delete audio'],
  },
})

export const storageBackup = commandScope('Settings', {
  'storage.back-up': { title: 'Back up everything', group: 'Library', words: ['backup', 'archive', 'save all'] },
})

export const storagePublish = commandScope('Settings', {
  'storage.publish': { title: 'Publish library', group: 'Library', words: ['parquet', 'duckdb', 'pandas', 'dataset'] },
})

export const storagePacks = commandScope('Settings', {
  'storage.make-pack': { title: 'Create pack…', group: 'Library', words: ['share', 'hand over', 'colleague'] },
  'storage.open-pack': { title: 'Open pack…', group: 'Library', words: ['import', 'colleague', 'tearsheet-pack'] },
})

export const storageCompact = commandScope('Settings', {
  'storage.compact': { title: 'Compact library', group: 'Library', words: ['free space', 'vacuum'] },
})
