/** The actions that copy or save a chart of a comparison as a picture, for menus, keys and buttons. */

import { Copy, Download, Image } from 'lucide'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommands } from '../app/commands/bind-commands.ts'
import { pictureFiles, type PictureFiles, type PictureWorkspace } from '../app/picture-files.ts'
import type { Scene } from '../ui/chart/chart-scene.ts'

/** The commands for a chart: in menus, by keys, and as buttons above it. */
export interface PictureActions extends PictureFiles {
  readonly actions: readonly Action[]
}

/** @param name of the files */
export function pictureActions(workspace: PictureWorkspace, name: () => string, scene: () => Scene): PictureActions {
  const files = pictureFiles(workspace, name, scene)
  return {
    ...files,
    actions: bindCommands('comparePicture', {
      'compare.chart-save': { icon: Download, off: () => files.saveOff, run: files.savePng },
      'compare.chart-svg': { icon: Image, off: () => files.saveOff, run: files.saveSvg },
      'compare.chart-copy': { icon: Copy, run: files.copy },
    }),
  }
}
