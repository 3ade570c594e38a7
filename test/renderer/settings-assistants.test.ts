import { expect, test } from 'vitest'
import { assistantSettings } from '../../src/renderer/settings/assistant-settings.ts'

test('an assistant that is configured as the page says starts this installation, wherever it lies, and reads this workspace of this profile', () => {
  const library = { profile: '/data/desk', workspace: 'live-2' }
  const words = ['mcp', '--profile', '/data/desk', '--workspace', 'live-2']
  const serverFor = (commandLine: readonly string[]) =>
    (JSON.parse(assistantSettings({ commandLine, ...library })) as { mcpServers: unknown }).mcpServers
  expect(serverFor(['/Applications/Tearsheet.app/Contents/MacOS/Tearsheet'])).toEqual({
    tearsheet: { command: '/Applications/Tearsheet.app/Contents/MacOS/Tearsheet', args: words },
  })
  expect(serverFor(['/opt/node', '/src/main.ts'])).toEqual({
    tearsheet: { command: '/opt/node', args: ['/src/main.ts', ...words] },
  })
})
