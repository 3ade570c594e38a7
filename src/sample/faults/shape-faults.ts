/** Faults in the shape of a response, such as a missing wrapper or duplicate rows. */

import { isJsonObject } from '#contract/service/json-object.ts'
import type { ShapeFault } from './fault-catalog.ts'

type Json = unknown

/** The rows of a response, wherever its wrapper has them: `data`, `data.hits[].document`, the list itself or the one record. */
export function withRows(body: Json, change: (row: Json, at: number) => Json): Json {
  if (Array.isArray(body)) return body.map(change)
  if (!isJsonObject(body)) return body
  const { data } = body
  if (Array.isArray(data)) return { ...body, data: data.map(change) }
  if (isJsonObject(data) && Array.isArray(data.hits)) {
    const hits = data.hits.map((hit: Json, at) =>
      isJsonObject(hit) ? { ...hit, document: change(hit.document, at) } : hit,
    )
    return { ...body, data: { ...data, hits } }
  }
  return change(body, 0)
}

const mapValues = (row: Json, change: (value: Json, key: string) => Json): Json =>
  isJsonObject(row) ? Object.fromEntries(Object.entries(row).map(([key, value]) => [key, change(value, key)])) : row

/** Names of the fields that hold one of a list of values. */
const enumerations = new Set(['status', 'type', 'action', 'Quarter', 'ticker_meta.type'])

const brokenName = (name: string) =>
  `${name}\r\n\tand its Consolidated Subsidiaries\n\n\u2028of the Second Amended and Restated ${'Holding '.repeat(20)}Trust`
const unbroken = 'x'.repeat(120)
const named = new Set(['name', 'company', 'headline', 'call_title', 'firm'])

/** Text that an unlimited input field accepts. */
function oddText(value: Json, key: string): Json {
  if (typeof value !== 'string') return value
  if (key === 'company_info.homepage_url')
    return `https://www.example.com/${'investor-relations-'.repeat(20)}`.slice(0, 400)
  if (key === 'exchange_info.exchange_name' || key === 'classification.sic_description') return `${value}\n${unbroken}`
  return named.has(key) ? brokenName(value) : value
}

/** Changed in the second of two entries, so that the two differ; what names them is the same. */
const prose = new Set(['text', 'headline', 'call_title', 'summary'])

function again(value: Json): Json {
  return mapValues(value, (field, key) => {
    if (key === 'document') return again(field)
    if (key === 'Revenue' && typeof field === 'number') return field + 1
    return prose.has(key) && typeof field === 'string' ? `${field} Again.` : field
  })
}

function withDuplicates(value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(withDuplicates).flatMap((entry) => [entry, again(entry)])
  }
  return mapValues(value, withDuplicates)
}

/** A good response body with one fault in its shape. `at` of a row counts within the page. */
export function injectShapeFault(fault: ShapeFault, body: Json): Json {
  switch (fault) {
    case 'data-missing': {
      if (!isJsonObject(body)) return {}
      const { data: _left, ...rest } = body
      return 'data' in body ? rest : {}
    }
    case 'data-null':
      return isJsonObject(body) ? { ...body, data: null } : null
    case 'data-object':
      return { ...(isJsonObject(body) ? body : {}), data: { rows: 'none' } }
    case 'null-rows':
      return withRows(body, (row, at) => (at % 2 === 1 ? null : row))
    case 'number-strings':
      return withRows(body, (row) => mapValues(row, (value) => (typeof value === 'number' ? String(value) : value)))
    case 'wrong-types':
      return withRows(body, (row, at) =>
        at % 2 === 1 ? mapValues(row, (value) => (typeof value === 'string' ? [value] : value)) : row,
      )
    case 'new-values':
      return withRows(body, (row) =>
        mapValues(row, (value, key) => (typeof value === 'string' && enumerations.has(key) ? 'NEVER_SEEN' : value)),
      )
    case 'extra-fields':
      return withRows(body, (row) =>
        isJsonObject(row) ? { ...row, added_later: 'kept', added_object: { depth: [1, null, 'two'] } } : row,
      )
    case 'odd-texts':
      return withRows(body, (row) => mapValues(row, oddText))
    case 'duplicates':
      return withDuplicates(body)
    case 'proto-keys':
      return withRows(body, (row) =>
        isJsonObject(row)
          ? Object.fromEntries([
              ...Object.entries(row),
              ['__proto__', { polluted: true }],
              ['constructor', { prototype: { polluted: true } }],
              ['prototype', 'text'],
            ])
          : row,
      )
    case 'bare':
      return isJsonObject(body) && 'data' in body ? body.data : body
    case 'wrapped':
      return { data: body, message: 'wrapped' }
    case 'message-only':
      return { message: 'invalid key' }
    default:
      return fault satisfies never
  }
}
