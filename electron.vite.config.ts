import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'

// Targets are those of Electron 45. The browser shell runs the same files on Node 24 and shows the same window in an ordinary
// Chromium or Chrome.
const nodeTarget = 'node24.0'
const chromiumTarget = 'chrome140'

const source = (path: string) => resolve(import.meta.dirname, 'src', path)

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: nodeTarget,
      rolldownOptions: {
        input: {
          main: source('main/main.ts'),
          'core-process': source('main/core-process.ts'),
          loopback: source('loopback/main.ts'),
          'sample-service': source('sample/main.ts'),
          'export-worker': source('core/notes/export/export-worker.ts'),
          'document-worker': source('core/export/document/document-worker.ts'),
          'storage-worker': source('core/storage/storage-worker.ts'),
          'packs-worker': source('core/packs/packs-worker.ts'),
          'publish-worker': source('core/publish/publish-worker.ts'),
          'clip-worker': source('core/recordings/clip/clip-worker.ts'),
          'assistant-worker': source('command-line/assistant/assistant-worker.ts'),
          'update-worker': source('core/export/workbook-update/update-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: nodeTarget,
      // A sandboxed preload can load neither ES modules nor packages: one CommonJS file with everything in it.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: source('preload/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [svelte({ configFile: false })],
    build: {
      outDir: 'out/renderer',
      target: chromiumTarget,
      minify: true,
      // The window's content security policy admits files of its own origin only: nothing may be written into the page.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { index: source('renderer/index.html') } },
    },
  },
})
