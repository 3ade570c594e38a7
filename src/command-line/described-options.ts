/** Options with what help says of them: one table for the parser, help, the manual page and completion. */

/** As Node's `parseArgs` takes it, with `value` and `description` more. */
interface DescribedOption {
  readonly type: 'string' | 'boolean'
  /** The placeholder for its value: `DIR`. Absent: the option takes no value. */
  readonly value?: string
  /** It may be given several times. */
  readonly multiple?: true
  readonly description: string
}

export type DescribedOptions = Readonly<Record<string, DescribedOption>>

/** Which library is read. */
export const libraryOptions = {
  profile: { type: 'string', value: 'DIR', description: 'This profile folder instead of the default' },
  workspace: {
    type: 'string',
    value: 'ID',
    description: 'This workspace instead of the one that is, or was last, open (see tearsheet workspaces)',
  },
} as const satisfies DescribedOptions

/** What every lookup has besides its own. */
export const lookupOptions = {
  ...libraryOptions,
  csv: { type: 'boolean', description: 'The table as CSV, in full units' },
  tsv: { type: 'boolean', description: 'The table as tab-separated values' },
  markdown: { type: 'boolean', description: 'The table in Markdown' },
  json: { type: 'boolean', description: 'The response as JSON (its schema: tearsheet schema COMMAND)' },
} as const satisfies DescribedOptions

/** Of every command. */
export const helpOption = { help: { type: 'boolean', description: 'This help' } } as const satisfies DescribedOptions

/** An option as help shows it, `--profile DIR`, and its description. */
export type OptionRow = readonly [left: string, right: string]

export function optionRows(options: DescribedOptions): readonly OptionRow[] {
  return Object.entries(options).map(([name, { value, description }]) => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    description,
  ])
}
