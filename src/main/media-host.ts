/** Sends recordings from the core's process to the main process, piece by piece. */

import type { Core } from '#core/core.ts'
import { toMedia, type MediaRequestMessage, type FromMedia, type MediaPort } from './media-messages.ts'

/** The core's end of a channel for sound: nothing is read before it was requested, so that the page's pace is the disk's. */
export function hostMedia(
  port: MediaPort,
  { callId, ...request }: MediaRequestMessage,
  openMedia: Core['openMedia'],
  report: (what: string, error: unknown) => void,
): void {
  const leaving = new AbortController()
  let pieces: AsyncIterator<Uint8Array> | null = null
  const send = (message: FromMedia) => port.postMessage(message)

  const leave = () => {
    leaving.abort()
    void pieces?.return?.().catch(() => undefined)
    pieces = null
  }
  const finish = (last: FromMedia) => {
    send(last)
    port.close()
  }

  const begin = async () => {
    const { status, headers, body } = await openMedia(callId, request, leaving.signal)
    pieces = body?.[Symbol.asyncIterator]() ?? null
    send({ kind: 'head', status, headers: { ...headers }, hasBody: body !== null })
    if (leaving.signal.aborted) leave()
  }
  const next = async () => {
    const step = await pieces?.next()
    if (step === undefined || step.done === true) return finish({ kind: 'end' })
    // Copied: for a view the whole underlying buffer would be sent.
    send({ kind: 'piece', bytes: new Uint8Array(step.value) })
  }
  const broken = (error: unknown) => {
    if (!leaving.signal.aborted && !isFailure(error)) report('A recording cannot be played', error)
    finish({ kind: 'broken' })
  }

  port.on('close', leave)
  port.on('message', ({ data }) => {
    const message = toMedia.safeParse(data).data
    if (message === 'pull') next().catch(broken)
    else if (message === 'leave') leave()
  })
  port.start()
  begin().catch(broken)
}

function isFailure(error: unknown): boolean {
  return error instanceof Error && 'failure' in error
}
