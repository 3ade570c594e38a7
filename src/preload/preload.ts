import { contextBridge, ipcRenderer } from 'electron'
import { preloadName } from '#contract/electron.ts'
import { preloadApi } from './preload-api.ts'

contextBridge.exposeInMainWorld(preloadName, preloadApi(ipcRenderer, window))
