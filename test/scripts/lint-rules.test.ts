import { ESLint } from 'eslint'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Only the rules that need no types: the project's own ones, on files that are not on disk. */
const eslint = new ESLint({
  cwd: resolve(import.meta.dirname, '../..'),
  overrideConfig: { languageOptions: { parserOptions: { project: null } } },
  ruleFilter: ({ ruleId }) =>
    /^(no-restricted|no-console|svelte\/no-at-html|@typescript-eslint\/no-restricted)/.test(ruleId),
})

async function complaints(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: file })
  return (result?.messages ?? []).map(({ message }) => message)
}

const component = (markup: string) => `<script lang="ts">\n  const text = 'a'\n</script>\n\n${markup}\n`

const broken = [
  ['src/core/calls/calls.ts', 'let open = 0\nexport const more = () => (open += 1)\n', 'No module-level mutable state'],
  ['src/core/calls/calls.ts', 'export let open = 0\n', 'No module-level mutable state'],
  ['src/loopback/main.ts', 'export const k = process.env.TEARSHEET_KEY\n', 'Keys and tokens never come from'],
  ['src/core/core.ts', 'export const home = process.env.HOME\n', 'does not read the environment'],
  [
    'src/core/service/send-request.ts',
    'export const options = { rejectUnauthorized: false }\n',
    'no way round a certificate',
  ],
  ['src/main/main.ts', "app.on('certificate-error', () => undefined)\n", 'no way round a certificate'],
  ['src/main/menu.ts', "ipcMain.handle('a', () => 1)\n", 'src/main/ipc.ts'],
  ['src/main/menu.ts', "void shell.openExternal('https://a.example')\n", 'src/main/open-external.ts'],
  ['src/main/menu.ts', "void window.loadURL('https://a.example')\n", 'src/main/window.ts'],
  ['src/main/window.ts', "void window.loadFile('index.html')\n", 'never from a file'],
  ['src/main/window.ts', 'export const preferences = { nodeIntegration: true }\n', 'stays off'],
  ['src/core/sync/pull.ts', "void fetch('https://a.example')\n", 'Only src/core/service speaks'],
  ['src/core/service/send-request.ts', "console.log('https://a.example')\n", 'Unexpected console'],
  ['src/core/calls/helpers.ts', 'export const a = 1\n', 'in the words of the field'],
  ['src/core/utils/words.ts', 'export const a = 1\n', 'in the words of the field'],
  ['src/renderer/calls/A.svelte', component('{@html text}'), 'XSS'],
  ['src/renderer/calls/a.ts', "import type { Core } from '#core/core.ts'\nexport type C = Core\n", 'the contract only'],
  ['test/e2e/calls.spec.ts', 'await page.waitForTimeout(100)\n', 'not for time to pass'],
  ['test/core/calls.test.ts', "vi.mock('../../src/core/calls/calls.ts')\n", 'No mocks of our own code'],
] as const

describe('the house rules', () => {
  test.for(broken.map(([file, code, message]) => [message, file, code] as const))(
    'say “%s” of %s',
    async ([message, file, code]) => {
      expect((await complaints(file, code)).join()).toContain(message)
    },
  )

  test.for([
    ['src/main/ipc.ts', "ipcMain.handle('a', () => 1)\n"],
    ['src/main/open-external.ts', "void shell.openExternal('https://a.example')\n"],
    ['src/main/window.ts', "void window.loadURL('app://bundle/')\nexport const p = { nodeIntegration: false }\n"],
    ['src/loopback/main.ts', 'export const home = process.env.HOME\n'],
    ['src/core/service/send-request.ts', "void fetch('https://a.example')\n"],
    ['src/renderer/calls/A.svelte', component('{text}')],
  ] as const)('leave alone what has its place: %s', async ([file, code]) => {
    expect(await complaints(file, code)).toEqual([])
  })
})
