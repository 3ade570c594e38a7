import type { ServerResponse } from 'node:http'
import type { Answer } from '../answer.ts'
import { bodyOf } from '../answer.ts'
import type { WireFault } from './table.ts'

const wait = (milliseconds: number, response: ServerResponse) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    // a client that has gone is not waited for
    response.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Sends an answer whole, under its length. */
export function send(response: ServerResponse, answer: Answer): void {
  const { headers, bytes } = bodyOf(answer)
  const bodiless = answer.status === 304 || answer.status === 204
  response.writeHead(answer.status, { ...headers, ...(bodiless ? {} : { 'content-length': bytes.length }) })
  response.end(bodiless || response.req.method === 'HEAD' ? undefined : bytes)
}

/** Sends an answer after a wait. */
export async function sendSlowly(response: ServerResponse, answer: Answer, milliseconds: number): Promise<void> {
  if (milliseconds > 0) await wait(milliseconds, response)
  if (!response.destroyed) send(response, answer)
}

/** Sends, or begins to send, a good answer in a bad way. */
export async function sendBadly(
  response: ServerResponse,
  answer: Answer,
  fault: WireFault,
  options: ReadonlyMap<string, string>,
): Promise<void> {
  const { headers, bytes } = bodyOf(answer)
  const half = bytes.subarray(0, Math.floor(bytes.length / 2))
  const milliseconds = Number(options.get('ms') ?? (fault === 'drip' ? 200 : 1000))
  const { socket } = response
  const lengthless = () => {
    // without a length and without chunks the end of the connection is the end of the body (RFC 9112, section 6.3)
    response.useChunkedEncodingByDefault = false
    response.shouldKeepAlive = false
    response.writeHead(answer.status, { ...headers, connection: 'close' })
  }
  switch (fault) {
    case 'hang':
      return
    case 'slow':
      return sendSlowly(response, answer, milliseconds)
    case 'drip':
      response.writeHead(answer.status, { ...headers, 'content-length': bytes.length })
      for (const byte of bytes) {
        if (response.destroyed) return
        response.write(Buffer.of(byte))
        await wait(milliseconds, response)
      }
      response.end()
      return
    case 'reset':
      socket?.resetAndDestroy()
      return
    case 'reset-midway':
      response.writeHead(answer.status, { ...headers, 'content-length': bytes.length })
      response.write(half, () => socket?.resetAndDestroy())
      return
    case 'cut-length':
      response.writeHead(answer.status, { ...headers, 'content-length': bytes.length })
      response.write(half, () => socket?.end())
      return
    case 'cut-chunked':
      response.writeHead(answer.status, headers)
      response.write(half, () => socket?.end())
      return
    case 'cut-close':
      lengthless()
      response.end(half)
      return
    case 'close-delimited':
      lengthless()
      response.end(bytes)
      return
    default:
      return fault satisfies never
  }
}
