/** The configuration with which an assistant's program starts `tearsheet mcp`. */

interface AssistantConnection {
  /** `electron`: the installed program; `browser`: the repository. */
  readonly shell: 'electron' | 'browser'
  /** The profile’s folder. */
  readonly profile: string
  /** Id of the workspace that it reads, whichever is open. */
  readonly workspace: string
}

/** JSON in the form that most programs read. */
export function assistantSettings({ shell, profile, workspace }: AssistantConnection): string {
  const words = ['mcp', '--profile', profile, '--workspace', workspace]
  const server =
    shell === 'electron'
      ? { command: 'tearsheet', args: words }
      : { command: 'npm', args: ['--prefix', '/path/to/tearsheet', 'run', '--silent', 'tearsheet', '--', ...words] }
  return JSON.stringify({ mcpServers: { tearsheet: server } }, null, 2)
}
