/** The commands of the transcript checks: titles, groups, default keys. */

import { commandScope } from './command.ts'

/** The list of turns to check. */
export const checks = commandScope('Transcript checks', {
  'checks.next': { title: 'Next turn to check', group: 'Table', keys: ['J'], keysOnly: true },
  'checks.previous': { title: 'Previous turn to check', group: 'Table', keys: ['K'], keysOnly: true },
  'checks.play': { title: 'Play turn', group: 'Table', keys: ['P'], words: ['listen', 'audio', 'recording'] },
  'checks.confirm': { title: 'Confirm transcript', group: 'Table', keys: ['Y'], words: ['right', 'verified'] },
  'checks.correct': { title: 'Correct transcript', group: 'Table', keys: ['E'], words: ['edit', 'error', 'wrong'] },
  'checks.open': { title: 'Open call at turn', group: 'Table', keys: ['O'] },
})
