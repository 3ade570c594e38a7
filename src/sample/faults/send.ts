import type { ServerResponse } from 'node:http'
import type { Answer } from '../send-response.ts'
import { bodyOf } from '../send-response.ts'
import type { WireFault } from './table.ts'

/** Waits, but not for a client that has gone. */
export const waitOn = (response: ServerResponse, milliseconds: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done(): void {
      clearTimeout(timer)
      response.off('close', done)
      resolve()
    }
    response.once('close', done)
  })

/** Sends a response whole, under its length. */
export function send(response: ServerResponse, answer: Answer): void {
  const { headers, bytes } = bodyOf(answer)
  const bodiless = answer.status === 304 || answer.status === 204
  response.writeHead(answer.status, { ...headers, ...(bodiless ? {} : { 'content-length': bytes.length }) })
  response.end(bodiless || response.req.method === 'HEAD' ? undefined : bytes)
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
    case 'hold':
      return
    case 'slow':
      await waitOn(response, milliseconds)
      if (!response.destroyed) send(response, answer)
      return
    case 'drip':
      response.writeHead(answer.status, { ...headers, 'content-length': bytes.length })
      for (const byte of bytes) {
        if (response.destroyed) return
        response.write(Buffer.of(byte))
        await waitOn(response, milliseconds)
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
