import type { TranscriptForm } from '#contract/api/calls.ts'

/** As they are preferred: as it was spoken before cleaned, JSON before HTML. */
export const transcriptForms: readonly [TranscriptForm, ...TranscriptForm[]] = [
  { format: 'json', clean: false },
  { format: 'json', clean: true },
  { format: 'html', clean: false },
  { format: 'html', clean: true },
]

/** What a stored form of a call is known by in the ledger. */
export function identityOf(callId: string, { format, clean }: TranscriptForm, audio = false): string {
  return `${callId} ${format} ${clean ? 'clean' : 'verbatim'}${audio ? ' audio' : ''}`
}

/** Read from its end: an id may hold blanks, and two records of one identity in one answer carry a number behind it. */
export function formatOfIdentity(identity: string): TranscriptForm {
  const [, format, wording] = / (json|html) (clean|verbatim)(?: audio)?(?: #\d+)?$/.exec(identity) ?? []
  return { format: format === 'html' ? 'html' : 'json', clean: wording === 'clean' }
}

/** Which form of a call is searched when several are stored: as it was spoken before cleaned, JSON before HTML. */
export function rankOf({ format, clean }: TranscriptForm): number {
  return (format === 'html' ? 2 : 0) + (clean ? 1 : 0)
}
