/** Options of a lookup's command, derived from the schema of its input. */

import { parseArgs, type ParseArgsConfig } from 'node:util'
import { z } from 'zod'
import { lookupOptions } from './described-options.ts'
import { didYouMean, nearestNames } from './nearest-names.ts'
import { refuse } from './refuse.ts'
import type { AnyLookup } from './lookup.ts'

interface CommandOption {
  /** Field of the input: `asOf`. */
  readonly field: string
  /** `as-of`. */
  readonly name: string
  readonly takes: 'nothing' | 'number' | 'list' | 'text'
  /** What a list is of. */
  readonly items: 'number' | 'text'
  /** Values that are allowed; empty: any. */
  readonly values: readonly string[]
  readonly description: string
  readonly isOptional: boolean
}

/** What the schema says of a field, as far as a command line needs it. */
const fieldSchema = z.object({
  type: z.enum(['boolean', 'integer', 'number', 'array', 'string']),
  enum: z.array(z.string()).default([]),
  items: z.object({ type: z.string() }).optional(),
  description: z.string().default(''),
})

const inputSchema = z.object({
  properties: z.record(z.string(), fieldSchema).default({}),
  required: z.array(z.string()).default([]),
})

/** Positional fields too. */
export function optionsOf({ input }: Pick<AnyLookup, 'input'>): readonly CommandOption[] {
  const { properties, required } = inputSchema.parse(z.toJSONSchema(input, { io: 'input' }))
  return Object.entries(properties).map(([field, { type, enum: values, items, description }]) => {
    const takes = ({ boolean: 'nothing', integer: 'number', number: 'number', array: 'list', string: 'text' } as const)[
      type
    ]
    return {
      field,
      name: optionName(field),
      takes,
      items: items?.type === 'integer' ? 'number' : 'text',
      values,
      description,
      isOptional: !required.includes(field),
    }
  })
}

function optionName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

export interface LookupArguments {
  readonly input: Readonly<Record<string, unknown>>
  readonly profile: string | null
  readonly workspace: string | null
  readonly output: 'text' | 'csv' | 'tsv' | 'markdown' | 'json'
}

/** Reads the words after the command. Throws Refusal, whose sentence names the option. */
export function readLookupArguments(lookup: AnyLookup, words: readonly string[]): LookupArguments {
  const options = optionsOf(lookup)
  const positional: readonly string[] = lookup.positional
  const named = options.filter(({ field }) => !positional.includes(field))
  const { values, positionals } = parsed(words, named)
  const outputs = (['csv', 'tsv', 'markdown', 'json'] as const).filter((name) => values[name] === true)
  if (outputs.length > 1) refuse(`Choose one of ${outputs.map((name) => `--${name}`).join(' and ')}.`)
  const given = {
    ...Object.fromEntries(
      named.flatMap((option) => {
        const value = values[option.name]
        return value === undefined ? [] : [[option.field, valueOf(option, value)]]
      }),
    ),
    ...readPositionals(options, positional, positionals),
  }
  const input = lookup.input.safeParse(given)
  if (!input.success) refuse(sentenceOfIssue(input.error, positional))
  return {
    input: input.data,
    profile: textOf(values['profile']),
    workspace: textOf(values['workspace']),
    output: outputs[0] ?? 'text',
  }
}

type Values = Readonly<Record<string, string | boolean | undefined>>

function parsed(words: readonly string[], named: readonly CommandOption[]) {
  const own = Object.fromEntries(
    named.map(({ name, takes }) => [name, { type: takes === 'nothing' ? ('boolean' as const) : ('string' as const) }]),
  )
  const { values, positionals } = readOptions(words, { ...own, ...lookupOptions }, { allowPositionals: true })
  return { values: values as Values, positionals }
}

/** Reads options as Node does. What is wrong with them is refused in one sentence. */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
  { allowPositionals = false }: { readonly allowPositionals?: boolean } = {},
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals })
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    refuse(mistakeIn(message, allowPositionals ? words : [], Object.keys(options)))
  }
}

/**
 * Node’s first sentence, and the options that an unknown one may mean, or how to give a value that begins with a hyphen where one of these
 * words may have been meant so.
 */
function mistakeIn(message: string, words: readonly string[], options: readonly string[]): string {
  const [line = ''] = message.split('\n', 1)
  const sentence = `${line.replace(/\. To specify.*$/s, '').replace(/\.$/, '')}.`
  const [, option] = /^Option '(--[^' ]+)' argument is ambiguous\.$/.exec(sentence) ?? []
  if (option !== undefined) return `${option} needs a value. For one that begins with a hyphen write ${option}=VALUE.`
  // No command has options of one letter, but a single letter is more likely meant as one than as a value.
  const [, letter] = /^Unknown option '(-[^-])'/.exec(sentence) ?? []
  const isValue = letter !== undefined && words.some((word) => word.startsWith(letter) && word.length > letter.length)
  if (isValue) return `${sentence} Put words that begin with a hyphen after --.`
  if (!sentence.startsWith('Unknown option')) return sentence
  const [, unknown = ''] = /^Unknown option '--([^']+)'/.exec(sentence) ?? []
  return `${sentence}${didYouMean(nearestNames(unknown, options).map((name) => `--${name}`)) || ' See --help.'}`
}

function readPositionals(
  options: readonly CommandOption[],
  positional: readonly string[],
  words: readonly string[],
): Readonly<Record<string, unknown>> {
  const last = options.find(({ field }) => field === positional.at(-1))
  if (words.length > positional.length && last?.takes !== 'list')
    refuse(`Unexpected “${words[positional.length] ?? ''}”.`)
  const found: Record<string, unknown> = {}
  for (const [at, field] of positional.entries()) {
    const option = options.find((each) => each.field === field)
    if (option === undefined || words[at] === undefined) continue
    // Only the last one can have the words that follow.
    const given = option === last && option.takes === 'list' ? words.slice(at).join() : words[at]
    found[field] = valueOf(option, given)
  }
  return found
}

function valueOf({ takes, items }: CommandOption, value: string | boolean): unknown {
  if (typeof value === 'boolean') return value
  if (takes === 'list') return items === 'number' ? listOf(value).map(Number) : listOf(value)
  return takes === 'number' ? Number(value) : value
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function textOf(value: string | boolean | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** “--limit: Too big: expected number to be <=500.” */
function sentenceOfIssue(error: z.ZodError, positional: readonly string[]): string {
  const [issue] = error.issues
  const field = String(issue?.path[0] ?? '')
  const name = positional.includes(field) ? optionName(field).toUpperCase() : `--${optionName(field)}`
  return `${name}: ${(issue?.message ?? 'invalid').replace(/\.$/, '')}.`
}
