/** Entry point of the preload script. */

import { contextBridge, ipcRenderer } from 'electron'
import { preloadName } from '#contract/electron.ts'
import { preloadApi } from './preload-api.ts'

/** The only connection of the window to the main process: what `preloadApi` has, and nothing else of Electron. */
contextBridge.exposeInMainWorld(preloadName, preloadApi(ipcRenderer, window))
