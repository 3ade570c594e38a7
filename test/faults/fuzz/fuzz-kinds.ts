import { fuzzBackups } from './fuzz-backups.ts'
import { fuzzGrammars } from './fuzz-grammars.ts'
import type { FuzzKind } from './fuzz-kind.ts'
import { fuzzProcedures } from './fuzz-procedures.ts'
import { fuzzRoutes } from './fuzz-routes.ts'
import { fuzzSockets } from './fuzz-sockets.ts'
import { fuzzWorkbooks } from './fuzz-workbooks.ts'

/** Procedures come last: they leave little of the library. */
export const fuzzKinds: readonly FuzzKind[] = [
  fuzzGrammars,
  fuzzWorkbooks,
  fuzzBackups,
  fuzzRoutes,
  fuzzSockets,
  fuzzProcedures,
]
