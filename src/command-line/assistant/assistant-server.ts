/** The Model Context Protocol server: each lookup is a tool, each stored transcript a resource. */

import {
  CLIENT_INFO_META_KEY,
  McpServer,
  ResourceTemplate,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { sentenceOf } from '#contract/failure.ts'
import { Refusal, refuse } from '../refuse.ts'
import { failureOfApi } from '../failure-of-api.ts'
import { withLibrary, type LibraryApi, type LibraryPlace } from '../library-reading.ts'
import type { AnyLookup } from '../lookup.ts'
import { lookups } from '../lookups.ts'
import { calls } from '../lookups/calls.ts'
import { transcript } from '../lookups/transcript.ts'
import type { RequestLog } from './request-log.ts'

/** Milliseconds that a request may take. */
const longestRequest = 30_000

const instructions = `Tearsheet answers from an equity analyst's own library: statements, conference calls, analyst ratings and news that were downloaded from a data service. It reads; it changes and sends nothing.
Money and shares are in full units, ratios and margins are fractions, times are UTC. null is n/a, "n.m." is not meaningful.
Cite your sources: records by number with the time they were fetched, passages of calls by their link, which opens the call at that second. get_figure_source has the request, the versions and the checks of a figure.
The data is licensed to the analyst; it may not be passed on.`

/** Where an answer comes from, in each of them. */
const source = z.object({
  program: z.string(),
  workspace: z.object({ id: z.string(), name: z.string() }),
  /** Host of the data service that the library was downloaded from; null: the sample of the program. */
  service: z.string().nullable(),
  /** When the library was read, UTC. */
  readAt: z.string(),
})

interface AssistantServerOptions {
  readonly place: LibraryPlace
  readonly log: RequestLog
  readonly now: () => number
}

export function assistantServer({ place, log, now }: AssistantServerOptions): McpServer {
  const server = new McpServer({ name: 'tearsheet', title: 'Tearsheet', version: place.version }, { instructions })
  /** Logs each request, answered or not; the failures that a user can understand are answers. */
  const answered = async <Answer>(
    context: ServerContext,
    what: string,
    input: unknown,
    work: () => Promise<Answer>,
  ): Promise<Answer | string> => {
    const started = now()
    const client = clientOf(context)
    const add = (outcome: string) => log.add({ client, what, input, outcome, milliseconds: now() - started })
    try {
      const answer = await work()
      add('answered')
      return answer
    } catch (error) {
      const sentence = sentenceFor(error)
      add(sentence)
      return sentence
    }
  }
  for (const lookup of lookups) {
    const { tool, title, summary, input, answer } = lookup
    server.registerTool(
      tool,
      {
        title,
        description: summary,
        inputSchema: input,
        outputSchema: answer.extend({ source }),
        annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      },
      async (given, context): Promise<CallToolResult> => {
        const found = await answered(context, tool, given, () => look(lookup, given, context.mcpReq.signal))
        if (typeof found === 'string') return { content: [{ type: 'text', text: found }], isError: true }
        return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: found }
      },
    )
  }
  server.registerResource(
    'transcript',
    new ResourceTemplate('tearsheet://call/{callId}', {
      list: async (context) => {
        const { signal } = context.mcpReq
        const found = await answered(context, 'transcripts', {}, () => look(calls, { limit: 100 }, signal))
        if (typeof found === 'string') throw new Error(found)
        return { resources: listed(found) }
      },
    }),
    { title: 'Transcripts', description: 'Transcripts of stored conference calls', mimeType: 'application/json' },
    async (uri, { callId }, context) => {
      const { signal } = context.mcpReq
      const found = await answered(context, uri.href, {}, () => look(transcript, { callId, turns: 500 }, signal))
      if (typeof found === 'string') throw new Error(found)
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(found) }] }
    },
  )
  return server

  async function look(lookup: AnyLookup, input: unknown, requested: AbortSignal): Promise<Record<string, unknown>> {
    const signal = AbortSignal.any([requested, AbortSignal.timeout(longestRequest)])
    return withLibrary(place, async (api) => {
      await demandAccess(api)
      const { data } = await lookup.run(api, input, signal)
      return { ...data, source: await sourceOf(api) }
    })
  }

  async function sourceOf(api: LibraryApi): Promise<z.infer<typeof source>> {
    const { workspaces, active } = await api.workspaces.list()
    const open = workspaces.find(({ id }) => id === active)
    return {
      program: `Tearsheet ${place.version}`,
      workspace: { id: active, name: open?.name ?? active },
      service: open?.kind === 'live' && URL.canParse(open.baseUrl) ? new URL(open.baseUrl).host : null,
      readAt: new Date(now()).toISOString(),
    }
  }
}

/** At each request: the user may withdraw the access, or the administrator forbid exports, while the assistant is connected. */
async function demandAccess(api: LibraryApi): Promise<void> {
  const { exports } = await api.policy.read()
  if (!exports) refuse('Your administrator does not allow exports, and so no assistants.')
  const { isAllowed } = await api.assistants.access()
  if (!isAllowed) refuse('Assistants may not read this workspace. To allow it, open Tearsheet: Settings, Assistants.')
}

const envelope = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string().max(200) }) })

/** As its program names itself in each request; programs of the protocol before 2026 do not. */
function clientOf({ mcpReq }: ServerContext): string | null {
  return envelope.safeParse(mcpReq.envelope).data?.[CLIENT_INFO_META_KEY].name ?? null
}

const listedCalls = z.object({
  calls: z.array(z.object({ callId: z.string(), title: z.string(), transcript: z.unknown() })),
})

function listed(found: unknown) {
  return listedCalls
    .parse(found)
    .calls.filter((call) => call.transcript !== null)
    .map(({ callId, title }) => ({
      uri: `tearsheet://call/${encodeURIComponent(callId)}`,
      name: title,
      mimeType: 'application/json',
    }))
}

function sentenceFor(error: unknown): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof z.ZodError) return `Invalid input: ${error.issues[0]?.message ?? 'unknown'}.`
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'The request took too long.'
  const failure = failureOfApi(error)
  return failure === undefined ? 'Unexpected error. It was not answered.' : sentenceOf(failure)
}
