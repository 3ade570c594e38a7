import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { readdirSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

// Targets are those of Electron 45. The browser shell runs the same files on Node 24 and shows the same window in an ordinary
// Chromium or Chrome.
const nodeTarget = 'node24.0'
const chromiumTarget = 'chrome140'

const source = (path: string) => resolve(import.meta.dirname, 'src', path)

/** Chart.js's scales read a formatter where they are declared, which keeps those in the bundle that nobody draws: 5 KB, gzipped. */
const unusedScales: Plugin = {
  name: 'unused-scales',
  transform: {
    filter: { id: /chart\.js\/dist\/chart\.js/ },
    handler: (code) =>
      code.replaceAll(/(?:Ticks\.formatters\.\w+|(?<== )TimeScale\.defaults)/g, '/* @__PURE__ */ (() => $&)()'),
  },
}

/** The window is drawn here and nowhere before: what Svelte has for taking over a page that a server drew goes, out of every component. */
const withoutHydration: Plugin = {
  name: 'without-hydration',
  transform: {
    filter: { id: /svelte\/src\/internal\/client\/dom\/hydration\.js/ },
    handler: (code) =>
      code
        .replace('export let hydrating', 'export const hydrating')
        .replace('hydrating = value', '')
        .replaceAll(/export function (?=(?:set_hydrating|reset|next)\()/g, '/* @__NO_SIDE_EFFECTS__ */ $&'),
  },
}

const components = readdirSync(source('renderer'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.svelte'))
  .sort()

/** The class that keeps a component's styles its own: its number, which compresses where a hash does not. */
function styleClass(filename: string): string {
  const number = components.indexOf(relative(source('renderer'), resolve(filename)))
  if (number < 0) throw new Error(`not a component of the window: ${filename}`)
  return `_${number.toString(36)}`
}

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
          'storage-worker': source('core/storage/storage-worker.ts'),
          'clip-worker': source('core/recordings/clip/clip-worker.ts'),
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
    plugins: [
      svelte({ configFile: false, compilerOptions: { cssHash: ({ filename }) => styleClass(filename) } }),
      unusedScales,
      withoutHydration,
    ],
    build: {
      outDir: 'out/renderer',
      target: chromiumTarget,
      minify: true,
      // All styles come with the page: a screen opens without asking for any, and together they compress better, by 7 KB.
      cssCodeSplit: false,
      // The window's content security policy admits files of its own origin only: nothing may be written into the page.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: source('renderer/index.html') },
        optimization: { inlineConst: { mode: 'all' } },
        output: {
          // Few files, since each would name over again what it takes from the others, 20 KB in all: what several screens share,
          // the rest of what the window begins with, the charts, the lists that a company's page shows too, what sets the program up, and one a screen.
          codeSplitting: {
            groups: [
              {
                name: 'shared',
                test: /src\/(?:contract|renderer\/(?!opinions|calls|timeline|ui\/chart\/draw-))|node_modules\/(?:svelte|lucide|@orpc)\//,
                minShareCount: 2,
              },
              { name: 'window', tags: ['$initial'] },
              { name: 'charts', test: /chart\.js|\/draw-(?:chart|panel|ratings|sentiment)/ },
              { name: 'lists', test: /renderer\/(?:opinions|calls|timeline)\// },
              { name: 'upkeep', test: /renderer\/(?:offline|settings)\// },
            ],
          },
        },
      },
    },
  },
})
