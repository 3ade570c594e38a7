/**
 * Responses of the sample service (JSON, bytes, refusals), and readers of request parameters.
 * faults/wire-faults.ts sends them.
 */

import type { OutgoingHttpHeaders } from 'node:http'

/** The result of an operation: a value that becomes JSON, or bytes. */
export type OperationResponse =
  | { readonly kind: 'json'; readonly status: number; readonly headers: OutgoingHttpHeaders; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly status: number; readonly headers: OutgoingHttpHeaders; readonly bytes: Buffer }

export const jsonResponse = (value: unknown, status = 200, headers: OutgoingHttpHeaders = {}): OperationResponse => ({
  kind: 'json',
  status,
  headers,
  value,
})

/** docs/interface.md shows no error bodies; like its other responses they carry a message. */
export const refusal = (status: number, message: string, headers: OutgoingHttpHeaders = {}): OperationResponse =>
  jsonResponse({ message }, status, headers)

export const bytesResponse = (
  bytes: Buffer | string,
  contentType: string,
  status = 200,
  headers: OutgoingHttpHeaders = {},
): OperationResponse => ({
  kind: 'bytes',
  status,
  headers: { 'content-type': contentType, ...headers },
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
})

/** The bytes of a JSON response; numbers, order and spelling are the same on every machine. */
export function bodyOf(response: OperationResponse): { headers: OutgoingHttpHeaders; bytes: Buffer } {
  if (response.kind === 'bytes') return response
  return {
    headers: { 'content-type': 'application/json; charset=utf-8', ...response.headers },
    bytes: Buffer.from(JSON.stringify(response.value)),
  }
}

/** A parameter that cannot be read: 400 with a sentence. Thrown by the readers below, caught in one place. */
export class BadParameter extends Error {}

/** A whole number of at least 1, or `fallback` when the parameter is not there. */
export function wholeParameter(parameters: URLSearchParams, name: string, fallback: number): number {
  const text = parameters.get(name)
  if (text === null || text === '') return fallback
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new BadParameter(`${name} must be a whole number of at least 1.`)
  return Number(text)
}

/** A parameter that is present and not empty. */
export function textParameter(parameters: URLSearchParams, name: string): string | undefined {
  const text = parameters.get(name)?.trim()
  return text === undefined || text === '' ? undefined : text
}

export function flagParameter(parameters: URLSearchParams, name: string): boolean {
  const text = textParameter(parameters, name)
  if (text === undefined || text === 'false') return false
  if (text === 'true') return true
  throw new BadParameter(`${name} must be true or false.`)
}
