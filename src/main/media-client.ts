/** Responds to the page's requests for recordings with data from the core's process. */

import { mediaCallId } from '#core/window/media-request.ts'
import { appPath, policyHeaders } from './app-protocol.ts'
import { fromMedia, type MediaRequestMessage, type MediaPort, type ToMedia } from './media-messages.ts'

/** The call whose recording the page requests; null for other requests, which are for files of the window. */
export function readMediaRequest(request: Pick<Request, 'method' | 'url' | 'headers'>): MediaRequestMessage | null {
  const { method, url, headers } = request
  const callId = mediaCallId(appPath(url) ?? '')
  if (callId === null || (method !== 'GET' && method !== 'HEAD')) return null
  return { callId, method, range: headers.get('range'), ifRange: headers.get('if-range') }
}

/**
 * The main process's end: a response whose body is pulled from the core piece by piece, as the page reads it. 503 without a core,
 * 504 when it ends before it has responded.
 */
export function mediaResponse(port: MediaPort | null): Promise<Response> {
  if (port === null) return Promise.resolve(refused(503))
  const send = (message: ToMedia) => port.postMessage(message)
  return new Promise((resolve) => {
    let waiting: { readonly stream: ReadableStreamDefaultController<Uint8Array>; readonly served: () => void } | null =
      null
    let hasEnded = false
    const serve = (give: (stream: ReadableStreamDefaultController<Uint8Array>) => void) => {
      const { stream, served } = waiting ?? {}
      waiting = null
      if (stream) give(stream)
      served?.()
    }
    const breakOff = () => {
      hasEnded = true
      resolve(refused(504))
      serve((stream) => stream.error(new Error('the recording was interrupted')))
    }
    const body = () =>
      new ReadableStream<Uint8Array>(
        {
          pull: (stream) =>
            new Promise((served) => {
              waiting = { stream, served }
              if (hasEnded) breakOff()
              else send('pull')
            }),
          cancel: () => {
            send('leave')
            port.close()
          },
        },
        { highWaterMark: 0 },
      )
    port.on('close', () => {
      if (!hasEnded) breakOff()
    })
    port.on('message', ({ data }) => {
      const message = fromMedia.safeParse(data).data
      switch (message?.kind) {
        case 'head': {
          const { status, headers, hasBody } = message
          resolve(new Response(hasBody ? body() : null, { status, headers: { ...policyHeaders, ...headers } }))
          if (!hasBody) {
            hasEnded = true
            port.close()
          }
          return
        }
        case 'piece':
          return serve((stream) => stream.enqueue(message.bytes))
        case 'end':
          hasEnded = true
          return serve((stream) => stream.close())
        case 'broken':
        case undefined:
          return breakOff()
        default:
          return message satisfies never
      }
    })
    port.start()
  })
}

function refused(status: 503 | 504): Response {
  return new Response(null, { status, headers: { ...policyHeaders } })
}
