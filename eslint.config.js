import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
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

export default typescript.config(
  { ignores: ['out', 'dist', '.cache', 'test-results', 'playwright-report', 'resources'] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.svelte'],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      // Numbers in sentences are what this product is made of.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // `async` without `await` is how a throw becomes a rejection for the caller.
      '@typescript-eslint/require-await': 'off',
      // A closed union must be handled whole; the compiler's `never` is the proof.
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'max-lines': ['error', 400],
      eqeqeq: 'error',
    },
  },
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser } },
    rules: {
      // Remote text reaches the page as text only; Trusted Types would refuse it anyway.
      'svelte/no-at-html-tags': 'error',
      'svelte/button-has-type': 'error',
      // `let` is how a prop or a rune is declared.
      'prefer-const': 'off',
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
  { files: ['src/renderer/**'], languageOptions: { globals: globals.browser } },
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
  {
    files: ['{src,test,scripts}/**/{util,utils,helper,helpers,manager,managers,common,lib,misc}{/**,.*}'],
    rules: forbid(forbidden.vagueName),
  },
  { files: ['scripts/**', '*.js', '*.cjs'], languageOptions: { globals: globals.node } },
)
