/** Commands that are no lookups: their names and options, and what help says of them. */

import { packKinds } from '#contract/api/pack-kinds.ts'
import { offlineKinds } from '#contract/api/sync-kinds.ts'
import { libraryOptions, type DescribedOptions } from './described-options.ts'
import type { CommandWord } from './is-command.ts'

export const exportOptions = {
  force: { type: 'boolean', description: 'Replace the file if it exists' },
  ...libraryOptions,
} as const satisfies DescribedOptions

export const takeOfflineOptions = {
  'key-file': {
    type: 'string',
    value: 'FILE',
    description: 'Required: a file that only you can read, with a line per service: its origin, a space, the API key',
  },
  kinds: {
    type: 'string',
    value: 'A,B',
    description: `What to download: ${offlineKinds.join(', ')}; default: the list’s last choice`,
  },
  years: { type: 'string', value: 'N', description: 'Years of statements; default: the list’s last choice' },
  ...libraryOptions,
} as const satisfies DescribedOptions

export const publishOptions = {
  to: { type: 'string', value: 'PLACE', description: 'Required: a folder, or s3://BUCKET/FOLDER' },
  endpoint: {
    type: 'string',
    value: 'URL',
    description: 'An S3-compatible store instead of Amazon S3; default: AWS_ENDPOINT_URL',
  },
  region: { type: 'string', value: 'NAME', description: 'Region of the bucket; default: AWS_REGION' },
  ...libraryOptions,
} as const satisfies DescribedOptions

export const packOptions = {
  to: { type: 'string', value: 'FILE', description: 'Required: the pack’s file, which must not exist yet' },
  author: { type: 'string', value: 'NAME', description: 'Required: your name, shown to whoever opens the pack' },
  companies: { type: 'string', value: 'A,B', description: 'Symbols of the companies to include' },
  watchlist: {
    type: 'string',
    value: 'NAME',
    multiple: true,
    description: 'A watchlist to include, with its companies; repeat the option for several',
  },
  kinds: { type: 'string', value: 'A,B', description: `Contents: ${packKinds.join(', ')}; default: all` },
  from: { type: 'string', value: 'YYYY-MM-DD', description: 'First day of the periods; default: all' },
  until: { type: 'string', value: 'YYYY-MM-DD', description: 'Last day of the periods; default: all' },
  encrypt: {
    type: 'boolean',
    description: 'Encrypt with a passphrase, from TEARSHEET_PASSPHRASE or typed in the terminal',
  },
  ...libraryOptions,
} as const satisfies DescribedOptions

export const openPackOptions = libraryOptions

export const mcpOptions = libraryOptions

export const doctorOptions = { profile: libraryOptions.profile } as const satisfies DescribedOptions

interface Command {
  readonly name: CommandWord
  readonly usage: string
  readonly summary: string
  readonly options: DescribedOptions
}

export const commands = [
  {
    name: 'export',
    usage: 'export SYMBOL FILE',
    summary: 'Save a company’s statements as .xlsx, .csv, .tsv, .md or .json, depending on the file name.',
    options: exportOptions,
  },
  {
    name: 'take-offline',
    usage: 'take-offline WATCHLIST --key-file FILE',
    summary: 'Download a watchlist for offline use, with the API key from a file.',
    options: takeOfflineOptions,
  },
  {
    name: 'publish',
    usage: 'publish --to FOLDER|--to=s3://BUCKET/FOLDER',
    summary:
      'Publish the library as Parquet files; close all windows of the profile first. S3 needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.',
    options: publishOptions,
  },
  {
    name: 'pack',
    usage: 'pack --to FILE --author NAME --companies A,B',
    summary: 'Write companies and watchlists to a pack for a colleague; close all windows of the profile first.',
    options: packOptions,
  },
  {
    name: 'open-pack',
    usage: 'open-pack FILE',
    summary: 'Check a pack, then add what is new to the library; close all windows of the profile first.',
    options: openPackOptions,
  },
  {
    name: 'mcp',
    usage: 'mcp',
    summary: 'Serve an assistant over standard input and output (Model Context Protocol).',
    options: mcpOptions,
  },
  {
    name: 'doctor',
    usage: 'doctor',
    summary: 'Check what works on this computer, and print a report for support.',
    options: doctorOptions,
  },
  {
    name: 'schema',
    usage: 'schema COMMAND',
    summary: 'The JSON schemas of a lookup’s input and response.',
    options: {},
  },
  {
    name: 'completion',
    usage: 'completion bash|zsh',
    summary: 'A script that completes commands and options in your shell.',
    options: {},
  },
  {
    name: 'man',
    usage: 'man',
    summary: 'The manual page in man format: tearsheet man | man -l -',
    options: {},
  },
  { name: 'help', usage: 'help [COMMAND]', summary: 'Show this help, or the help of a command.', options: {} },
] as const satisfies readonly Command[]

export type CommandName = (typeof commands)[number]['name']
