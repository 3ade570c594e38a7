/** Generates inputs that fit a schema, and changes them into ones that do not. */

import fc from 'fast-check'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** As much of JSON Schema as the contract's inputs use. */
export interface JsonSchema {
  readonly type?: string
  readonly const?: Json
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
}

/** What means something to a core, such as symbols and ids: without it every request would be for something that does not exist. */
export interface KnownValues {
  readonly texts: readonly string[]
  readonly numbers: readonly number[]
}

/** Texts that a query or a file name could take for its own signs. */
export const oddTexts = [
  '',
  ' ',
  '%',
  '*',
  '"',
  "'",
  'NEAR(',
  '((((((((',
  '\0',
  '\uD800',
  '\u202Eabc',
  "'; DROP TABLE ledger_record; --",
]

/** Most items of a generated list and characters of a generated text: more than that is in `hostile`. */
const most = { items: 4, characters: 24 }

/** `limits`: with every member that there can be, and every number the least or the greatest that the schema allows. */
export function inputArbitrary(
  schema: JsonSchema,
  known: KnownValues,
  numbers: 'known' | 'limits' = 'known',
): fc.Arbitrary<Json> {
  const of = (inner: JsonSchema) => inputArbitrary(inner, known, numbers)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const given = choices.filter(({ type }) => numbers === 'known' || type !== 'null')
    return fc.oneof(...(given.length === 0 ? choices : given).map(of))
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return textArbitrary(schema, known)
    case 'integer':
    case 'number':
      return numberArbitrary(schema, numbers === 'known' ? known.numbers : null)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = most.items } = schema
      return fc.array(of(items), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, most.items)) })
    }
    case 'object': {
      const { properties = {}, required = [], propertyNames = { type: 'string' }, additionalProperties } = schema
      if (typeof additionalProperties === 'object') {
        const names = of(propertyNames).map(String)
        return fc.dictionary(names, of(additionalProperties), { minKeys: required.length, maxKeys: mostKeys(required) })
      }
      const named = Object.entries(properties).map(([name, inner]) => [name, of(inner)] as const)
      return fc.record(Object.fromEntries(named), {
        requiredKeys: numbers === 'known' ? [...required] : Object.keys(properties),
      })
    }
    default:
      return fc.jsonValue().map((value) => value as Json)
  }
}

function mostKeys(required: readonly string[]): number {
  return Math.max(required.length, most.items)
}

function textArbitrary(schema: JsonSchema, known: KnownValues): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = most.characters, pattern, format } = schema
  if (format === 'uuid') return fc.uuid()
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const fits = ({ length }: string) => length >= minLength && length <= maxLength
  const limits = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, most.characters)) }
  const given = (texts: readonly string[], weight: number) => {
    const fitting = texts.filter(fits)
    return fitting.length === 0 ? [] : [{ weight, arbitrary: fc.constantFrom(...fitting) }]
  }
  const free = { weight: 1, arbitrary: fc.string({ unit: 'grapheme', ...limits }) }
  return fc.oneof(...given(known.texts, 4), ...given(oddTexts, 1), free)
}

/** @param known numbers that mean something; null: only the limits */
function numberArbitrary(schema: JsonSchema, known: readonly number[] | null): fc.Arbitrary<number> {
  const { type, exclusiveMinimum } = schema
  const least = schema.minimum ?? (exclusiveMinimum === undefined ? Number.MIN_SAFE_INTEGER : exclusiveMinimum + 1)
  const greatest = schema.maximum ?? Number.MAX_SAFE_INTEGER
  if (known === null) return fc.constantFrom(least, greatest)
  const numbers = known.filter((value) => value >= least && value <= greatest)
  const free =
    type === 'integer'
      ? fc.integer({ min: Math.ceil(least), max: Math.floor(greatest) })
      : fc.double({ min: least, max: greatest, noNaN: true })
  return numbers.length === 0 ? free : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...numbers) }, free)
}

/** What a hostile page, a damaged file or a bug may put in the place of any value. */
const hostile: readonly Json[] = [
  ...[null, true, 0, -0, -1, 0.1, Infinity, 2 ** 53 + 1, Number.MIN_SAFE_INTEGER, 1e21],
  ...[...oddTexts, 'a'.repeat(100_000)],
  ...[
    [],
    {},
    [[]],
    { constructor: 1 },
    JSON.parse('{"__proto__":{"polluted":true}}') as Json,
    Array.from({ length: 2000 }, () => 'x'),
  ],
]

/** The input with one of its values replaced, removed or joined by an unknown one. */
export function mutated(input: Json): fc.Arbitrary<Json> {
  const paths = pathsOf(input)
  return fc
    .record({
      path: fc.constantFrom(...paths),
      value: fc.constantFrom(...hostile),
      how: fc.constantFrom('replace', 'remove', 'join'),
    })
    .map(({ path, value, how }) => changedAt(input, path, value, how))
}

type Path = readonly (string | number)[]

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function pathsOf(value: Json, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path]
  const inner: [string | number, Json][] = isList(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...inner.flatMap(([name, each]) => pathsOf(each, [...path, name]))]
}

function changedAt(value: Json, [name, ...rest]: Path, to: Json, how: string): Json {
  if (value === null || typeof value !== 'object') return to
  const isRemoved = how === 'remove' && rest.length === 0
  if (isList(value)) {
    if (name === undefined) return to
    if (isRemoved) return value.filter((_, at) => at !== name)
    return value.map((each, at) => (at === name ? changedAt(each, rest, to, how) : each))
  }
  if (name === undefined) return how === 'join' ? { ...value, unknown: to } : to
  const others = Object.entries(value).filter(([each]) => each !== name)
  if (isRemoved) return Object.fromEntries(others)
  return Object.fromEntries([...others, [name, changedAt(value[name] ?? null, rest, to, how)]])
}
