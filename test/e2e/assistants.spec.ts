import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { z } from 'zod'
import { expect, test } from './fixtures.ts'
import { SettingsPage } from './pages/settings-page.ts'

test.use({ profileState: 'loaded sample' })

const configuration = z.object({
  mcpServers: z.object({ tearsheet: z.object({ command: z.string(), args: z.array(z.string()) }) }),
})

test('an assistant that gets the shown configuration, and nothing else, reads the workspace once it may', async ({
  workspace,
}, { project }) => {
  test.skip(project.name !== 'browser', 'a runtime without the installed program has no command line')
  const settings = new SettingsPage(workspace)
  await settings.open('Assistants')
  await settings.screen.getByText(/^Allow assistants to read/).click()
  const shown = await settings.screen.getByRole('group', { name: 'Configuration' }).textContent()
  const { command, args } = configuration.parse(JSON.parse(shown ?? '')).mcpServers.tearsheet
  const client = new Client({ name: 'research-assistant', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command, args, stderr: 'pipe' }))
  try {
    const find = async () =>
      JSON.stringify(await client.callTool({ name: 'find_securities', arguments: { query: 'Halden' } }))
    await expect.poll(find).toContain('HLDN')
  } finally {
    await client.close()
  }
})
