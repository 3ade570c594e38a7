/** Which first words of a command line name a command; without the code of the commands, so that a window starts without it. */

import { didYouMean, nearestNames } from './nearest-names.ts'

/** Names of all commands; the tests compare them with the commands themselves. */
export const commandNames = [
  'find',
  'statements',
  'compare',
  'restatements',
  'source',
  'search',
  'calls',
  'transcript',
  'ratings',
  'news',
  'watchlists',
  'workspaces',
  'export',
  'take-offline',
  'publish',
  'pack',
  'open-pack',
  'mcp',
  'doctor',
  'schema',
  'completion',
  'man',
  'help',
] as const

export type CommandWord = (typeof commandNames)[number]

export function isCommand(word: string | undefined): word is CommandWord {
  return commandNames.some((name) => name === word)
}

/**
 * “There is no command “docter”. Did you mean doctor?” An option is named without its value, which may be a key, and the sentence says where
 * options belong.
 */
export function noCommand(word: string): string {
  const [option = ''] = word.split('=', 1)
  if (word.startsWith('-')) return `Put ${option.slice(0, 60)} after the command.`
  return `There is no command “${word.slice(0, 60)}”.${didYouMean(nearestNames(word, commandNames))}`
}
