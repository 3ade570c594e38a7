/** The Model Context Protocol server: each lookup is a tool, each stored transcript a resource. */

import {
  CLIENT_INFO_META_KEY,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { sentenceOf } from '#contract/failure.ts'
import { failureOf } from '#core/failure-error.ts'
import { Refusal } from '../refuse.ts'
import { lookups } from '../lookups.ts'
import { listedTranscripts, source, type LibraryRequest, type SourcedResponse } from './library-requests.ts'
import type { LibraryThread } from './library-thread.ts'
import type { RequestLog } from './request-log.ts'

const json = 'application/json'

const instructions = `Tearsheet answers from an equity analyst's own library: statements, conference calls, analyst ratings and news that were downloaded from a data service. It reads; it changes and sends nothing.
Money and shares are in full units, ratios and margins are fractions, times are UTC. null is n/a, "n.m." is not meaningful.
Say what changes the meaning of a figure: the remarks of its period (a share split, a gap), and heldBack. A figure that its period names in kept is older than the period's fetchedAt: get_figure_source has its fetch.
Cite your sources: records by number with the time they were fetched, passages of calls by their link, which opens the call at that second. get_figure_source has the request, the versions and the checks of a figure, and the inputs of a calculated one; it takes the records of the figure's period.
The data is licensed to the analyst; it may not be passed on.`

interface AssistantServerOptions {
  readonly version: string
  readonly library: Pick<LibraryThread, 'run'>
  readonly log: RequestLog
  readonly now: () => number
}

export function assistantServer({ version, library, log, now }: AssistantServerOptions): McpServer {
  const server = new McpServer({ name: 'tearsheet', title: 'Tearsheet', version }, { instructions })
  /** The response, or the sentence of a failure for the user. Each request is logged, whatever comes of it. */
  const respondTo = async (
    context: ServerContext,
    { what, input }: { readonly what: string; readonly input: unknown },
    request: LibraryRequest,
  ): Promise<SourcedResponse | string> => {
    const started = now()
    const client = clientOf(context)
    const add = (outcome: string) => log.add({ client, what, input, outcome, milliseconds: now() - started })
    try {
      const response = await library.run(request, context.mcpReq.signal)
      add('answered')
      return response
    } catch (error) {
      const sentence = sentenceFor(error)
      add(sentence)
      return sentence
    }
  }
  for (const lookup of lookups) {
    const { command, tool, title, summary, input, response } = lookup
    server.registerTool(
      tool,
      {
        title,
        description: summary,
        inputSchema: input,
        outputSchema: response.extend({ source }),
        annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      },
      async (given, context): Promise<CallToolResult> => {
        const found = await respondTo(context, { what: tool, input: given }, { kind: 'lookup', command, input: given })
        if (typeof found === 'string') return { content: [{ type: 'text', text: found }], isError: true }
        return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: { ...found } }
      },
    )
  }
  const about = { title: 'Transcripts', description: 'Transcripts of stored conference calls', mimeType: json }
  const template = new ResourceTemplate('tearsheet://call/{callId}', { list: undefined })
  server.registerResource('transcript', template, about, async (uri, { callId }, context) => {
    const found = await respondTo(
      context,
      { what: uri.href, input: {} },
      { kind: 'transcript', callId: String(callId) },
    )
    if (typeof found === 'string') throw new Error(found)
    return { contents: [{ uri: uri.href, mimeType: json, text: JSON.stringify(found) }] }
  })
  // The list of a template has no pages in this library, which 25,000 calls need.
  server.server.setRequestHandler('resources/list', async ({ params }, context) => {
    const offset = params?.cursor === undefined ? 0 : positionIn(params.cursor)
    const found = await respondTo(context, { what: 'transcripts', input: { offset } }, { kind: 'transcripts', offset })
    if (typeof found === 'string') throw new Error(found)
    const { calls, total } = listedTranscripts.parse(found)
    const next = offset + calls.length
    return {
      resources: calls.map(({ callId, title }) => ({
        uri: `tearsheet://call/${encodeURIComponent(callId)}`,
        name: title,
        mimeType: json,
      })),
      ...(calls.length > 0 && next < total && { nextCursor: cursorOf(next) }),
    }
  })
  return server
}

const envelope = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string().max(200) }) })

/** As its program names itself in each request; programs of the protocol before 2026 do not. */
function clientOf({ mcpReq }: ServerContext): string | null {
  return envelope.safeParse(mcpReq.envelope).data?.[CLIENT_INFO_META_KEY].name ?? null
}

/** Where a page of resources begins: a position in the list, which its reader need not understand. */
function cursorOf(position: number): string {
  return Buffer.from(String(position)).toString('base64url')
}

/** Throws the protocol’s error for a cursor that did not come from `cursorOf`. */
function positionIn(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString()
  if (!/^\d{1,9}$/.test(text)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor')
  return Number(text)
}

function sentenceFor(error: unknown): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof Error && error.name === 'AbortError') return 'The request was canceled.'
  const failure = failureOf(error)
  return failure === undefined ? 'Unexpected error. The request was not answered.' : sentenceOf(failure)
}
