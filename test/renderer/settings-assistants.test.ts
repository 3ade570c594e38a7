import { expect, test } from 'vitest'
import { assistantSettings } from '../../src/renderer/settings/assistant-settings.ts'

test('an assistant that is configured as the page says reads this workspace, whichever is open', () => {
  expect(JSON.parse(assistantSettings({ shell: 'electron', workspace: 'live-2' }))).toEqual({
    mcpServers: { tearsheet: { command: 'tearsheet', args: ['mcp', '--workspace', 'live-2'] } },
  })
  expect(assistantSettings({ shell: 'browser', workspace: 'sample' })).toContain('"run"')
})
