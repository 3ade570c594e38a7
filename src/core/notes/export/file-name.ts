/** The file name of an export of notes: company, quarter, date, kind. */

import type { CallEntry } from '#contract/api/calls.ts'
import type { ApiInputs } from '#contract/api/api.ts'

type Order = Pick<ApiInputs['notes']['export'], 'as' | 'only'>

export const fileKinds: Readonly<Record<Order['as'], { readonly extension: string; readonly mediaType: string }>> = {
  markdown: { extension: 'md', mediaType: 'text/markdown; charset=utf-8' },
  html: { extension: 'html', mediaType: 'text/html; charset=utf-8' },
  docx: {
    extension: 'docx',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
}

/** `ACME-Q3-2025-2025-10-28-transcript.docx`: only letters, digits, dots and hyphens, whatever the service sends. */
export function fileName({ symbol, quarter, startTime, callId }: CallEntry, { as, only }: Order): string {
  const day = /^\d{4}-\d\d-\d\d/.exec(startTime ?? '')?.[0]
  const parts = [
    safe(symbol ?? '') || 'call',
    ...(quarter ? [`${quarter.quarter}-${quarter.year}`] : []),
    day ?? safe(callId).slice(0, 8),
    only === 'all' ? 'transcript' : 'highlights',
  ]
  return `${parts.filter((part) => part !== '').join('-')}.${fileKinds[as].extension}`
}

function safe(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 40)
}
