/**
 * The Update workbook action: sends the chosen workbook to the core, and saves the updated copy
 * that comes back.
 */

import { FileUp } from 'lucide'
import type { ChangedCell, UpdateChunk, WorkbookChunk } from '#contract/api/exports.ts'
import type { Core } from '../core-client/client.ts'
import { upload } from '../core-client/upload.ts'
import { formatCounted, formatNumber } from '../format/counts.ts'
import { saveBlob } from '../ui/save-blob.ts'
import type { Action } from './actions.svelte.ts'
import { bindCommand } from './commands/bind-commands.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

export type WorkbookUpdate = Extract<UpdateChunk, { kind: 'updated' }>

/** A multiple of three, so that pieces of base64 need no padding. */
const chunkBytes = 96 * 1024

/** Next to Export, on screens whose workbooks can be updated. */
export function updateAction(workspace: Pick<WorkspaceState, 'forbidden' | 'showUpdateDialog'>): Action {
  return bindCommand('update-workbook', {
    icon: FileUp,
    off: () => workspace.forbidden.exports,
    run: () => workspace.showUpdateDialog(true),
  })
}

/**
 * A workbook of ours with the figures of now, handed over under its own name when it is whole; the one that was chosen is not touched.
 * Rejects with `RequestFailed`, when it is cancelled, and when the connection ends before the workbook does.
 */
export async function requestWorkbookUpdate(
  core: Pick<Core, 'exports'>,
  file: File,
  signal: AbortSignal,
): Promise<WorkbookUpdate> {
  const chunks = await upload(chunksOf(file), (waiting) => core.exports.update(waiting, { signal }))
  const pieces: BlobPart[] = []
  for await (const piece of chunks) {
    signal.throwIfAborted()
    if (piece.kind === 'updated') {
      saveBlob(file.name, new Blob(pieces, { type: piece.mediaType }))
      return piece
    }
    pieces.push(Uint8Array.from(atob(piece.base64), (letter) => letter.charCodeAt(0)))
  }
  throw new Error('the workbook is incomplete')
}

async function* chunksOf(file: File): AsyncGenerator<WorkbookChunk> {
  for (let at = 0; at < file.size; at += chunkBytes) {
    const bytes = new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer())
    yield { kind: 'bytes', base64: btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')) }
  }
  yield { kind: 'end' }
}

/** `2 figures restated, 62 new.` */
export function changedFiguresText({ counts }: WorkbookUpdate): string {
  const words: Readonly<Record<ChangedCell['reason'], string>> = {
    restated: 'restated',
    withdrawn: 'withdrawn by the service',
    adjusted: 'adjusted for a share split detected since the last update',
    changed: 'that had been changed in the workbook',
    gone: 'not in this library',
    new: 'new',
  }
  const reasons = (['restated', 'withdrawn', 'adjusted', 'changed', 'gone', 'new'] as const).filter(
    (why) => counts[why] > 0,
  )
  if (reasons.length === 0) return 'No figures changed.'
  return `${reasons
    .map((why, at) =>
      at === 0 ? `${formatCounted(counts[why], 'figure')} ${words[why]}` : `${formatNumber(counts[why])} ${words[why]}`,
    )
    .join(', ')}.`
}
