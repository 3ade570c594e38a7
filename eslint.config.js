import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import typescript from 'typescript-eslint'

/** What the syntax rules below forbid, each with the reason a reader of the report needs. */
const forbidden = {
  moduleState: {
    selector: ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind="let"]',
    message: 'No module-level mutable state: make it in one place and hand it down.',
  },
  keyFromEnvironment: {
    selector:
      'MemberExpression[object.object.name="process"][object.property.name="env"][property.name=/key|token|secret|password/i]',
    message: 'Keys and tokens never come from the environment: child processes and crash dumps carry it.',
  },
  environment: {
    selector: 'MemberExpression[object.name="process"][property.name="env"]',
    message: 'The core is given its options by the shell and does not read the environment.',
  },
  certificates: {
    selector:
      ':matches(Identifier[name=/^(rejectUnauthorized|setCertificateVerifyProc)$/], Literal[value=/^(certificate-error|ignore-certificate-errors)$/])',
    message: 'TLS fails closed: there is no way round a certificate.',
  },
  bareIpc: {
    selector: 'MemberExpression[object.name="ipcMain"][property.name=/^(on|once|handle|handleOnce|addListener)$/]',
    message: 'Register channels through src/main/ipc.ts, which checks the sender and the arguments.',
  },
  openExternal: {
    selector: 'MemberExpression[object.name="shell"][property.name="openExternal"]',
    message: 'Open links through src/main/open-external.ts, which checks them and shows the host.',
  },
  loadUrl: {
    selector: 'MemberExpression[property.name="loadURL"]',
    message: 'Only src/main/window.ts loads a page, and only app://.',
  },
  loadFile: {
    selector: 'MemberExpression[property.name="loadFile"]',
    message: 'Pages come over app://, never from a file.',
  },
  unsafeWindow: {
    selector:
      'Property[key.name=/^(allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|webviewTag|nodeIntegration|nodeIntegrationInWorker|nodeIntegrationInSubFrames)$/][value.value!=false]',
    message: 'This window preference stays off.',
  },
  sleep: {
    selector: 'MemberExpression[property.name="waitForTimeout"]',
    message: 'Wait for what the user would see, not for time to pass.',
  },
  mock: {
    selector: 'CallExpression[callee.object.name="vi"][callee.property.name=/^(mock|doMock)$/]',
    message: 'No mocks of our own code: use the real one, or a typed stand-in handed in.',
  },
  vagueName: {
    selector: 'Program',
    message: 'Name the file or folder by what it holds, in the words of the field.',
  },
}

const everywhere = [forbidden.moduleState, forbidden.keyFromEnvironment, forbidden.certificates]
const inMain = [...everywhere, forbidden.loadFile, forbidden.unsafeWindow]
/** ESLint replaces a rule's options instead of adding to them, so each place states its whole list. */
const forbid = (...rules) => ({ 'no-restricted-syntax': ['error', ...rules] })

const everyFile = {
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  '@typescript-eslint/consistent-type-imports': 'error',
  // `import { type A }` would leave an import behind that runs the module.
  '@typescript-eslint/no-import-type-side-effects': 'error',
  // `x == null` asks for null and undefined at once.
  eqeqeq: ['error', 'always', { null: 'ignore' }],
}

export default defineConfig(
  { ignores: ['out', 'dist', '.cache', 'test-results', 'playwright-report', 'resources'] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: 'tsconfig.lint.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers in sentences are what this product is made of.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `return leave()` is how a function says that it is done.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // What was caught is thrown on as it came.
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true }],
      // Identifiers are split into their digits.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // `async` without `await` is how a throw becomes a rejection for the caller.
      '@typescript-eslint/require-await': 'off',
      // It does not know that a signal may be aborted or a field be set anew while a function awaits.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // A query names the row it returns.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      // Assistants of the protocol before 2026 name themselves nowhere else.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: '@modelcontextprotocol/server', name: 'getClientVersion' }] },
      ],
      '@typescript-eslint/related-getter-setter-pairs': 'off',
      // Enums are none of ours, and packages mix theirs with numbers.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      ...everyFile,
    },
  },
  // Components are linted without types: a program a component would take minutes, and svelte-check looks at their types.
  { files: ['**/*.svelte'], extends: [typescript.configs.strict] },
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  // Rune modules are TypeScript like any other.
  { files: ['**/*.svelte.ts'], languageOptions: { parser: typescript.parser } },
  // A collection in $state.raw is replaced whole.
  { files: ['**/*.svelte', '**/*.svelte.ts'], rules: { 'svelte/prefer-svelte-reactivity': 'off' } },
  {
    files: ['**/*.svelte'],
    languageOptions: { parserOptions: { parser: typescript.parser } },
    rules: {
      ...everyFile,
      // Remote text reaches the page as text only; Trusted Types would refuse it anyway.
      'svelte/no-at-html-tags': 'error',
      'svelte/button-has-type': 'error',
      // `let` is how a bindable prop is declared.
      'prefer-const': 'off',
      // svelte-check knows which of Svelte's warnings are given.
      'svelte/no-unused-svelte-ignore': 'off',
      // A space between two elements is written so.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    files: ['src/**'],
    rules: {
      ...forbid(...everywhere),
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Only src/core/service speaks to the network.' }],
    },
  },
  { files: ['src/core/**', 'src/contract/**'], rules: forbid(...everywhere, forbidden.environment) },
  {
    files: ['src/core/service/**'],
    // A log line with an address in it is how keys leak.
    rules: { 'no-console': 'error', 'no-restricted-globals': 'off' },
  },
  {
    files: ['src/renderer/**'],
    languageOptions: { globals: globals.browser },
    rules: {
      // The import rules cannot see the type imports of a component: they are gone when it is compiled.
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^#(core|main|loopback|sample)/|^node:', message: 'The window knows the contract only.' },
          ],
        },
      ],
    },
  },
  // Its one question outside the socket: the session, from the server that served the page.
  { files: ['src/renderer/bridge/browser-bridge.ts'], rules: { 'no-restricted-globals': 'off' } },
  // The number format of the window, as Intl has a default locale (ARCHITECTURE.md).
  {
    files: ['src/renderer/format/{date,number}-format.svelte.ts'],
    rules: forbid(forbidden.keyFromEnvironment, forbidden.certificates),
  },
  // A recording from the shell's own media route.
  { files: ['src/renderer/player/media-file.ts'], rules: { 'no-restricted-globals': 'off' } },
  {
    files: ['src/main/**', 'src/preload/**'],
    rules: forbid(...inMain, forbidden.bareIpc, forbidden.openExternal, forbidden.loadUrl),
  },
  { files: ['src/main/ipc.ts'], rules: forbid(...inMain, forbidden.openExternal, forbidden.loadUrl) },
  { files: ['src/main/open-external.ts'], rules: forbid(...inMain, forbidden.bareIpc, forbidden.loadUrl) },
  { files: ['src/main/window.ts'], rules: forbid(...inMain, forbidden.bareIpc, forbidden.openExternal) },
  {
    files: ['test/**'],
    rules: {
      ...forbid(forbidden.sleep, forbidden.mock, forbidden.loadFile),
      // A test that indexes past the end fails by itself, and says where.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  // Playwright reads the names of the fixtures that a test needs from its pattern, and wants one even for none.
  { files: ['test/e2e/**', 'test/packed/**'], rules: { 'no-empty-pattern': 'off' } },
  {
    files: ['{src,test,scripts}/**/{util,utils,helper,helpers,manager,managers,common,lib,misc}{/**,.*}'],
    rules: forbid(forbidden.vagueName),
  },
  { files: ['scripts/**', '*.js', '*.cjs'], languageOptions: { globals: globals.node } },
)
