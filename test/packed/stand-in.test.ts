import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const textsOf = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))

/** Names that a source file imports from `electron` to run with, and the members of them that it uses. */
function usedOf(text: string): string[] {
  const imported = Array.from(text.matchAll(/^import \{([^}]*)\} from 'electron'/gm), ([, names = '']) =>
    names.split(','),
  )
  const values = imported
    .flat()
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
  return values.flatMap((name) => [
    name,
    ...Array.from(
      text.matchAll(new RegExp(String.raw`(?<![\w.#/-])${name}\.(\w+)`, 'g')),
      ([, member = '']) => `${name}.${member}`,
    ),
  ])
}

/** The exports of the stand-in, each with its members, as the compiler sees them. */
function offered(): ReadonlySet<string> {
  const file = join(import.meta.dirname, 'stand-in/electron.ts')
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  const exported = module ? checker.getExportsOfModule(module) : []
  return new Set(
    exported.flatMap((symbol) => [
      symbol.name,
      ...checker
        .getTypeOfSymbol(symbol)
        .getProperties()
        .map((member) => `${symbol.name}.${member.name}`),
    ]),
  )
}

describe('the stand-in for Electron', () => {
  test('has every object of Electron that the main process uses, with the members that it uses', () => {
    const used = new Set(textsOf('src/main').flatMap(usedOf))
    expect(used.size).toBeGreaterThan(30)
    expect([...used.difference(offered())]).toEqual([])
  })

  test('raises every event that the main process listens to, but those that only a runtime has', () => {
    const listened = textsOf('src/main').flatMap((text) =>
      Array.from(
        text.matchAll(/\b(?:app|window|webContents|contents|session|nativeTheme|item)\.(?:on|once)\('([a-z-]+)'/g),
        ([, name = '']) => name,
      ),
    )
    const raised = textsOf('test/packed/stand-in').flatMap((text) =>
      Array.from(text.matchAll(/\braise\('([a-z-]+)'/g), ([, name = '']) => name),
    )
    expect([...new Set(listened).difference(new Set(raised))].sort()).toEqual([
      'activate',
      'child-process-gone',
      'context-menu',
      'render-process-gone',
      'updated',
      'will-attach-webview',
      'will-frame-navigate',
      'will-navigate',
      'will-redirect',
    ])
  })
})
