/**
 * The formats in which a transcript may be stored (verbatim or cleaned, JSON or HTML), in order of
 * preference, and their ids in the ledger.
 */

import type { TranscriptForm } from '#contract/api/calls.ts'

/** In order of preference: verbatim before cleaned, JSON before HTML. */
export const transcriptForms: readonly [TranscriptForm, ...TranscriptForm[]] = [
  { format: 'json', clean: false },
  { format: 'json', clean: true },
  { format: 'html', clean: false },
  { format: 'html', clean: true },
]

/** The identity of a stored transcript format in the ledger. */
export function identityOf(callId: string, { format, clean }: TranscriptForm, audio = false): string {
  return `${callId} ${format} ${clean ? 'clean' : 'verbatim'}${audio ? ' audio' : ''}`
}

/** Identities of every form in which a call may be stored, in order of preference. */
export function identitiesOf(callId: string): string[] {
  return transcriptForms.flatMap((form) => [identityOf(callId, form), identityOf(callId, form, true)])
}

/** Reads an identity from its end: an id may have spaces, and a second record with the same identity has a number after it. */
export function formatOfIdentity(identity: string): TranscriptForm {
  const [, format, wording] = / (json|html) (clean|verbatim)(?: audio)?(?: #\d+)?$/.exec(identity) ?? []
  return { format: format === 'html' ? 'html' : 'json', clean: wording === 'clean' }
}

/** The rank of a format for search, lowest first: verbatim before cleaned, JSON before HTML. */
export function rankOf({ format, clean }: TranscriptForm): number {
  return (format === 'html' ? 2 : 0) + (clean ? 1 : 0)
}
