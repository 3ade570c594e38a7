import { commandScope } from './command.ts'

export const connectCoverage = commandScope('Settings', {
  'connect.load': { title: 'Load coverage', group: 'Library', keys: ['Mod+Enter'] },
})

export const storageSizes = commandScope('Settings', {
  'storage.copy': { title: 'Copy companies', group: 'Table' },
  'storage.remove-recordings': { title: 'Remove recordings…', group: 'Library' },
  'storage.remove-recordings-of': { title: 'Remove recordings of the company…', group: 'Library', keys: ['Delete'] },
})

export const storageBackup = commandScope('Settings', {
  'storage.back-up': { title: 'Back up everything', group: 'Library' },
})

export const storageCompact = commandScope('Settings', {
  'storage.compact': { title: 'Compact the library', group: 'Library' },
})
