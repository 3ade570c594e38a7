/** Composes the diagnostics report that a user sends to support. */

import { sentenceOf } from '#contract/failure.ts'
import type { ApiOutputs, Status } from '#contract/api/api.ts'
import type { WorkspaceSettings } from './workspaces/workspace-store.ts'

/** A report for a support mail: no key, no record, no folder name, no address beyond the host. */
export function diagnose(
  status: Status,
  library: ApiOutputs['library']['report'],
  settings: WorkspaceSettings,
  hasKey: boolean,
  versions: Readonly<Record<string, string | undefined>>,
): string {
  const host = URL.canParse(settings.baseUrl) ? new URL(settings.baseUrl).host : 'none'
  const lines = [
    `Tearsheet ${status.version}`,
    `node ${versions['node'] ?? '-'}, electron ${versions['electron'] ?? '-'}, sqlite ${versions['sqlite'] ?? '-'}`,
    `workspace: ${settings.kind}, host ${host}, key ${hasKey ? 'present' : 'absent'}, search names ${settings.search.query}, ${settings.search.type}, ${settings.search.page} (key ${settings.search.key})`,
    `network: ${status.network}, in progress ${status.inProgress}, waiting ${status.waiting}`,
    `last failure: ${status.lastFailure ? `${status.lastFailure.failure.kind}, ${sentenceOf(status.lastFailure.failure)}` : 'none'}`,
    `notices: ${status.notices.map(({ failure }) => failure.kind).join(', ') || 'none'}`,
    `library: ${library.bytes.library} bytes, read-only ${String(library.readOnly)}`,
    ...Object.entries(library.counts).map(([name, count]) => `  ${name}: ${count}`),
  ]
  return `${lines.join('\n')}\n`
}
