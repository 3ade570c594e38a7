/**
 * Sends the sample service's responses, whole or with a fault: delays, broken connections, wrong
 * lengths.
 */

import type { ServerResponse } from 'node:http'
import type { OperationResponse } from '../responses.ts'
import { bodyOf } from '../responses.ts'
import type { WireFault } from './fault-catalog.ts'

/** Waits, but not for a client that has gone. */
export const waitOn = (serverResponse: ServerResponse, milliseconds: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done(): void {
      clearTimeout(timer)
      serverResponse.off('close', done)
      resolve()
    }
    serverResponse.once('close', done)
  })

/** Sends a response whole, under its length. */
export function send(serverResponse: ServerResponse, response: OperationResponse): void {
  const { headers, bytes } = bodyOf(response)
  const bodiless = response.status === 304 || response.status === 204
  serverResponse.writeHead(response.status, { ...headers, ...(bodiless ? {} : { 'content-length': bytes.length }) })
  serverResponse.end(bodiless || serverResponse.req.method === 'HEAD' ? undefined : bytes)
}

/** Sends, or begins to send, a good response in a bad way. */
export async function sendWithFault(
  serverResponse: ServerResponse,
  response: OperationResponse,
  fault: WireFault,
  options: ReadonlyMap<string, string>,
): Promise<void> {
  const { headers, bytes } = bodyOf(response)
  const half = bytes.subarray(0, Math.floor(bytes.length / 2))
  const milliseconds = Number(options.get('ms') ?? (fault === 'drip' ? 200 : 1000))
  const { socket } = serverResponse
  const lengthless = () => {
    // without a length and without chunks the end of the connection is the end of the body (RFC 9112, section 6.3)
    serverResponse.useChunkedEncodingByDefault = false
    serverResponse.shouldKeepAlive = false
    serverResponse.writeHead(response.status, { ...headers, connection: 'close' })
  }
  switch (fault) {
    case 'hang':
    case 'hold':
      return
    case 'slow':
      await waitOn(serverResponse, milliseconds)
      if (!serverResponse.destroyed) send(serverResponse, response)
      return
    case 'drip':
      serverResponse.writeHead(response.status, { ...headers, 'content-length': bytes.length })
      for (const byte of bytes) {
        if (serverResponse.destroyed) return
        serverResponse.write(Buffer.of(byte))
        await waitOn(serverResponse, milliseconds)
      }
      serverResponse.end()
      return
    case 'reset':
      socket?.resetAndDestroy()
      return
    case 'reset-midway':
      serverResponse.writeHead(response.status, { ...headers, 'content-length': bytes.length })
      serverResponse.write(half, () => socket?.resetAndDestroy())
      return
    case 'cut-length':
      serverResponse.writeHead(response.status, { ...headers, 'content-length': bytes.length })
      serverResponse.write(half, () => socket?.end())
      return
    case 'cut-chunked':
      serverResponse.writeHead(response.status, headers)
      serverResponse.write(half, () => socket?.end())
      return
    case 'cut-close':
      lengthless()
      serverResponse.end(half)
      return
    case 'close-delimited':
      lengthless()
      serverResponse.end(bytes)
      return
    default:
      return fault satisfies never
  }
}
