import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/** What cannot be run here is read: the sources of main and preload, as the compiler sees them. */
const folders = ['main', 'preload'] as const
const sources = folders.flatMap((layer) => {
  const folder = join(import.meta.dirname, '../../src', layer)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({
      name: `${layer}/${name}`,
      tree: ts.createSourceFile(name, readFileSync(join(folder, name), 'utf8'), ts.ScriptTarget.ESNext, true),
    }))
})

function nodesIn(tree: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return nodes
}

/** Calls anywhere in main and preload whose callee ends in one of these names: `file: callee(arguments)`. */
function callsOf(...names: readonly string[]): string[] {
  return sources.flatMap(({ name, tree }) =>
    nodesIn(tree)
      .filter(ts.isCallExpression)
      .filter(({ expression }) => names.some((wanted) => expression.getText().split('.').at(-1) === wanted))
      .map((call) => `${name}: ${call.expression.getText()}(${call.arguments.map((one) => one.getText()).join(', ')})`),
  )
}

const main = sources.find(({ name }) => name === 'main/main.ts')!.tree

describe('the main process', () => {
  test('pins the profile, then asks for the lock, before anything else is done', () => {
    const statements = main.statements.filter((statement) => !ts.isImportDeclaration(statement))
    expect(statements.slice(0, 6).map((statement) => statement.getText().split('\n')[0])).toEqual([
      'const developing = !app.isPackaged',
      'const start = startArguments(process.argv.slice(developing ? 2 : 1), process.cwd())',
      'const profile =',
      'const folder = windowFolder(profile)',
      "app.setPath('userData', folder)",
      'if (app.requestSingleInstanceLock({ ...handoverOf(start.view) })) {',
    ])
    expect(statements.slice(6).every((statement) => ts.isFunctionDeclaration(statement))).toBe(true)
  })

  test('does nothing by being imported: each module but the two programs only declares', () => {
    const programs = ['main/main.ts', 'main/core-process.ts', 'preload/preload.ts']
    const doing = sources
      .filter(({ name }) => !programs.includes(name))
      .filter(({ tree }) => tree.statements.some((statement) => ts.isExpressionStatement(statement)))
    expect(doing.map(({ name }) => name)).toEqual([])
  })

  test('loads one page, over its own scheme', () => {
    expect(callsOf('loadURL', 'loadFile')).toEqual(['main/window.ts: contents.loadURL(windowAddress)'])
    const addresses = sources.flatMap(({ tree }) =>
      nodesIn(tree)
        .filter((node) => ts.isStringLiteralLike(node))
        .map((node) => node.text)
        .filter((text) => /^(https?|file|wss?):\/\//.test(text)),
    )
    expect(addresses).toEqual([])
  })

  test('opens every channel in one place', () => {
    expect(callsOf('handle', 'handleOnce').filter((call) => !call.includes('protocol'))).toEqual([
      expect.stringMatching(/^main\/ipc\.ts: door\.handle\(/) as string,
    ])
    expect(sources.flatMap(({ tree }) => tree.getText().match(/ipcMain\s*\.\s*\w+/g) ?? [])).toEqual([])
  })

  test('makes one window, with the one set of preferences', () => {
    const made = sources.flatMap(({ name, tree }) =>
      nodesIn(tree)
        .filter(ts.isNewExpression)
        .filter(({ expression }) => /Window$|WebContentsView|BrowserView/.test(expression.getText()))
        .map((node) => `${name}: ${node.expression.getText()}`),
    )
    expect(made).toEqual(['main/shell.ts: MainWindow', 'main/window.ts: BrowserWindow'])
    const preferences = sources.flatMap(({ name, tree }) =>
      nodesIn(tree)
        .filter(ts.isPropertyAssignment)
        .filter((node) => node.name.getText() === 'webPreferences')
        .map((node) => `${name}: ${node.initializer.getText()}`),
    )
    expect(preferences).toEqual(['main/window.ts: windowPreferences(preload, developing)'])
  })

  test('starts programs as utility processes only, which its fuses leave it', () => {
    const imports = sources.flatMap(({ tree }) =>
      tree.statements.filter(ts.isImportDeclaration).map((statement) => statement.moduleSpecifier.getText()),
    )
    expect(
      imports.filter((name) => /child_process|worker_threads|cluster|node:vm|node:http|node:net/.test(name)),
    ).toEqual([])
  })

  test('takes nothing secret from the environment, and nothing from it but names of switches', () => {
    const reads = sources.flatMap(({ tree }) => tree.getText().match(/process\.env[.[][^\s,)]*/g) ?? [])
    expect(reads).toEqual([])
  })

  test('uses the asynchronous encryption alone', () => {
    expect(callsOf('encryptString', 'decryptString', 'isEncryptionAvailable', 'setUsePlainTextEncryption')).toEqual([])
    expect(callsOf('encryptStringAsync', 'decryptStringAsync')).toHaveLength(2)
  })

  test('weakens no certificate, no sandbox and no policy', () => {
    const text = sources.map(({ tree }) => tree.getText()).join('\n')
    for (const word of [
      'certificate-error',
      'setCertificateVerifyProc',
      'rejectUnauthorized',
      'ignore-certificate',
      "appendSwitch('no-sandbox",
      'bypassCSP:',
      'allowServiceWorkers:',
      'ELECTRON_DISABLE_SECURITY_WARNINGS',
      'enableBlinkFeatures',
      'executeJavaScript',
      'new Function',
    ]) {
      expect(text.includes(word) ? word : null).toBeNull()
    }
  })
})

describe('the page’s script', () => {
  test('drops the event of each message it hears', () => {
    const listeners = sources
      .filter(({ name }) => name.startsWith('preload/'))
      .flatMap(({ tree }) => nodesIn(tree).filter(ts.isCallExpression))
      .filter(({ expression }) => expression.getText() === 'ipcRenderer.on')
      .map(({ arguments: [channel, listener] }) => [channel?.getText(), listener?.getText().split('\n')[0]])
    expect(listeners).toEqual([
      ['electronAnnouncements.saved', '(_event, file) => tellSaved(file)'],
      ['electronAnnouncements.action', '(_event, action) => tellAction(action)'],
      ['electronAnnouncements.line', '(event, message) => {'],
    ])
  })
})
