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
  test('pins the profile, then requests the lock, before anything else is done', () => {
    const statements = main.statements.filter((statement) => !ts.isImportDeclaration(statement))
    const firstLines = (all: readonly ts.Statement[]) => all.map((statement) => statement.getText().split('\n')[0])
    expect(firstLines(statements.slice(0, 2))).toEqual(['const developing = !app.isPackaged', 'try {'])
    expect(statements[1]?.getText()).toMatch(/^try \{\s+start\(\)\s+\} catch \(error\) \{\s+startFailed\(error\)\s+\}$/)
    const functions = statements.slice(2).filter((statement) => ts.isFunctionDeclaration(statement))
    expect(functions).toHaveLength(statements.length - 2)
    const beginningOf = (wanted: string) =>
      firstLines(functions.find(({ name }) => name?.text === wanted)?.body?.statements ?? [])
    // What else a command line can ask for opens no profile.
    expect(beginningOf('start')).toEqual([
      'const chosen = startArguments(process.argv.slice(developing ? 2 : 1), process.cwd())',
      'switch (chosen.kind) {',
    ])
    expect(beginningOf('open').slice(0, 3)).toEqual([
      'const folder = windowFolder(profile)',
      "app.setPath('userData', folder)",
      'if (app.requestSingleInstanceLock({ ...handoverOf(link) })) return begin(profile, folder, link)',
    ])
    expect(callsOf('requestSingleInstanceLock')).toHaveLength(1)
  })

  test('does nothing by being imported: each module but the two programs only declares', () => {
    const programs = ['main/main.ts', 'main/core-process.ts', 'preload/preload.ts']
    const doing = sources
      .filter(({ name }) => !programs.includes(name))
      .filter(({ tree }) => tree.statements.some((statement) => ts.isExpressionStatement(statement)))
    expect(doing.map(({ name }) => name)).toEqual([])
  })

  test('loads its one page and what that page prints, over its own scheme (E1)', () => {
    expect(callsOf('loadURL', 'loadFile')).toEqual([
      'main/window.ts: contents.loadURL(windowAddress)',
      'main/window.ts: contents.loadURL(address)',
    ])
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

  test('makes its windows in one place and one to print in, each with its set of preferences', () => {
    const made = sources.flatMap(({ name, tree }) =>
      nodesIn(tree)
        .filter(ts.isNewExpression)
        .filter(({ expression }) => /Window$|WebContentsView|BrowserView/.test(expression.getText()))
        .map((node) => `${name}: ${node.expression.getText()}`),
    )
    expect(made).toEqual([
      'main/main-windows.ts: MainWindow',
      'main/print-window.ts: BrowserWindow',
      'main/window.ts: BrowserWindow',
    ])
    const preferences = sources.flatMap(({ name, tree }) =>
      nodesIn(tree)
        .filter(ts.isPropertyAssignment)
        .filter((node) => node.name.getText() === 'webPreferences')
        .map((node) => `${name}: ${node.initializer.getText()}`),
    )
    expect(preferences).toEqual([
      'main/print-window.ts: printPreferences()',
      'main/window.ts: windowPreferences(preload, developing)',
    ])
  })

  test('starts programs as utility processes only, which its fuses leave it', () => {
    const imports = sources.flatMap(({ tree }) =>
      tree.statements.filter(ts.isImportDeclaration).map((statement) => statement.moduleSpecifier.getText()),
    )
    expect(
      imports.filter((name) => /child_process|worker_threads|cluster|node:vm|node:http|node:net/.test(name)),
    ).toEqual([])
  })

  test('takes nothing secret from the environment: names of switches, and where its AppImage lies', () => {
    const reads = sources.flatMap(({ tree }) => tree.getText().match(/process\.env[.[][^\s,)]*/g) ?? [])
    expect(reads).toEqual(["process.env['APPIMAGE']", "process.env['APPDIR']"])
  })

  test('uses the asynchronous encryption alone', () => {
    expect(callsOf('encryptString', 'decryptString', 'isEncryptionAvailable', 'setUsePlainTextEncryption')).toEqual([])
    const callers = callsOf('encryptStringAsync', 'decryptStringAsync').map((call) => call.split(':')[0])
    expect(callers).toEqual(['main/doctor.ts', 'main/doctor.ts', 'main/vault.ts', 'main/vault.ts'])
    // The doctor tries the keyring with a word of its own, never with a key.
    expect(callsOf('encryptStringAsync')[0]).toBe('main/doctor.ts: encryption.encryptStringAsync(probe)')
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
