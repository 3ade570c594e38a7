/** Validates a response of the service: media type, JSON, shape, and each record. */

import {
  dataWrapper,
  hitsWrapper,
  operations,
  recordSchema,
  type OperationName,
  type RecordOf,
} from '#contract/service/operations.ts'
import { isJsonObject } from '#contract/service/json-object.ts'
import { fail } from '../failure-error.ts'
import type { Parameters, ShownRequest } from './endpoint.ts'
import { hasLongNumber, parseKeepingDigits } from './exact-numbers.ts'
import { limitExceeded } from './json-limits.ts'
import { readRecordText, readRecord, type ReadRecord } from './read-record.ts'
import type { ReceivedResponse } from './send-request.ts'
import type { RequestDescription } from './network-errors.ts'

export interface ValidatedRecord<Name extends OperationName> {
  /** JSON of the record as received, in the received order of fields. */
  readonly body: string
  readonly record: RecordOf<Name> | null
  readonly marks: ReadRecord<RecordOf<Name>>['marks']
  readonly damagedLists: ReadRecord<RecordOf<Name>>['damagedLists']
}

/** A response of status 200 (`send-request.ts` refuses every other) with a valid media type and schema. Only such responses reach the library. */
export interface ValidatedResponse<Name extends OperationName> {
  readonly operation: Name
  readonly parameters: Parameters
  readonly path: string
  readonly sent: Readonly<Record<string, string>>
  /** Wall time of the response, ms UTC. */
  readonly fetchedAt: number
  readonly message: string | null
  readonly extent: { readonly hits: number | null; readonly pageSize: number | null; readonly pageCount: number | null }
  /** The search's echo of the query; undefined for the other operations. */
  readonly echo: string | null | undefined
  readonly records: readonly ValidatedRecord<Name>[]
}

interface Unwrapped {
  readonly records: readonly unknown[]
  readonly message: string | null
  readonly extent: ValidatedResponse<OperationName>['extent']
  readonly echo?: string | null
}

const unknownExtent = { hits: null, pageSize: null, pageCount: null } as const

/** A response with more records is refused. The largest requested page has less than a fifth of them. */
const mostRecords = 5000

/** Throws `sign-in-page`, `not-json`, `incomplete`, `too-large`, `wrong-shape` or `service-message`. */
export function validateResponse<Name extends OperationName>(
  operation: Name,
  parameters: Parameters,
  request: ShownRequest,
  sent: ReceivedResponse,
  fetchedAt: number,
  description: RequestDescription,
): ValidatedResponse<Name> {
  const { content, isLong } = parse(sent, description)
  const { records, message, extent, echo } = unwrap(operation, content, description)
  if (records.length > mostRecords)
    fail({ ...description, kind: 'too-large', limit: { count: mostRecords, of: 'records' } })
  refuseOther(parameters, records, description)
  const schema = recordSchema(operation)
  const readOne = (raw: unknown): ValidatedRecord<Name> => {
    const body = JSON.stringify(raw) ?? 'null'
    try {
      // Its numbers are read from the text again only where some may have lost digits.
      return { body, ...(isLong ? readRecordText(schema, body) : readRecord(schema, raw)) }
    } catch (error) {
      // zod hands its findings on as arguments of one call, which the stack does not hold when there are too many.
      if (error instanceof RangeError)
        fail({ ...description, kind: 'wrong-shape', detail: 'too many fields have the wrong type' })
      throw error
    }
  }
  return {
    operation,
    parameters,
    path: request.path,
    sent: request.parameters,
    fetchedAt,
    message,
    extent,
    echo,
    records: records.map(readOne),
  }
}

/** `isLong`: some numbers have more digits than a double surely holds, and are kept as they were written. */
function parse(sent: ReceivedResponse, description: RequestDescription): { content: unknown; isLong: boolean } {
  const mediaType = sent.contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (mediaType === 'text/html') fail({ ...description, kind: 'sign-in-page' })
  const text = decode(sent.body, description)
  if (isWebPage(text)) fail({ ...description, kind: 'sign-in-page' })
  if (!mayBeJson(mediaType)) fail({ ...description, kind: 'not-json' })
  const exceeded = limitExceeded(sent.body)
  if (exceeded !== null) fail({ ...description, kind: 'too-large', limit: exceeded })
  try {
    const content: unknown = JSON.parse(text)
    const isLong = hasLongNumber(text) || beyondDouble.test(text)
    return { content: isLong ? parseKeepingDigits(text) : content, isLong }
  } catch (error) {
    if (error instanceof SyntaxError) fail({ ...description, kind: isCutShort(text) ? 'incomplete' : 'not-json' })
    throw error
  }
}

/** A service may omit the JSON media type, or call JSON text: parsing and the schema decide. */
function mayBeJson(mediaType: string): boolean {
  return ['application/json', 'text/json', 'text/plain', ''].includes(mediaType) || mediaType.endsWith('+json')
}

/** Whatever the response is called: no JSON begins with a tag. */
function isWebPage(text: string): boolean {
  const beginning = text.slice(0, 2000)
  return /^\s*</.test(beginning) && /<(!doctype\s+html|html|head|body|script|meta|title)\b/i.test(beginning)
}

/** UTF-8 only (RFC 8259 §8.1); a byte order mark is dropped. */
function decode(body: Buffer, description: RequestDescription): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    fail({ ...description, kind: 'not-json' })
  }
}

/** Whether invalid JSON only lacks its end, as when a connection without a length closes early. */
function isCutShort(text: string): boolean {
  let open = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') open += 1
    else if (character === '}' || character === ']') open -= 1
  }
  return open > 0 || text.trim() === ''
}

/** An exponent of three digits may make a number larger than any double. */
const beyondDouble = /\d[eE]\+?\d{3}/

/** A wrapper's own fields heal as a record's do: a total that came as text costs the total, not the rows. */
function unwrap(operation: OperationName, content: unknown, description: RequestDescription): Unwrapped {
  const { wrapping } = operations[operation]
  switch (wrapping) {
    case 'bare-array':
      if (Array.isArray(content)) return { records: content, message: null, extent: unknownExtent }
      return refuse(content, 'a list was expected', description)
    case 'bare-object':
      if (isJsonObject(content) && idIn(content) !== undefined) {
        return { records: [content], message: null, extent: unknownExtent }
      }
      return refuse(content, 'one record was expected', description)
    case 'data': {
      const { record: wrapped } = readRecord(dataWrapper, content)
      const { data, message, pagination } = wrapped ?? refuse(content, 'data is missing', description)
      if (data === null && pagination?.hits !== 0) return refuse(content, 'data is missing', description)
      const extent = {
        hits: pagination?.hits ?? null,
        pageSize: pagination?.page_size ?? null,
        pageCount: pagination?.page_count ?? null,
      }
      return { records: data ?? [], message: asText(message), extent }
    }
    case 'hits': {
      const { record: wrapped } = readRecord(hitsWrapper, content)
      const { data, message } = wrapped ?? refuse(content, 'hits are missing', description)
      const pageSize = data.request_params?.per_page ?? null
      const found = data.found ?? null
      const pageCount = pageSize !== null && found !== null && pageSize > 0 ? Math.ceil(found / pageSize) : null
      return {
        records: data.hits.map((hit) => (isJsonObject(hit) ? hit['document'] : hit)),
        message: asText(message),
        extent: { hits: found, pageSize, pageCount },
        echo: data.request_params?.q ?? null,
      }
    }
    default:
      return wrapping satisfies never
  }
}

/** The response to a request for one call must be that call: another one would be shown under its title. */
function refuseOther(
  { call_id: wanted }: Parameters,
  records: readonly unknown[],
  description: RequestDescription,
): void {
  const isOther = (record: unknown) => isJsonObject(record) && idIn(record) !== wanted
  if (wanted !== undefined && records.some(isOther))
    fail({ ...description, kind: 'wrong-shape', detail: 'the response is for a different call' })
}

/** A call's id is the same one as text and as a number. */
function idIn({ call_id: id }: Record<string, unknown>): string | undefined {
  return typeof id === 'number' ? String(id) : typeof id === 'string' ? id : undefined
}

function asText(message: string | null | undefined): string | null {
  return message?.slice(0, 200) ?? null
}

/** 200 with nothing but a message is the service talking, not data (docs/promises.md, When something fails). */
function refuse(content: unknown, detail: string, description: RequestDescription): never {
  const isBare = isJsonObject(content) && (content['data'] ?? null) === null
  const text = isBare ? (content['message'] ?? content['error']) : undefined
  if (typeof text === 'string' && text.trim() !== '')
    fail({ ...description, kind: 'service-message', detail: text.slice(0, 200) })
  fail({ ...description, kind: 'wrong-shape', detail })
}
