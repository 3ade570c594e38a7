/** Help texts of the commands. */

import { optionsOf } from './command-options.ts'
import { commands } from './commands.ts'
import type { AnyLookup } from './lookup.ts'
import { lookups } from './lookups.ts'

export const exitCodes = [
  [0, 'success'],
  [1, 'failed; the sentence says why'],
  [2, 'wrong command or option'],
  [3, 'not in the library, or nothing found'],
  [4, 'the command writes, and the profile is open in a window'],
] as const

/** `tearsheet help`. */
export function commandHelp(): string {
  return [
    'Tearsheet on the command line. Lookups read the library on this disk, also while a window has it open; they send nothing.',
    '',
    ...rows([
      ...lookups.map((each): Row => [usageOf(each), each.summary]),
      ...commands.map(({ usage, summary }): Row => [usage, summary]),
    ]),
    '',
    'Options of every lookup:',
    ...rows(sharedHelp),
    '',
    `Exit codes: ${exitCodes.map(([code, meaning]) => `${code} ${meaning}`).join('; ')}.`,
    'tearsheet help COMMAND explains one command.',
  ].join('\n')
}

export const sharedHelp: readonly Row[] = [
  ['--profile DIR', 'this profile folder instead of the default'],
  ['--workspace ID', 'this workspace instead of the one that was open last'],
  ['--csv, --tsv, --markdown', 'the table as a file, on standard output'],
  ['--json', 'the answer as JSON (its schema: tearsheet schema COMMAND)'],
]

/** `tearsheet help statements`. */
export function lookupHelp(lookup: AnyLookup): string {
  return [
    `tearsheet ${usageOf(lookup)}`,
    '',
    lookup.summary,
    '',
    ...rows([...argumentRows(lookup), ...sharedHelp]),
  ].join('\n')
}

type Row = readonly [left: string, right: string]

/** Arguments and own options of a lookup. */
export function argumentRows(lookup: AnyLookup): readonly Row[] {
  return optionsOf(lookup).map(({ field, name, takes, values, description }): Row => {
    if (isPositional(lookup, field)) return [name.toUpperCase(), description]
    const value = values.length > 0 ? values.join('|') : { number: 'N', list: 'A,B', text: 'TEXT', nothing: '' }[takes]
    return [`--${name}${takes === 'nothing' ? '' : ` ${value}`}`, description]
  })
}

/** `statements SYMBOL`. */
export function usageOf(lookup: AnyLookup): string {
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

function rows(pairs: readonly Row[]): readonly string[] {
  return pairs.map(([left, right]) =>
    left.length >= column - 2 ? `  ${left}\n  ${' '.repeat(column)}${right}` : `  ${left.padEnd(column)}${right}`,
  )
}
