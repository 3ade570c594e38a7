import { Copy, Download, Image } from 'lucide'
import type { Action } from '../app/actions.svelte.ts'
import type { WorkspaceState } from '../app/workspace-state.svelte.ts'
import { pngOf, svgOf } from '../ui/chart/chart-picture.ts'
import { chartScene, type ChartPicture } from '../ui/chart/chart-scene.ts'
import { saveBlob } from '../ui/save-blob.ts'

/** What may be done with a chart: for menus and keys, and for the buttons above it. */
export interface PictureActions {
  readonly copy: () => void
  readonly savePng: () => void
  readonly saveSvg: () => void
  readonly actions: readonly Action[]
}

/** @param name of the files */
export function pictureActions(
  workspace: Pick<WorkspaceState, 'say' | 'fail'>,
  name: () => string,
  picture: () => ChartPicture,
): PictureActions {
  const finish = (done: Promise<string>) =>
    void done.then(
      (said) => workspace.say(said),
      (error: unknown) => workspace.fail(error),
    )
  const png = () => pngOf(chartScene(picture()))
  const copy = () =>
    finish(
      // The promise is handed over: a browser asks for the item while the click is still at work.
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
    saveBlob(`${name()}.svg`, new Blob([svgOf(chartScene(picture()))], { type: 'image/svg+xml' }))
    workspace.say(`Saved ${name()}.svg.`)
  }
  return {
    copy,
    savePng,
    saveSvg,
    actions: [
      { id: 'compare.chart-save', title: 'Save the chart as a picture', group: 'Table', icon: Download, run: savePng },
      { id: 'compare.chart-svg', title: 'Save the chart as SVG', group: 'Table', icon: Image, run: saveSvg },
      { id: 'compare.chart-copy', title: 'Copy the chart as a picture', group: 'Table', icon: Copy, run: copy },
    ],
  }
}
