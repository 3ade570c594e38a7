import type { Core } from '#core/core.ts'
import { toMedia, type MediaRequestMessage, type FromMedia, type MediaPort } from './media-messages.ts'

/** The core's end of a channel for sound: nothing is read before it was asked for, so that the page's pace is the disk's. */
export function hostMedia(
  port: MediaPort,
  { callId, ...question }: MediaRequestMessage,
  openMedia: Core['openMedia'],
  report: (what: string, error: unknown) => void,
): void {
  const leaving = new AbortController()
  let pieces: AsyncIterator<Uint8Array> | null = null
  const tell = (message: FromMedia) => port.postMessage(message)

  const leave = () => {
    leaving.abort()
    void pieces?.return?.().catch(() => undefined)
    pieces = null
  }
  const finish = (last: FromMedia) => {
    tell(last)
    port.close()
  }

  const begin = async () => {
    const { status, headers, body } = await openMedia(callId, question, leaving.signal)
    pieces = body?.[Symbol.asyncIterator]() ?? null
    tell({ kind: 'head', status, headers: { ...headers }, hasBody: body !== null })
    if (leaving.signal.aborted) leave()
  }
  const next = async () => {
    const step = await pieces?.next()
    if (step === undefined || step.done === true) return finish({ kind: 'end' })
    // A copy of its own: of a view the whole buffer behind it would be sent.
    tell({ kind: 'piece', bytes: new Uint8Array(step.value) })
  }
  const broken = (error: unknown) => {
    if (!leaving.signal.aborted && !isFailure(error)) report('A recording cannot be played', error)
    finish({ kind: 'broken' })
  }

  port.on('close', leave)
  port.on('message', ({ data }) => {
    const asked = toMedia.safeParse(data).data
    if (asked === 'pull') next().catch(broken)
    else if (asked === 'leave') leave()
  })
  port.start()
  begin().catch(broken)
}

function isFailure(error: unknown): boolean {
  return error instanceof Error && 'failure' in error
}
