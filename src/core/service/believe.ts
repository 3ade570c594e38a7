import type { Mark } from '#contract/desk/provenance.ts'
import {
  dataWrapper,
  hitsWrapper,
  operations,
  recordSchema,
  type OperationName,
  type RecordOf,
} from '#contract/service/operations.ts'
import { fail } from '../failure-error.ts'
import type { Parameters, ShownRequest } from './endpoint.ts'
import { readRecord } from './read-record.ts'
import type { Sent } from './send.ts'
import type { Asked } from './trouble.ts'

export interface BelievedRecord<Name extends OperationName> {
  /** JSON of the record as it came, in its own order of fields. */
  readonly body: string
  readonly record: RecordOf<Name> | null
  readonly marks: readonly Omit<Mark, 'record'>[]
}

/** An answer that status, media type and schema vouch for. Only such a one reaches the library. */
export interface BelievedAnswer<Name extends OperationName> {
  readonly operation: Name
  readonly parameters: Parameters
  readonly path: string
  readonly sent: Readonly<Record<string, string>>
  /** Wall time of the answer, ms UTC. */
  readonly fetchedAt: number
  readonly message: string | null
  readonly extent: { readonly hits: number | null; readonly pageSize: number | null; readonly pageCount: number | null }
  /** What the search echoed as the query; undefined for the other operations. */
  readonly echo: string | null | undefined
  readonly records: readonly BelievedRecord<Name>[]
}

interface Unwrapped {
  readonly records: readonly unknown[]
  readonly message: string | null
  readonly extent: BelievedAnswer<OperationName>['extent']
  readonly echo?: string | null
}

const unknownExtent = { hits: null, pageSize: null, pageCount: null } as const

/** Throws `sign-in-page`, `not-json`, `wrong-shape` or `service-said`. */
export function believe<Name extends OperationName>(
  operation: Name,
  parameters: Parameters,
  request: ShownRequest,
  sent: Sent,
  fetchedAt: number,
  asked: Asked,
): BelievedAnswer<Name> {
  const content = parse(sent, asked)
  const { records, message, extent, echo } = unwrap(operation, content, asked)
  const schema = recordSchema(operation)
  return {
    operation,
    parameters,
    path: request.path,
    sent: request.parameters,
    fetchedAt,
    message,
    extent,
    echo,
    records: records.map((raw) => ({ body: bodyOf(raw, asked), ...readRecord(schema, raw) })),
  }
}

/** Nesting that JSON.parse survives and JSON.stringify does not is no answer of this service. */
function bodyOf(raw: unknown, asked: Asked): string {
  try {
    return JSON.stringify(raw) ?? 'null'
  } catch (error) {
    if (error instanceof RangeError) fail({ ...asked, kind: 'wrong-shape', detail: 'it is nested too deeply' })
    throw error
  }
}

function parse(sent: Sent, asked: Asked): unknown {
  const mediaType = sent.contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  let text: string
  try {
    // UTF-8 only (RFC 8259 §8.1); a byte order mark is dropped.
    text = new TextDecoder('utf-8', { fatal: true }).decode(sent.body)
  } catch {
    fail({ ...asked, kind: 'not-json' })
  }
  if (mediaType === 'text/html' || /^\s*<(!doctype|html)/i.test(text.slice(0, 200))) {
    fail({ ...asked, kind: 'sign-in-page' })
  }
  if (mediaType !== 'application/json' && !mediaType.endsWith('+json')) fail({ ...asked, kind: 'not-json' })
  try {
    return JSON.parse(text)
  } catch {
    fail({ ...asked, kind: 'not-json' })
  }
}

function unwrap(operation: OperationName, content: unknown, asked: Asked): Unwrapped {
  const { wrapping } = operations[operation]
  switch (wrapping) {
    case 'bare-array':
      if (Array.isArray(content)) return { records: content, message: null, extent: unknownExtent }
      return refuse(content, 'a list was expected', asked)
    case 'bare-object':
      if (isObject(content) && typeof content['call_id'] === 'string') {
        return { records: [content], message: null, extent: unknownExtent }
      }
      return refuse(content, 'one record was expected', asked)
    case 'data': {
      const wrapped = dataWrapper.safeParse(content)
      if (!wrapped.success) return refuse(content, 'data is missing', asked)
      const { data, message, pagination } = wrapped.data
      const extent = {
        hits: pagination?.hits ?? null,
        pageSize: pagination?.page_size ?? null,
        pageCount: pagination?.page_count ?? null,
      }
      return { records: data, message: message ?? null, extent }
    }
    case 'hits': {
      const wrapped = hitsWrapper.safeParse(content)
      if (!wrapped.success) return refuse(content, 'hits are missing', asked)
      const { data, message } = wrapped.data
      const pageSize = data.request_params?.per_page ?? null
      const found = data.found ?? null
      const pageCount = pageSize !== null && found !== null && pageSize > 0 ? Math.ceil(found / pageSize) : null
      return {
        records: data.hits.map((hit) => hit.document),
        message: message ?? null,
        extent: { hits: found, pageSize, pageCount },
        echo: data.request_params?.q ?? null,
      }
    }
    default:
      return wrapping satisfies never
  }
}

/** 200 with nothing but a message is the service talking, not data (promises.md, fault matrix). */
function refuse(content: unknown, detail: string, asked: Asked): never {
  const said = isObject(content) ? (content['message'] ?? content['error']) : undefined
  if (typeof said === 'string' && said.trim() !== '')
    fail({ ...asked, kind: 'service-said', detail: said.slice(0, 200) })
  fail({ ...asked, kind: 'wrong-shape', detail })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
