import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDb } from '../duckdb.ts'
import { countRows, documentedQueries } from '../documented-queries.ts'
import { SettingsPage } from '../e2e/pages/settings-page.ts'
import { WorkspacePage } from '../e2e/pages/workspace-page.ts'
import { expect, test } from './fixtures.ts'
import { packedProgramArguments, type PackedProgram } from './packed-program.ts'

interface Statements {
  readonly periods: readonly { readonly end: string; readonly records: readonly number[] }[]
  readonly lines: readonly { readonly field: string; readonly values: readonly (number | null)[] }[]
}

async function printedBy(program: PackedProgram): Promise<string> {
  expect(await program.ended, program.printed).toBe(0)
  return program.printed
}

test('the packed program publishes the sample to an engine, hands it to a second profile and cites a figure to an assistant, without a network', async ({
  start,
  folder,
}) => {
  const [ada, ben] = [join(folder, 'ada'), join(folder, 'ben')]
  const window = start([`--profile=${ada}`])
  const workspace = new WorkspacePage(await window.page())
  await workspace.isOpen()
  await expect(workspace.page.getByText('first start, loaded')).toBeVisible({ timeout: 90_000 })
  const settings = new SettingsPage(workspace)
  await settings.open('Assistants')
  await settings.screen.getByText(/^Allow assistants to read/).click()
  await expect(settings.screen.getByRole('checkbox', { name: /^Allow assistants to read/ })).toBeChecked()
  const statements = async (profile: string) =>
    JSON.parse(await printedBy(start([`--profile=${profile}`, 'statements', 'HLDN', '--json']))) as Statements
  const shown = await statements(ada)
  const revenue = shown.lines.find(({ field }) => field === 'Revenue')?.values[0]
  expect(revenue).toEqual(expect.any(Number))

  const assistant = new Client({ name: 'research-assistant', version: '1.0.0' })
  await assistant.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...packedProgramArguments, `--profile=${ada}`, 'mcp'],
      stderr: 'pipe',
    }),
  )
  const cited = await assistant.callTool({
    name: 'get_figure_source',
    arguments: { records: shown.periods[0]?.records, field: 'Revenue' },
  })
  await assistant.close()
  expect(cited.structuredContent).toMatchObject({
    value: revenue,
    sources: [
      {
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        request: { path: expect.stringContaining('fundamentals') as unknown },
      },
    ],
  })
  expect(await window.quit()).toBe(0)

  const published = join(folder, 'published')
  await mkdir(published)
  await printedBy(start([`--profile=${ada}`, 'publish', '--to', published]))
  const duck = await DuckDb.open()
  const counts = await countRows(duck, documentedQueries(published))
  duck.close()
  // Nobody has corrected a turn here, and one asks what was known on a day before this library began.
  expect(counts.map((count) => count > 0)).toEqual([true, true, false, true, false, true])

  const pack = join(folder, 'optics.tearsheet-pack')
  await printedBy(start([`--profile=${ada}`, 'pack', '--to', pack, '--author', 'Ada', '--companies', 'HLDN']))
  expect(await printedBy(start([`--profile=${ben}`, 'open-pack', pack]))).toMatch(
    /^Workspace Sample\.\nPack by Ada\. Added: /,
  )
  const withoutRecords = ({ periods, lines }: Statements) => ({ periods: periods.map(({ end }) => end), lines })
  expect(withoutRecords(await statements(ben))).toEqual(withoutRecords(shown))
})
