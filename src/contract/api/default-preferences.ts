import type { Preferences } from './api.ts'

/** The preferences that apply until the user chooses otherwise. */
export const defaultPreferences: Preferences = {
  theme: 'system',
  change: 'green-red',
  rows: 'dense',
  scale: 'millions',
  order: 'oldest-first',
  railLabels: null,
  readingSize: 17,
  confidenceMarks: true,
  figureMarks: true,
  logos: false,
  adjustSplits: false,
  overviewParts: [],
  callWidths: {},
  paperSize: null,
  paperHeader: '',
  paperDisclaimer: '',
  paperSectionsOff: [],
  commandKeys: {},
  characterKeys: true,
  proxy: { mode: 'system', address: '', bypass: '' },
}
