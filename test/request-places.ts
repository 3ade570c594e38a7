/** Walks the schemas of requests, so that a test can demand a limit at every place. */

import { z } from 'zod'

/** A place in a request: `calls.list.filter.symbols[]`. */
export interface Place {
  readonly path: string
  readonly schema: JsonSchema
}

interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
}

/** Every place in a request of this schema. */
export function placesOf(schema: z.ZodType, path: string): Place[] {
  return placesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, path)
}

function placesIn(schema: JsonSchema, path: string): Place[] {
  const {
    anyOf = [],
    oneOf = [],
    items,
    prefixItems = [],
    properties = {},
    additionalProperties,
    propertyNames,
  } = schema
  return [
    { path, schema },
    ...[...anyOf, ...oneOf].flatMap((each) => placesIn(each, path)),
    ...prefixItems.flatMap((each, index) => placesIn(each, `${path}[${index}]`)),
    ...(items ? placesIn(items, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([name, each]) => placesIn(each, `${path}.${name}`)),
    ...(typeof additionalProperties === 'object' ? placesIn(additionalProperties, `${path}{}`) : []),
    ...(propertyNames ? placesIn(propertyNames, `${path}{name}`) : []),
  ]
}

/** Lists without a largest length. */
export function listsWithoutEnd(places: readonly Place[]): string[] {
  const isOpen = ({ schema }: Place) => schema.type === 'array' && !schema.prefixItems && schema.maxItems === undefined
  return places.filter(isOpen).map(({ path }) => path)
}

/** Texts without a largest length, and places that take anything at all. */
export function unlimited(places: readonly Place[]): string[] {
  const isOpen = ({ schema }: Place) => {
    if (schema.enum !== undefined || schema.const !== undefined) return false
    // A UUID has 36 characters.
    if (schema.type === 'string') return schema.maxLength === undefined && schema.format !== 'uuid'
    return [schema.type, schema.anyOf, schema.oneOf].every((each) => each === undefined)
  }
  return places.filter(isOpen).map(({ path }) => path)
}
