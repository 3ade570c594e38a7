/** Faults in the fields of single records, such as a wrong type or a missing id. */

import { isJsonObject } from '#contract/service/json-object.ts'
import { rawNumber } from '#contract/service/raw-json.ts'
import type { FieldFault } from './fault-catalog.ts'

type Json = unknown

/** Fields that identify a record or a part of it: only faults of ids change them. */
const ids = new Set([
  'id',
  'news_id',
  'call_id',
  'symbol',
  'ticker',
  'EndPeriod',
  'Quarter',
  'Year',
  'segment_id',
  'transcript_id',
  'participant_id',
  'updated_at',
])

/** Fields that contain records. Faults of plain fields leave them alone; `transcripts-empty` and others change them. */
const lists = new Set(['transcripts', 'segments', 'recording', 'summary'])

const times = new Set(['created_at', 'updated_at'])

const isFigure = (value: Json, key: string) => typeof value === 'number' && !ids.has(key)
const isPlain = (value: Json, key: string) => !ids.has(key) && !lists.has(key) && typeof value !== 'number'

type Change = (value: Json, key: string) => Json

/** Left out of the record. */
const gone = Symbol('gone')

/** Every field of a record, at any depth; what is inside a field that is changed is not looked at. */
function everyField(value: Json, change: Change): Json {
  if (Array.isArray(value)) return value.map((each: Json) => everyField(each, change))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const after = change(each, key)
      if (after === gone) return []
      return [[key, after === each ? everyField(each, change) : after]]
    }),
  )
}

/** The same share of the fields of a kind in every record: `figures-missing;share=0.3`. */
function some(options: ReadonlyMap<string, string>, wanted: (value: Json, key: string) => boolean, to: Change): Change {
  const share = Number(options.get('share') ?? 1)
  let seen = 0
  return (value, key) => {
    if (!wanted(value, key)) return value
    seen += 1
    return Math.floor(seen * share) > Math.floor((seen - 1) * share) ? to(value, key) : value
  }
}

/** A figure as text, in each of the ways in which a number is written. */
function written(value: Json): Json {
  if (typeof value !== 'number') return value
  if (Number.isInteger(value) && value !== 0 && value % 1_000_000 === 0) return `${value / 1_000_000}e6`
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

/** With more digits than a double can represent. */
function precise(value: Json): Json {
  if (typeof value !== 'number') return value
  const text = String(value)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return value
  return rawNumber(`${text}${text.includes('.') ? '' : '.'}00000000000000000001`)
}

/** One record of a good response with its fields at fault. */
export function withFieldsAtFault(fault: FieldFault, record: Json, options: ReadonlyMap<string, string>): Json {
  const figures = (to: Change) => everyField(record, some(options, isFigure, to))
  const fields = (to: Change) => everyField(record, some(options, isPlain, to))
  switch (fault) {
    case 'figures-as-text':
      return figures(written)
    case 'figures-unreadable':
      return figures(() => 'n/a')
    case 'figures-missing':
      return figures(() => gone)
    case 'figures-null':
      return figures(() => null)
    case 'figures-precise':
      return figures(precise)
    case 'fields-missing':
      return fields(() => gone)
    case 'fields-null':
      return fields(() => null)
    case 'fields-unreadable':
      return fields(() => ({ unreadable: true }))
    case 'ids-as-text':
      return everyField(record, (value, key) => (ids.has(key) && typeof value === 'number' ? String(value) : value))
    case 'ids-missing':
      return everyField(record, (value, key) => (ids.has(key) && key !== 'updated_at' ? gone : value))
    case 'booleans-as-text':
      return everyField(record, (value) => (typeof value === 'boolean' ? String(value) : value))
    case 'booleans-as-numbers':
      return everyField(record, (value) => (typeof value === 'boolean' ? Number(value) : value))
    case 'times-as-numbers':
      return everyField(record, (value, key) =>
        times.has(key) && typeof value === 'string' ? Math.floor(Date.parse(value.replace(' ', 'T')) / 1000) : value,
      )
    case 'texts-as-numbers':
      return everyField(record, (value) =>
        typeof value === 'string' && /^(0|[1-9]\d{0,14})(\.\d+)?$/.test(value) && String(Number(value)) === value
          ? Number(value)
          : value,
      )
    case 'transcripts-empty':
      return everyField(record, (value, key) => (key === 'transcripts' ? [] : value))
    case 'transcripts-null':
      return everyField(record, (value, key) => (key === 'transcripts' ? null : value))
    case 'segments-empty':
      return everyField(record, (value, key) => (key === 'segments' && Array.isArray(value) ? [] : value))
    case 'participants-empty':
      return everyField(record, (value, key) => (key === 'participants' ? [] : value))
    default:
      return fault satisfies never
  }
}
