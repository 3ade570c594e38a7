/** The type of a lookup: what the command line and assistants can request of the library, with the response as data and as a table. */

import type { z } from 'zod'
import type { ColumnKind, TableCell } from '#contract/api/exports.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import { didYouMean, nearestNames } from './nearest-names.ts'
import { refuse } from './refuse.ts'
import type { LibraryApi } from './library-reading.ts'

/** A response as rows and columns, for the terminal and for files. */
export interface LookupTable {
  readonly title: string
  /** `number` and `growth`: a figure of the unit of its row, and its change. */
  readonly columns: readonly { readonly title: string; readonly kind: ColumnKind }[]
  readonly rows: readonly (readonly TableCell[])[]
  /** One for each row of a table whose rows, and not its columns, have a unit; null: text. */
  readonly units?: readonly (UnitKind | null)[]
  /** Sentences about the rows: what is not shown, where they come from. */
  readonly notes: readonly string[]
}

export interface Lookup<Input extends z.ZodObject = z.ZodObject, Response extends z.ZodObject = z.ZodObject> {
  /** The command: `statements`. */
  readonly command: string
  /** The tool of an assistant: `get_statements`. */
  readonly tool: string
  readonly title: string
  /** One sentence for help and for assistants. */
  readonly summary: string
  /** Strict: a misspelled field is refused. Each field has a description. What is not positional is an option: `asOf` is `--as-of`. */
  readonly input: Input
  /** Fields that are given without an option's name, in this order; the last may be a list. */
  readonly positional: readonly (keyof z.infer<Input> & string)[]
  readonly response: Response
  /** From the library alone. Fails as the API does. */
  readonly look: (
    api: LibraryApi,
    input: z.infer<Input>,
    signal: AbortSignal,
    reader: LookupReader,
  ) => Promise<z.infer<Response>>
  readonly table: (response: z.infer<Response>) => LookupTable
}

/** A lookup whatever its input and response are. Both are checked against its schemas, before and after `look`. */
export interface AnyLookup extends Omit<Lookup, 'look' | 'table'> {
  /** Throws Refusal for an input that does not fit, and what the API throws. */
  readonly run: (api: LibraryApi, input: unknown, signal: AbortSignal, reader: LookupReader) => Promise<LookupResponse>
}

/** Who reads the response. */
export interface LookupReader {
  /** Ids of the workspaces that may be named; null: every one. An assistant learns only of those that the user allowed it. */
  readonly workspaces: readonly string[] | null
}

/** The user, in the terminal. */
export const user: LookupReader = { workspaces: null }

interface LookupResponse {
  readonly data: Readonly<Record<string, unknown>>
  readonly table: () => LookupTable
}

export function lookup<Input extends z.ZodObject, Response extends z.ZodObject>({
  look,
  table,
  ...described
}: Lookup<Input, Response>): AnyLookup {
  return {
    ...described,
    run: async (api, given, signal, reader) => {
      const input = described.input.safeParse(given)
      if (!input.success) refuse(sentenceOfInput(input.error, Object.keys(described.input.shape)))
      const data = described.response.parse(await look(api, input.data, signal, reader))
      return { data, table: () => table(data) }
    },
  }
}

/** “limit: Too big: expected number to be <=500.”, “There is no parameter symbol. Did you mean symbols?” */
function sentenceOfInput(error: z.ZodError, fields: readonly string[]): string {
  // A required field that is misspelled is also missing.
  const issue = error.issues.find(({ code }) => code === 'unrecognized_keys') ?? error.issues[0]
  if (issue?.code === 'unrecognized_keys') {
    const [unknown = ''] = issue.keys
    const near = nearestNames(unknown, fields)
    const known = fields.length === 0 ? ' It takes no parameters.' : ` Parameters: ${fields.join(', ')}.`
    return `There is no parameter ${unknown}.${near.length > 0 ? didYouMean(near) : known}`
  }
  return `${issue?.path.join('.') ?? 'input'}: ${(issue?.message ?? 'invalid').replace(/\.$/, '')}.`
}
