/** The Model Context Protocol server: each lookup is a tool, each stored transcript a resource. */

import {
  CLIENT_INFO_META_KEY,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type CallToolResult,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { sentenceOf } from '#contract/failure.ts'
import { failureOf } from '#core/failure-error.ts'
import { Refusal } from '../refuse.ts'
import type { AnyLookup } from '../lookup.ts'
import { didYouMean, nearestNames } from '../nearest-names.ts'
import { lookups } from '../lookups.ts'
import { reportedCurrency } from '../lookups/shared-fields.ts'
import { listedTranscripts, source, type LibraryRequest, type SourcedResponse } from './library-requests.ts'
import type { LibraryThread } from './library-thread.ts'
import type { RequestLog } from './request-log.ts'

const json = 'application/json'

const instructions = `Tearsheet answers from an equity analyst's own library: statements, conference calls, analyst ratings and news that were downloaded from a data service. It reads; it changes and sends nothing.
Money and shares are in full units, ratios and margins are fractions, times are UTC. null is n/a, "n.m." is not meaningful. ${reportedCurrency}
State what changes the meaning of a figure: its period's remarks (a share split, a gap), adjusted (how EPS and shares, or their growth, are adjusted for a split), and heldBack of statements, which comparisons do not have. A figure whose field is listed in its period's kept is older than fetchedAt; get_figure_source gives its fetch time.
Cite your sources: records by number with the time they were fetched, passages of calls by their link, which opens the call at that second. get_figure_source has the request, the versions and the checks of a figure, and the inputs of a calculated one; it takes the records of the figure's period.
The data is licensed to the analyst; it may not be passed on.`

interface AssistantServerOptions {
  readonly version: string
  readonly library: Pick<LibraryThread, 'run'>
  readonly log: RequestLog
  readonly now: () => number
}

export function assistantServer({ version, library, log, now }: AssistantServerOptions): McpServer {
  const server = new McpServer(
    { name: 'tearsheet', title: 'Tearsheet', version },
    { instructions, capabilities: { tools: {} } },
  )
  /**
   * The response, or the sentence of a failure for the user. Each request of a profile that exists is logged, whatever comes of it. Throws
   * the ProtocolError of `toRequest`.
   */
  const respondTo = async (
    { mcpReq }: ServerContext,
    { what, input }: { readonly what: string; readonly input: unknown },
    toRequest: () => LibraryRequest,
  ): Promise<SourcedResponse | string> => {
    const started = now()
    const client = clientIn(mcpReq.envelope) ?? server.server.getClientVersion()?.name ?? null
    const found = await outcomeOf(async () => library.run(toRequest(), mcpReq.signal))
    const outcome = found.isAnswered ? 'answered' : sentenceFor(found.error, mcpReq.signal)
    try {
      log.add({ client, what, input, outcome, milliseconds: now() - started })
    } catch (error) {
      // Without a profile there is no data that a failure could name, and no log either.
      if (found.isAnswered || failureOf(error)?.kind !== 'profile-missing')
        return 'The request could not be logged, so no data was sent.'
    }
    if (found.isAnswered) return found.response
    if (found.error instanceof ProtocolError) throw found.error
    return outcome
  }
  // Tools of the protocol’s library refuse what they do not know before it could be logged, and in its own words.
  server.server.setRequestHandler('tools/list', () => ({ tools: lookups.map(toolOf) }))
  server.server.setRequestHandler('tools/call', async ({ params }, context): Promise<CallToolResult> => {
    const { name, arguments: input = {} } = params
    const found = await respondTo(context, { what: name, input }, () => ({
      kind: 'lookup',
      command: commandOf(name),
      input,
    }))
    if (typeof found === 'string') return { content: [{ type: 'text', text: found }], isError: true }
    return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: { ...found } }
  })
  const about = { title: 'Transcripts', description: 'Transcripts of stored conference calls', mimeType: json }
  const template = new ResourceTemplate('tearsheet://call/{callId}', { list: undefined })
  // The template’s variable is part of the address as written: encoded, and with the time of a link to a passage.
  server.registerResource('transcript', template, about, async (uri, _variables, context) => {
    const found = await respondTo(context, { what: uri.href, input: {} }, () => ({
      kind: 'transcript',
      callId: callIdIn(uri),
    }))
    if (typeof found === 'string') throw new Error(found)
    return { contents: [{ uri: uri.href, mimeType: json, text: JSON.stringify(found) }] }
  })
  // The list of a template has no pages in this library, which 25,000 calls need.
  server.server.setRequestHandler('resources/list', async ({ params }, context) => {
    const cursor = params?.cursor
    const offset = () => (cursor === undefined ? 0 : positionIn(cursor))
    const found = await respondTo(context, { what: 'transcripts', input: { cursor } }, () => ({
      kind: 'transcripts',
      offset: offset(),
    }))
    if (typeof found === 'string') throw new Error(found)
    const { calls, total } = listedTranscripts.parse(found)
    const next = offset() + calls.length
    return {
      resources: calls.map(({ callId, title }) => ({
        uri: uriOf(callId),
        name: title,
        mimeType: json,
      })),
      ...(calls.length > 0 && next < total && { nextCursor: cursorOf(next) }),
    }
  })
  return server
}

type Outcome<Response> =
  { readonly isAnswered: true; readonly response: Response } | { readonly isAnswered: false; readonly error: unknown }

async function outcomeOf<Response>(run: () => Promise<Response>): Promise<Outcome<Response>> {
  try {
    return { isAnswered: true, response: await run() }
  } catch (error) {
    return { isAnswered: false, error }
  }
}

function toolOf({ tool, title, summary, input, response }: AnyLookup): Tool {
  return {
    name: tool,
    title,
    description: summary,
    inputSchema: objectSchema(input, 'input'),
    outputSchema: objectSchema(response.extend({ source }), 'output'),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  }
}

/** As the protocol’s library has it. */
const jsonSchema = z
  .object({ type: z.literal('object'), properties: z.record(z.string(), z.json()) })
  .catchall(z.json())

function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): z.infer<typeof jsonSchema> {
  return jsonSchema.parse(z.toJSONSchema(schema, { io }))
}

/** Throws the protocol’s error for a tool that does not exist. */
function commandOf(name: string): string {
  const lookup = lookups.find(({ tool }) => tool === name)
  if (lookup !== undefined) return lookup.command
  const near = didYouMean(
    nearestNames(
      name,
      lookups.map(({ tool }) => tool),
    ),
  )
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.${near}`)
}

const envelope = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string().max(200) }) })

/** As a program names itself in each request; those of the protocol before 2026 do so once, when they connect. */
function clientIn(given: unknown): string | undefined {
  return envelope.safeParse(given).data?.[CLIENT_INFO_META_KEY].name
}

/** The address of a transcript. The id of a call is whatever text the service uses. */
function uriOf(callId: string): string {
  return `tearsheet://call/${encodeURIComponent(callId)}`
}

/** The call of a transcript’s address, or of a link to one of its passages. Throws the protocol’s error for an invalid escape. */
function callIdIn({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname.slice(1))
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid URI')
  }
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

/** A canceled request ends with the reason that the assistant’s program gave, which may be anything. */
function sentenceFor(error: unknown, { aborted }: AbortSignal): string {
  if (aborted) return 'The request was canceled.'
  if (error instanceof Refusal || error instanceof ProtocolError) return error.message
  const failure = failureOf(error)
  return failure === undefined ? 'Unexpected error. The request was not answered.' : sentenceOf(failure)
}
