import { Client, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { lookups } from '#command-line/lookups.ts'
import { callOnWire, callsSetup, transcribed, type CallOnWire } from '../core/calls/calls-service.ts'
import { filesIn, hashOf, ownFolder } from '../core/folders.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'

const program = join(import.meta.dirname, '../../src/command-line/main.ts')

/** An assistant’s program: the client of the protocol’s own library, over the pipes of a process. */
async function connected(profile: string): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--profile', profile],
    stderr: 'pipe',
  })
  const client = new Client({ name: 'research-assistant', version: '1.0.0' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

/** A call a number of hours after the first, with its lines. */
function callAt(id: string, hours: number, ...lines: readonly string[]): CallOnWire {
  const start = new Date(Date.UTC(2025, 0, 1, hours)).toISOString()
  return callOnWire(id, {
    start_time: start,
    end_time: start,
    ...transcribed(...(lines.length > 0 ? lines : ['Jane Doe: Welcome.'])),
  })
}

/** A library with the transcripts of some calls, and with others that are not downloaded. */
async function libraryWithCalls(stored: readonly CallOnWire[], notDownloaded: readonly CallOnWire[]) {
  const setup = await callsSetup({ pageSize: 500 })
  setup.resource.calls = [...notDownloaded, ...stored]
  await setup.reach('latest')
  for (const { call_id: callId } of stored) await setup.open(callId, { freshness: 'service' })
  return setup
}

const logged = z.object({ client: z.string(), what: z.string(), outcome: z.string(), input: z.string() })
function logOf(profile: string): z.infer<typeof logged>[] {
  return readFileSync(join(profile, 'logs', 'assistants.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => logged.parse(JSON.parse(line)))
}

test('an assistant finds a figure and its source in the library, next to the open window, and the request is logged (A1, A3)', async () => {
  const { api, profile } = await filledLibrary()
  await api.assistants.setAccess({ isAllowed: true })
  const client = await connected(profile)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(lookups.map(({ tool }) => tool))
  expect(client.getInstructions()).toContain('nothing is converted')
  expect(client.getInstructions()).toContain('adjusted for a split')
  expect(tools.filter(({ description }) => description?.includes('nothing is converted'))).toHaveLength(2)
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
  const statements = await client.callTool({
    name: 'get_statements',
    arguments: { symbol: 'HLDN', fields: ['Revenue'], periods: 1 },
  })
  const found = z
    .object({
      periods: z.array(z.object({ records: z.array(z.number()) })),
      lines: z.array(z.object({ values: z.array(z.number()) })),
      source: z.object({ workspace: z.object({ id: z.literal('sample') }), readAt: z.string() }),
    })
    .parse(statements.structuredContent)
  const record = found.periods[0]?.records[0] ?? 0
  const source = await client.callTool({
    name: 'get_figure_source',
    arguments: { records: [record], field: 'Revenue' },
  })
  const shown = await api.source.figure({ recordId: record, field: 'Revenue' })
  expect(source.structuredContent).toMatchObject({
    value: found.lines[0]?.values[0],
    sources: [{ hash: shown.hash, request: { path: shown.request.path, parameters: shown.request.parameters } }],
  })
  expect(logOf(profile).map(({ client, what, outcome }) => [client, what, outcome])).toEqual([
    ['research-assistant', 'get_statements', 'answered'],
    ['research-assistant', 'get_figure_source', 'answered'],
  ])
})

test('an assistant reads a transcript as a resource, with a link to each passage', async () => {
  const { api, profile } = await filledLibrary()
  await api.assistants.setAccess({ isAllowed: true })
  const client = await connected(profile)
  const { resources } = await client.listResources()
  const [first] = resources
  if (!first) throw new Error('no transcript is listed')
  const { contents } = await client.readResource({ uri: first.uri })
  const [content] = contents
  const text = content !== undefined && 'text' in content ? content.text : ''
  const { turns } = z
    .object({ turns: z.array(z.object({ text: z.string(), link: z.string().nullable() })) })
    .parse(JSON.parse(text))
  expect(turns.length).toBeGreaterThan(5)
  expect(turns.some(({ link }) => link?.startsWith(first.uri))).toBe(true)
})

test('the resources are every stored transcript, page by page, although most calls are not downloaded', async () => {
  const stored = Array.from({ length: 103 }, (_, at) => callAt(`stored-${at}`, at))
  const notDownloaded = Array.from({ length: 120 }, (_, at) => callAt(`latest-${at}`, 1000 + at))
  const { api, profile } = await libraryWithCalls(stored, notDownloaded)
  await api.assistants.setAccess({ isAllowed: true })
  const client = await connected(profile)
  // The client requests page after page.
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(stored.map(({ call_id }) => `tearsheet://call/${call_id}`).reverse())
  await expect(client.listResources({ cursor: 'no cursor' })).rejects.toThrow('Invalid cursor')
  const second = Buffer.from('100').toString('base64url')
  expect(logOf(profile).map(({ what, input, outcome }) => [what, input, outcome])).toEqual([
    ['transcripts', '{}', 'answered'],
    ['transcripts', `{"cursor":"${second}"}`, 'answered'],
    ['transcripts', '{"cursor":"no cursor"}', expect.stringContaining('Invalid cursor')],
  ])
})

/** The transcript that a resource has. */
const transcriptRead = z.object({
  callId: z.string(),
  turns: z.array(z.object({ link: z.string().nullable() })),
})
async function transcriptAt(client: Client, uri: string): Promise<z.infer<typeof transcriptRead>> {
  const { contents } = await client.readResource({ uri })
  const [content] = contents
  return transcriptRead.parse(JSON.parse(content !== undefined && 'text' in content ? content.text : ''))
}

test('every listed transcript can be read, whatever the service uses as the id of a call', async () => {
  const ids = ['2026/Q3 é', '50% off?', 'a,b#c', 'plain']
  const { api, profile } = await libraryWithCalls(
    ids.map((id, at) => callAt(id, at)),
    [],
  )
  await api.assistants.setAccess({ isAllowed: true })
  const client = await connected(profile)
  const { resources } = await client.listResources()
  const read: string[] = []
  for (const { uri } of resources) read.push((await transcriptAt(client, uri)).callId)
  expect(read).toEqual(ids.toReversed())
})

test('the link of a passage that an assistant cites can be read as a resource', async () => {
  const call = callOnWire('cited', transcribed('Jane Doe: Welcome.', 'Sam Okafor: Thank you.'))
  const { api, profile } = await libraryWithCalls([call], [])
  await api.assistants.setAccess({ isAllowed: true })
  const client = await connected(profile)
  const { turns } = await transcriptAt(client, 'tearsheet://call/cited')
  const link = turns[1]?.link ?? ''
  expect(link).toMatch(/\?t=/)
  expect(await transcriptAt(client, link)).toMatchObject({ callId: 'cited', turns })
})

test('an address that cannot be decoded is refused as such, and logged (A3)', async () => {
  const { api, profile } = await libraryWithCalls([], [])
  await api.assistants.setAccess({ isAllowed: true })
  const client = await connected(profile)
  await expect(client.readResource({ uri: 'tearsheet://call/%zz' })).rejects.toMatchObject({
    code: ProtocolErrorCode.InvalidParams,
  })
  expect(logOf(profile).map(({ what, outcome }) => [what, outcome])).toEqual([
    ['tearsheet://call/%zz', expect.stringContaining('Invalid URI')],
  ])
})

test('a resource is the whole transcript, however long', async () => {
  const lines = Array.from({ length: 1234 }, (_, at) => `${at % 2 === 0 ? 'Jane Doe' : 'Sam Okafor'}: Remark ${at}.`)
  const { api, profile } = await libraryWithCalls([callAt('long', 0, ...lines)], [])
  await api.assistants.setAccess({ isAllowed: true })
  const client = await connected(profile)
  const { contents } = await client.readResource({ uri: 'tearsheet://call/long' })
  const [content] = contents
  const { turns, total } = z
    .object({ total: z.number(), turns: z.array(z.object({ turn: z.number() })) })
    .parse(JSON.parse(content !== undefined && 'text' in content ? content.text : ''))
  expect(total).toBe(1234)
  expect(turns.map(({ turn }) => turn)).toEqual(Array.from({ length: 1234 }, (_, at) => at))
})

test('no assistant reads a workspace before its user allows it, or after they have withdrawn that (A2)', async () => {
  const { api, profile } = await filledLibrary()
  const client = await connected(profile)
  const call = async () => client.callTool({ name: 'list_watchlists', arguments: {} })
  expect(await call()).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('may not read') as string }],
  })
  await expect(client.listResources()).rejects.toThrow('may not read')
  await api.assistants.setAccess({ isAllowed: true })
  expect((await call()).isError ?? false).toBe(false)
  await api.assistants.setAccess({ isAllowed: false })
  expect((await call()).isError).toBe(true)
  expect(logOf(profile).filter(({ outcome }) => outcome === 'answered')).toHaveLength(1)
})

test('the access is that of one workspace (A2)', async () => {
  const { api } = await filledLibrary()
  await api.assistants.setAccess({ isAllowed: true })
  const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
  const { id } = await api.workspaces.create({ name: 'Live', baseUrl: 'https://data.example.com', search })
  await api.workspaces.activate({ id })
  expect(await api.assistants.access()).toMatchObject({ isAllowed: false })
  await api.workspaces.activate({ id: 'sample' })
  expect(await api.assistants.access()).toMatchObject({ isAllowed: true })
})

test('an assistant changes nothing in the profile but its own log (A1, C9)', async () => {
  const library = await filledLibrary()
  const { api, profile } = library
  await api.assistants.setAccess({ isAllowed: true })
  await library.close()
  const contents = () =>
    filesIn(profile)
      .filter((name) => !/-(wal|shm)$|^logs/.test(name))
      .map((name) => [name, hashOf(join(profile, name))])
  const before = contents()
  const client = await connected(profile)
  for (const { tool } of lookups)
    await client.callTool({ name: tool, arguments: { symbol: 'HLDN', query: 'revenue' } }).catch(() => null)
  expect(contents()).toEqual(before)
})

test('an input that does not fit is an answer that says so, and the next request is answered', async () => {
  const { api, profile } = await filledLibrary()
  await api.assistants.setAccess({ isAllowed: true })
  const client = await connected(profile)
  for (const args of [{}, { symbol: 'HLDN', periods: 1e9 }, { symbol: ['HLDN'] }, { symbol: 'NOPE' }])
    expect((await client.callTool({ name: 'get_statements', arguments: args })).isError).toBe(true)
  const { isError = false } = await client.callTool({ name: 'get_statements', arguments: { symbol: 'HLDN' } })
  expect(isError).toBe(false)
})

test('a misspelled parameter or tool is refused with the nearest name, and logged like any request (A3)', async () => {
  const { api, profile } = await filledLibrary()
  await api.assistants.setAccess({ isAllowed: true })
  const client = await connected(profile)
  const refused: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['list_ratings', { symbol: 'HLDN' }, 'There is no parameter symbol. Did you mean symbols?'],
    ['get_statements', { symbol: 'HLDN', as_of: '2026-01-31' }, 'There is no parameter as_of. Did you mean asOf?'],
    ['get_statements', { symbols: ['HLDN'] }, 'There is no parameter symbols. Did you mean symbol?'],
    ['list_watchlists', { page: 2 }, 'There is no parameter page. Parameters: limit, offset.'],
    ['get_statements', { symbol: 'HLDN', periods: 1e9 }, 'periods: Too big: expected number to be <=120.'],
  ]
  for (const [name, input, sentence] of refused)
    expect(await client.callTool({ name, arguments: input })).toMatchObject({
      isError: true,
      content: [{ text: sentence }],
    })
  const unknown = 'There is no tool list_rating. Did you mean list_ratings?'
  await expect(client.callTool({ name: 'list_rating', arguments: {} })).rejects.toThrow(unknown)
  expect(logOf(profile).map(({ client, what, outcome }) => [client, what, outcome])).toEqual([
    ...refused.map(([what, , sentence]) => ['research-assistant', what, sentence]),
    ['research-assistant', 'list_rating', expect.stringContaining(unknown)],
  ])
})

test('a request that the assistant cancels while it waits for another one is logged as canceled, whatever the reason (A3)', async () => {
  const { api, profile } = await libraryWithCalls([], [])
  await api.assistants.setAccess({ isAllowed: true })
  const client = await connected(profile)
  const cancel = new AbortController()
  const first = client.callTool({ name: 'list_calls', arguments: {} })
  const second = client.callTool({ name: 'list_news', arguments: {} }, { signal: cancel.signal })
  // Both are sent by then, and the first opens the library.
  await setImmediate()
  cancel.abort('not needed any more')
  await expect(second).rejects.toThrow('not needed any more')
  await first
  await client.callTool({ name: 'list_watchlists', arguments: {} })
  expect(logOf(profile).map(({ what, outcome }) => [what, outcome])).toEqual([
    ['list_calls', 'answered'],
    ['list_news', 'The request was canceled.'],
    ['list_watchlists', 'answered'],
  ])
})

test('no tool takes a parameter that it does not describe', async () => {
  const { profile } = await filledLibrary()
  const client = await connected(profile)
  const { tools } = await client.listTools()
  expect(tools.map(({ inputSchema }) => inputSchema['additionalProperties'])).toEqual(tools.map(() => false))
})

test.each([
  ['that does not exist', (folder: string) => join(folder, 'typo')],
  ['in which nothing was ever opened', (folder: string) => folder],
])('a profile %s is named as such to the assistant, and nothing is created there', async (_, profileIn) => {
  const folder = ownFolder()
  const client = await connected(profileIn(folder))
  expect(await client.callTool({ name: 'list_calls', arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: 'The profile folder cannot be used: nothing was ever opened there.' }],
  })
  await expect(client.callTool({ name: 'list_call', arguments: {} })).rejects.toThrow('There is no tool list_call.')
  expect(readdirSync(folder)).toEqual([])
})

test('a log that cannot be written leaves a request without an answer (A3)', async () => {
  const { api, profile } = await filledLibrary()
  await api.assistants.setAccess({ isAllowed: true })
  writeFileSync(join(profile, 'logs'), 'a file where the folder should be')
  const client = await connected(profile)
  expect(await client.callTool({ name: 'list_watchlists', arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: 'The request could not be logged, so no data was sent.' }],
  })
})
