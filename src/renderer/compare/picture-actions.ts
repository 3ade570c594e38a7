/** The actions that copy or save a chart as a picture, for menus, keys and buttons. */

import { Copy, Download, Image } from 'lucide'
import { fileNameOf } from '#contract/file-name.ts'
import type { Action } from '../app/actions.svelte.ts'
import { base64Of, draggableFile, type DraggableFile, type DragWorkspace } from '../app/draggable-file.ts'
import { bindCommands } from '../app/commands/bind-commands.ts'
import { pngOf, svgOf } from '../ui/chart/chart-picture.ts'
import type { Scene } from '../ui/chart/chart-scene.ts'
import { saveBlob } from '../ui/save-blob.ts'

/** The commands for a chart: in menus, by keys, and as buttons above it. */
export interface PictureActions {
  readonly copy: () => void
  readonly savePng: () => void
  readonly saveSvg: () => void
  /** Why no file can be saved; null: it can. */
  readonly saveOff: string | null
  /** Null: it cannot be dragged into another program. */
  readonly drag: DraggableFile | null
  readonly actions: readonly Action[]
}

/** @param name of the files */
export function pictureActions(workspace: DragWorkspace, name: () => string, scene: () => Scene): PictureActions {
  const finish = (done: Promise<string>) =>
    void done.then(
      (said) => workspace.say(said),
      (error: unknown) => workspace.fail(error),
    )
  const png = () => pngOf(scene())
  const copy = () =>
    finish(
      // The promise is passed on: a browser needs the item while the click is still being handled.
      navigator.clipboard.write([new ClipboardItem({ 'image/png': png() })]).then(() => 'Copied the chart.'),
    )
  const savePng = () =>
    finish(
      png().then((content) => {
        saveBlob(`${name()}.png`, content)
        return `Saved ${name()}.png.`
      }),
    )
  const saveSvg = () => {
    saveBlob(`${name()}.svg`, new Blob([svgOf(scene())], { type: 'image/svg+xml' }))
    workspace.say(`Saved ${name()}.svg.`)
  }
  const saveOff = workspace.forbidden.exports
  return {
    copy,
    savePng,
    saveSvg,
    saveOff,
    drag: draggableFile(workspace, async () => ({
      fileName: `${fileNameOf(name())}.png`,
      base64: await base64Of(await png()),
    })),
    actions: bindCommands('comparePicture', {
      'compare.chart-save': { icon: Download, off: () => saveOff, run: savePng },
      'compare.chart-svg': { icon: Image, off: () => saveOff, run: saveSvg },
      'compare.chart-copy': { icon: Copy, run: copy },
    }),
  }
}
