import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build } from 'vite'
import { contentTypeOf, type AssetManifest } from '#core/window/assets.ts'

/** Builds a page as the program's window is built (electron.vite.config.ts), into memory. */
export async function buildPage(folder: string): Promise<AssetManifest> {
  const built = await build({
    configFile: false,
    root: folder,
    base: './',
    logLevel: 'silent',
    plugins: [svelte({ configFile: false })],
    build: {
      write: false,
      target: 'chrome140',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('one build was asked for')
  return new Map(
    built.output.map((file) => {
      const content = file.type === 'chunk' ? file.code : file.source
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
      return [`/${file.fileName}`, { bytes, contentType: contentTypeOf(file.fileName) }]
    }),
  )
}
