import { expect, test } from 'vitest'
import { assistantSettings } from '../../src/renderer/settings/assistant-settings.ts'

test('an assistant that is configured as the page says reads this workspace of this profile, whichever is open', () => {
  expect(JSON.parse(assistantSettings({ shell: 'electron', profile: '/data/desk', workspace: 'live-2' }))).toEqual({
    mcpServers: {
      tearsheet: { command: 'tearsheet', args: ['mcp', '--profile', '/data/desk', '--workspace', 'live-2'] },
    },
  })
  expect(assistantSettings({ shell: 'browser', profile: '/data/desk', workspace: 'sample' })).toContain('"run"')
})
