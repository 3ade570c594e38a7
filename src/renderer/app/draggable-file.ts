/** A file that the page makes when its handle is dragged into another program. */

import { largestDragged, type DraggedFile, type ShellBridge } from '#contract/shell.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

export interface DraggableFile {
  /** The handle is pressed: the file is made, so that it is there when the drag begins. */
  press(): void
  start(event: DragEvent): void
}

/** `WorkspaceState`, as far as a drag needs it. */
export interface DragWorkspace extends Pick<WorkspaceState, 'forbidden' | 'say' | 'fail'> {
  readonly bridge: Pick<ShellBridge, 'dragFile'>
}

/**
 * Null: the shell drags no files, or the administrator does not allow exports.
 *
 * @param make the file, or why there is none
 */
export function draggableFile(
  workspace: DragWorkspace,
  make: () => Promise<DraggedFile | string>,
): DraggableFile | null {
  const { bridge, forbidden } = workspace
  if (bridge.dragFile === undefined || forbidden.exports !== null) return null
  let made: Promise<DraggedFile | string> | null = null
  const drag = async () => {
    const file = await (made ?? make())
    made = null
    if (typeof file === 'string') return workspace.say(file)
    if (file.base64.length > largestDragged) return workspace.say('The file is too large to drag. Save it instead.')
    // Without what else is known of it: the shell refuses a file with more.
    const { fileName, base64 } = file
    await bridge.dragFile?.({ fileName, base64 })
  }
  return {
    press: () => {
      made = make()
      // A press without a drag fails silently.
      made.catch(() => {})
    },
    start: (event) => {
      // The system's own drag takes its place.
      event.preventDefault()
      drag().catch((error: unknown) => workspace.fail(error))
    },
  }
}

export async function base64Of(content: Blob): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer())
  const chunk = 0x8000
  let text = ''
  for (let at = 0; at < bytes.length; at += chunk) text += String.fromCharCode(...bytes.subarray(at, at + chunk))
  return btoa(text)
}
