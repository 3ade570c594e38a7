import { z } from 'zod'
import { operationNames, operations, type OperationName } from '#contract/service/operations.ts'

export const fieldKinds = ['text', 'choice', 'number', 'whole number', 'boolean', 'list', 'object'] as const
export type FieldKind = (typeof fieldKinds)[number]

/** One field of a record of the service, at any depth; within lists that of the first entry. */
export interface WireField {
  readonly operation: OperationName
  readonly path: readonly (string | number)[]
  readonly kind: FieldKind
}

/** A value that every field of this kind accepts. */
export const samples: Readonly<Record<FieldKind, unknown>> = {
  text: 'as before',
  choice: 'as before',
  number: 12.5,
  'whole number': 12,
  boolean: true,
  list: [],
  object: {},
}

/** Every field of every operation that has a type, from the schemas of the contract. */
export function wireFields(): WireField[] {
  return operationNames.flatMap((operation) => fieldsOf(operation, [], operations[operation].record))
}

/** A record with a value in every field, as JSON values; each time a new one. */
export function fullRecord(operation: OperationName): Record<string, unknown> {
  const text = full.get(operation) ?? JSON.stringify(filled(operations[operation].record))
  full.set(operation, text)
  return JSON.parse(text) as Record<string, unknown>
}

const full = new Map<OperationName, string>()

function fieldsOf(operation: OperationName, path: WireField['path'], schema: z.ZodType): WireField[] {
  const type = withoutNull(schema)
  if (type instanceof z.ZodObject) {
    return Object.entries(type.shape as Record<string, z.ZodType>).flatMap(([key, value]) => {
      const at = [...path, key]
      const kind = kindOf(value)
      return kind === null ? [] : [{ operation, path: at, kind }, ...fieldsOf(operation, at, value)]
    })
  }
  return type instanceof z.ZodArray ? fieldsOf(operation, [...path, 0], elementOf(type)) : []
}

function filled(schema: z.ZodType): unknown {
  const type = withoutNull(schema)
  if (type instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(type.shape)
    return Object.fromEntries(fields.map(([key, value]) => [key, filled(value)]))
  }
  if (type instanceof z.ZodArray) return [filled(elementOf(type))]
  const kind = kindOf(schema)
  return kind === null ? 'of any type' : samples[kind]
}

/** Null: a field of any type. */
function kindOf(schema: z.ZodType): FieldKind | null {
  const type = withoutNull(schema)
  if (type instanceof z.ZodString) return 'text'
  if (type instanceof z.ZodCustom) return 'choice'
  if (type instanceof z.ZodNumber) return z.safeParse(type, 0.5).success ? 'number' : 'whole number'
  if (type instanceof z.ZodBoolean) return 'boolean'
  if (type instanceof z.ZodArray) return 'list'
  if (type instanceof z.ZodObject) return 'object'
  if (type instanceof z.ZodUnknown) return null
  throw new Error(`A field of the contract has a type that this test does not know: ${type.def.type}`)
}

function withoutNull(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? withoutNull(schema.unwrap() as z.ZodType)
    : schema
}

function elementOf({ element }: z.ZodArray): z.ZodType {
  return element as z.ZodType
}
