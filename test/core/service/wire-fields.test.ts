import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations, type OperationName } from '#contract/service/operations.ts'
import { isJsonObject, type JsonObject } from '#contract/service/json-object.ts'
import { callResource, callsResource } from '#core/calls/resources.ts'
import { FailureError } from '#core/failure-error.ts'
import { enhancedResource, liteResource } from '#core/fundamentals/resources.ts'
import { firstShown, showNext, type RecordRules } from '#core/ledger/merge-received-content.ts'
import { rulesOf } from '#core/ledger/shown-records.ts'
import { newsResource } from '#core/news/resource.ts'
import { ratingsResource } from '#core/ratings/resource.ts'
import { securitiesResource } from '#core/securities/resource.ts'
import { validateResponse, type ValidatedRecord } from '#core/service/response-validation.ts'
import { fieldKinds, fullRecord, samples, wireFields, type FieldKind, type WireField } from './wire-fields.ts'

const rules: { readonly [Name in OperationName]: RecordRules } = {
  'fundamentals.enhanced': rulesOf(enhancedResource),
  'fundamentals.lite': rulesOf(liteResource),
  'calls.list': rulesOf(callsResource),
  'calls.one': rulesOf(callResource),
  ratings: rulesOf(ratingsResource),
  news: rulesOf(newsResource),
  securities: rulesOf(securitiesResource),
}

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'wire-data-rules.md'), 'utf8')
const rows = page
  .slice(page.indexOf('## 5. Every field, every fault'))
  .split('\n')
  .filter((line) => line.startsWith('|') && !line.startsWith('| ---'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const heads = rows[0]?.slice(2, -1) ?? []
const faults = rows.slice(1).map(([, fault = '', ...outcomes]) => ({ fault, outcomes }))

const nothing = 'nothing'
const twice = 'the field twice: a list, then a good value'
const long = 'a text of 10 MB'

/** A response with one record, complete but for one field. */
function responseWith(field: WireField, fault: string): string {
  const mark = 'the field that is tried'
  const record = fullRecord(field.operation)
  const key = field.path.at(-1) ?? ''
  let inside: unknown = record
  for (const step of field.path.slice(0, -1)) inside = Reflect.get(inside as object, step)
  if (fault === nothing) Reflect.deleteProperty(inside as object, key)
  else Reflect.set(inside as object, key, mark)
  const whole = `${JSON.stringify(key)}:${JSON.stringify(mark)}`
  const text = JSON.stringify(record).replace(whole, () => {
    if (fault === twice)
      return `${JSON.stringify(key)}:[],${JSON.stringify(key)}:${JSON.stringify(samples[field.kind])}`
    return `${JSON.stringify(key)}:${fault === long ? JSON.stringify('x'.repeat(10_000_000)) : fault.replaceAll('`', '')}`
  })
  switch (operations[field.operation].wrapping) {
    case 'data':
      return `{"data":[${text}],"message":"ok"}`
    case 'bare-array':
      return `[${text}]`
    case 'bare-object':
      return text
    case 'hits':
      return `{"data":{"found":1,"hits":[{"document":${text}}]},"message":"ok"}`
  }
}

function read(operation: OperationName, body: string): ValidatedRecord<OperationName> | 'refused' {
  const sender = { operation: 'Any', host: 'data.example.com' }
  const sent = { body: Buffer.from(body), contentType: 'application/json' }
  try {
    const [record] = validateResponse(operation, {}, { path: '/', parameters: {} }, sent, 5, sender).records
    if (record === undefined) throw new Error('the record is gone')
    return record
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'wrong-shape') return 'refused'
    throw error
  }
}

const isCallId = ({ operation, path }: WireField) => operation === 'calls.one' && path.join('.') === 'call_id'

function valueAt(value: unknown, path: WireField['path']): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
}

/** What the record shows once this has come after a complete one. */
function shownAfter(field: WireField, { record, damagedLists }: ValidatedRecord<OperationName>): JsonObject {
  const received = { contentId: 2, knownFrom: 20, record: record as JsonObject, damagedLists }
  const previous = { contentId: 1, lastSeenAt: 10 }
  return showNext(firstShown({ record: fullRecord(field.operation) }), received, previous, rules[field.operation])
    .record
}

/** All that is wrong with how one field takes one fault; empty where it takes it as the table says. */
function differences(field: WireField, fault: string, expected: string): string[] {
  const name = `${field.operation} ${field.path.join('.')}`
  const result = read(field.operation, responseWith(field, fault))
  if (result === 'refused') return isCallId(field) ? [] : [`${name}: refused`]
  const path = field.path.join('.')
  const own = result.marks.filter((mark) => mark.path === path).map(({ kind }) => kind)
  const others = result.marks.filter((mark) => mark.path !== path && !mark.path.startsWith(`${path}.`))
  const outcome = own.join(' and ') || 'read'
  const found = outcome === expected ? [] : [`${name}: ${outcome}`]
  if (others.length > 0) found.push(`${name}: marks ${others.map((mark) => mark.path).join(', ')}`)
  const before = fullRecord(field.operation)
  const shown = shownAfter(field, result)
  const top = String(field.path[0])
  for (const key of Object.keys(before))
    if (key !== top && JSON.stringify(shown[key]) !== JSON.stringify(before[key])) found.push(`${name}: changes ${key}`)
  // Entries of lists have rules of their own (section 2), with tests of their own.
  if (field.path.some((step) => typeof step === 'number') || field.kind === 'list') return found
  const now = valueAt(result.record, field.path) ?? null
  const stays = outcome === 'unreadable' || now === null
  const isWithdrawn = fault === '`null`' && rules[field.operation].figures.has(path)
  const wanted = isWithdrawn ? null : stays ? valueAt(before, field.path) : now
  const is = valueAt(shown, field.path)
  const isAsWanted = isJsonObject(wanted)
    ? isJsonObject(is) && Object.keys(wanted).every((key) => Object.hasOwn(is, key))
    : Object.is(is, wanted)
  if (!isAsWanted) found.push(`${name}: shows ${JSON.stringify(is)}`)
  return found
}

test('the table has a column for each type of field in the contract', () => {
  expect(heads).toEqual([...fieldKinds])
  expect(new Set(wireFields().map(({ kind }) => kind))).toEqual(new Set<FieldKind>(fieldKinds))
})

test('a complete record of each operation is read without a mark', () => {
  for (const { operation } of wireFields().filter(({ path }) => path.length === 1)) {
    const field = { operation, path: ['not in the contract'], kind: 'text' } as const
    expect(read(operation, responseWith(field, nothing))).toMatchObject({ marks: [] })
  }
})

describe('every field of every operation takes what is received in its place as the table says, and costs no other (N5)', () => {
  test.each(faults)('$fault', ({ fault, outcomes }) => {
    const fields = wireFields()
    // A long text is the same to every field of a type.
    const tried =
      fault === long ? fieldKinds.flatMap((kind) => fields.find((field) => field.kind === kind) ?? []) : fields
    const found = tried.flatMap((field) => differences(field, fault, outcomes[heads.indexOf(field.kind)] ?? ''))
    expect(found).toEqual([])
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})
