import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

// Targets are those of Electron 45: the older of the two runtimes each part meets. The loopback shell runs the same files
// on Node 24 and shows the same window in Chromium 140 or newer.
const nodeTarget = 'node24.0'
const chromiumTarget = 'chrome140'

/** Only what is there: while a layer is being written the others still build. */
function present(inputs: Record<string, string>): Record<string, string> {
  const absolute = Object.entries(inputs).map(([name, path]) => [name, resolve(import.meta.dirname, path)] as const)
  return Object.fromEntries(absolute.filter(([, path]) => existsSync(path)))
}

const main = present({
  main: 'src/main/main.ts',
  'core-process': 'src/main/core-process.ts',
  loopback: 'src/loopback/main.ts',
  'sample-service': 'src/sample/main.ts',
})
const preload = present({ preload: 'src/preload/preload.ts' })
const renderer = present({ index: 'src/renderer/index.html' })

export default defineConfig({
  ...(Object.keys(main).length > 0 && {
    main: {
      build: {
        outDir: 'out/main',
        target: nodeTarget,
        rolldownOptions: { input: main, output: { format: 'es', entryFileNames: '[name].js' } },
      },
    },
  }),
  ...(Object.keys(preload).length > 0 && {
    preload: {
      build: {
        outDir: 'out/preload',
        target: nodeTarget,
        // A sandboxed preload can load neither ES modules nor packages: one CommonJS file with everything in it.
        externalizeDeps: false,
        rolldownOptions: { input: preload, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
      },
    },
  }),
  ...(Object.keys(renderer).length > 0 && {
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
        rolldownOptions: { input: renderer },
      },
    },
  }),
})
