/** Help texts of the commands. */

import { optionsOf } from './command-options.ts'
import { commands } from './commands.ts'
import { helpOption, lookupOptions, optionRows, type DescribedOptions, type OptionRow } from './described-options.ts'
import type { AnyLookup } from './lookup.ts'
import { lookups } from './lookups.ts'

export const exitCodes = [
  [0, 'success'],
  [1, 'failed; the message says why'],
  [2, 'wrong command or option'],
  [3, 'not in the library, or nothing found'],
  [4, 'the command needs to write, and the profile is open in a window'],
] as const

/** `tearsheet help`. */
export function commandHelp(): string {
  return [
    'Tearsheet on the command line. Lookups read the library on this disk, even while a window has it open; they send nothing.',
    '',
    ...rows([...lookupDescriptions, ...commandDescriptions].map(({ usage, summary }) => [usage, summary])),
    '',
    'Options of every lookup:',
    ...rows(optionRows(lookupOptions)),
    '',
    `Exit codes: ${exitCodes.map(([code, meaning]) => `${code} ${meaning}`).join('; ')}.`,
    'tearsheet help COMMAND shows the help of a command.',
  ].join('\n')
}

/** `tearsheet help statements`, `tearsheet statements --help`. */
export function helpOf(command: CommandDescription): string {
  return [
    `tearsheet ${command.usage}`,
    '',
    command.summary,
    '',
    ...rows([...command.rows, ...optionRows({ ...command.sharedOptions, ...helpOption })]),
  ].join('\n')
}

/** A command, or a lookup, as help and the manual page describe it. */
export interface CommandDescription {
  readonly name: string
  readonly usage: string
  readonly summary: string
  /** Its arguments and its own options. */
  readonly rows: readonly OptionRow[]
  /** Options that it shares with others. */
  readonly sharedOptions: DescribedOptions
}

export const lookupDescriptions: readonly CommandDescription[] = lookups.map((lookup) => ({
  name: lookup.command,
  usage: usageOf(lookup),
  summary: lookup.summary,
  rows: argumentRows(lookup),
  sharedOptions: lookupOptions,
}))

export const commandDescriptions: readonly CommandDescription[] = commands.map(({ name, usage, summary, options }) => ({
  name,
  usage,
  summary,
  rows: optionRows(options),
  sharedOptions: {},
}))

/** Arguments and own options of a lookup. */
function argumentRows(lookup: AnyLookup): readonly OptionRow[] {
  return optionsOf(lookup).map(({ field, name, takes, values, description }): OptionRow => {
    if (isPositional(lookup, field)) return [name.toUpperCase(), description]
    const value = values.length > 0 ? values.join('|') : { number: 'N', list: 'A,B', text: 'TEXT', nothing: '' }[takes]
    return [`--${name}${takes === 'nothing' ? '' : ` ${value}`}`, description]
  })
}

/** `statements SYMBOL`. */
function usageOf(lookup: AnyLookup): string {
  const words = lookup.positional.map((field) => {
    const option = optionsOf(lookup).find((each) => each.field === field)
    const name = (option?.takes === 'list' ? field.replace(/s$/, '') : field).replaceAll(/[A-Z]/g, '_$&').toUpperCase()
    const isLast = field === lookup.positional.at(-1)
    const word = option?.takes !== 'list' ? name : isLast ? `${name}…` : `${name}[,${name}…]`
    return option?.isOptional === true ? `[${word}]` : word
  })
  return [lookup.command, ...words].join(' ')
}

function isPositional({ positional }: AnyLookup, field: string): boolean {
  return positional.some((each) => each === field)
}

const column = 34

function rows(pairs: readonly OptionRow[]): readonly string[] {
  return pairs.map(([left, right]) =>
    left.length >= column - 2 ? `  ${left}\n  ${' '.repeat(column)}${right}` : `  ${left.padEnd(column)}${right}`,
  )
}
