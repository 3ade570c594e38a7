/** Copies, saves and drags a chart as a picture. */

import { fileNameOf } from '#contract/file-name.ts'
import { pngOf, svgOf } from '../ui/chart/chart-picture.ts'
import type { Scene } from '../ui/chart/chart-scene.ts'
import { saveBlob } from '../ui/save-blob.ts'
import { base64Of, draggableFile, type DraggableFile, type DragWorkspace } from './draggable-file.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

export interface PictureWorkspace extends DragWorkspace, Pick<WorkspaceState, 'handedOver'> {}

export interface PictureFiles {
  readonly copy: () => void
  readonly savePng: () => void
  readonly saveSvg: () => void
  /** Why no file can be saved; null: it can. */
  readonly saveOff: string | null
  /** Null: it cannot be dragged into another program. */
  readonly drag: DraggableFile | null
}

/** @param name of the files */
export function pictureFiles(workspace: PictureWorkspace, name: () => string, scene: () => Scene): PictureFiles {
  const png = () => pngOf(scene())
  const save = (fileName: string, content: Blob) => {
    saveBlob(fileName, content)
    workspace.handedOver(fileName)
  }
  return {
    copy: () =>
      // The promise is passed on: a browser needs the item while the click is still being handled.
      void navigator.clipboard.write([new ClipboardItem({ 'image/png': png() })]).then(
        () => workspace.say('Copied the chart.'),
        (error: unknown) => workspace.fail(error),
      ),
    savePng: () =>
      void png().then(
        (content) => save(`${name()}.png`, content),
        (error: unknown) => workspace.fail(error),
      ),
    saveSvg: () => save(`${name()}.svg`, new Blob([svgOf(scene())], { type: 'image/svg+xml' })),
    saveOff: workspace.forbidden.exports,
    drag: draggableFile(workspace, async () => ({
      fileName: `${fileNameOf(name())}.png`,
      base64: await base64Of(await png()),
    })),
  }
}

/** Below a picture, which is read without the window that shows where its figures come from. */
export function pictureSource(
  service: { readonly name: string; readonly kind: string } | null | undefined,
  day: string,
): string {
  const invented = service?.kind === 'sample' ? ' (invented data)' : ''
  return `Source: ${service?.name ?? 'Tearsheet'}${invented}, as of ${day}. Tearsheet.`
}
