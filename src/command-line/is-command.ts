/** Which first words of a command line name a command; without the code of the commands, so that a window starts without it. */

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
  'schema',
  'completion',
  'man',
  'help',
] as const

export function isCommand(word: string | undefined): boolean {
  return commandNames.some((name) => name === word)
}
