/** The configuration with which an assistant's program starts `tearsheet mcp`. */

interface AssistantConnection {
  /** The words that start the command line: the program, and what comes before the command. */
  readonly commandLine: readonly string[]
  /** The profile’s folder. */
  readonly profile: string
  /** Id of the workspace that it reads, whichever is open. */
  readonly workspace: string
}

/** JSON in the form that most programs read. */
export function assistantSettings({ commandLine, profile, workspace }: AssistantConnection): string {
  const [command = '', ...words] = commandLine
  const server = { command, args: [...words, 'mcp', '--profile', profile, '--workspace', workspace] }
  return JSON.stringify({ mcpServers: { tearsheet: server } }, null, 2)
}
