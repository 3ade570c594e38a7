/** What an assistant can request of a library, and the response with its source. */

import { z } from 'zod'
import { refuse } from '../refuse.ts'
import type { LibraryApi, LibraryPlace } from '../library-reading.ts'
import type { LookupReader } from '../lookup.ts'
import { lookups } from '../lookups.ts'
import { readTurns } from '../lookups/transcript.ts'

export type LibraryRequest =
  | { readonly kind: 'lookup'; readonly command: string; readonly input: unknown }
  /** Stored transcripts, latest call first, from a position in their list. */
  | { readonly kind: 'transcripts'; readonly offset: number }
  | { readonly kind: 'transcript'; readonly callId: string }

/** Where a response comes from; in each of them. */
export const source = z.object({
  program: z.string(),
  workspace: z.object({ id: z.string(), name: z.string() }),
  /** Host of the data service that the library was downloaded from; null: the sample of the program. */
  service: z.string().nullable(),
  /** When the library was read, UTC. */
  readAt: z.string(),
})

/** A response that has its source. */
export type SourcedResponse = Readonly<Record<string, unknown>>

interface RequestContext {
  readonly place: Pick<LibraryPlace, 'version'>
  readonly now: () => number
}

/** Throws Refusal, also for an input that does not fit, and what the API throws. */
export async function respond(
  api: LibraryApi,
  request: LibraryRequest,
  { place, now }: RequestContext,
): Promise<SourcedResponse> {
  const reader = await demandAccess(api)
  return { ...(await dataOf(api, request, reader)), source: await sourceOf(api) }

  async function sourceOf({ workspaces: procedures }: LibraryApi): Promise<z.infer<typeof source>> {
    const { workspaces, active } = await procedures.list()
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
async function demandAccess(api: LibraryApi): Promise<LookupReader> {
  const { exports } = await api.policy.read()
  if (!exports) refuse('Your administrator does not allow exports, so assistants cannot read anything.')
  const { isAllowed, workspaces } = await api.assistants.access()
  if (!isAllowed) refuse('Assistants may not read this workspace. To allow it, open Tearsheet: Settings, Assistants.')
  return { workspaces }
}

async function dataOf(api: LibraryApi, request: LibraryRequest, reader: LookupReader): Promise<SourcedResponse> {
  switch (request.kind) {
    case 'lookup': {
      const lookup = lookups.find(({ command }) => command === request.command)
      if (lookup === undefined) throw new Error(`no lookup ${request.command}`)
      return (await lookup.run(api, request.input, never, reader)).data
    }
    case 'transcripts':
      return transcriptsFrom(api, request.offset)
    case 'transcript':
      return readTurns(api, { callId: request.callId, from: 0, until: Infinity }, never)
  }
}

/** A page of the list of transcripts. */
export const listedTranscripts = z.object({
  total: z.int(),
  calls: z.array(z.object({ callId: z.string(), title: z.string() })),
})

const transcriptsInPage = 100

async function transcriptsFrom(api: LibraryApi, offset: number): Promise<z.infer<typeof listedTranscripts>> {
  const { entries, total } = await api.calls.list({
    filter: { download: 'transcript' },
    order: { by: 'started', descending: true },
    offset,
    limit: transcriptsInPage,
  })
  return { total, calls: entries.map(({ callId, title }) => ({ callId, title })) }
}

/** A request ends with its thread (library-thread.ts): most of the core works without a pause in which a signal could arrive. */
const never = new AbortController().signal
