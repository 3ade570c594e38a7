'use strict'

/**
 * Who may import whom (ARCHITECTURE.md). Each layer states what it may import; what is left over is forbidden. Type-only
 * imports count like others, except where a rule says otherwise.
 */

/** A package and everything below it, wherever node_modules stands. */
const packages = (/** @type {string[]} */ ...names) => `(^|/)node_modules/(${names.join('|')})(/|$)`
const anyPackage = '(^|/)node_modules/'
const builtins = { dependencyTypes: ['core'] }

/** Parts of the core every feature stands on, and that know no feature. */
const foundations = 'database|service|ledger'
const composition = '^src/core/(core|serve-api|direct-client|api-router)\\.ts$'
/** Of the core, what a shell may know: it opens it, serves it, and shares with the other shell what a window may do. */
const shellsDoor =
  '^src/core/(core|serve-api|direct-client|assistant-log|clock|failure-error|held-files|profile-inspection|reject-on-abort|rotated-log|system-error|time-limit|worker-thread|database/sqlite-version|storage/file-system-failure|storage/unfinished-files|updates/engine-release)\\.ts$|^src/core/policy/policy-(file|path)\\.ts$|^src/core/window/'
/** The installed program runs the same commands as the repository. */
const commandLineDoor = '^src/command-line/(run-in-process|is-command|doctor/doctor|doctor/doctor-report)\\.ts$'
/** What the window may run of the contract: plain tables and guards. The schemas weigh as much as the rest of the window. */
const contractWithoutSchemas =
  '^src/contract/(electron|failure|file-name|format-bytes|loopback|median|operation-labels|proxy-address|s3-address-rules|shell|shown-name|deep-link|api/(booklet-entry|checks-by-turn|figure-mark-words|pack-contents|pack-kinds|pack-words|published-table-labels|calendar-limits|call-downloads|date-format|default-preferences|user-tables|figure-lines|figure-numbers|figure-text|fiscal-period-name|former-labels|gics-sectors|home-counts|serialized-json|whats-new-kinds|shortcut-text|line-groups|list-gap|month-names|number-format|outdated-periods|overview-parts|paper-limits|paper-size|packed-figures|preference-patch|price-target-limits|price-target-text|quoted-segments|record-patch|reported-in|sentence-text|screen-terms|ratings-news-facets|calculated-lines|sample-companies|tear-sheet-fields|spreadsheet-text|sync-kinds|terminal-symbols|text-segments|text-sizes|time-zone|turn-at-time|turns|tie-out-counts|view-patch|watchlist-columns|width-patch|workspace-scope)|service/(json-object|security-fields|statement-lines))\\.ts$'
const entries =
  '^src/(main/(main|core-process)|preload/preload|loopback/main|command-line/main|sample/main|renderer/main)\\.ts$|^src/.*-worker\\.ts$'

/**
 * @param {string} layer
 * @param {string} comment
 * @param {string[]} allowed paths of src and packages it may import besides itself
 */
const layer = (layer, comment, allowed) => ({
  name: `${layer}-stays-in-its-place`,
  severity: 'error',
  comment,
  from: { path: `^src/${layer}/` },
  to: { path: ['^src/', anyPackage], pathNot: [`^src/${layer}/`, ...allowed] },
})

/**
 * @param {string} name
 * @param {string} comment
 * @param {string} what a module
 * @param {string} places where it may be imported
 */
const onlyIn = (name, comment, what, places) => ({
  name,
  severity: 'error',
  comment,
  from: { path: '^src/', pathNot: places },
  to: { path: what },
})

module.exports = {
  forbidden: [
    layer('contract', 'The contract is schemas and types: it knows the schema library and nothing of ours.', [
      packages('zod', '@orpc/contract'),
    ]),
    layer('core', 'The core runs under plain Node and knows neither shell nor window.', [
      '^src/contract/',
      packages(
        'zod',
        '@orpc/client',
        '@orpc/contract',
        '@orpc/server',
        '@orpc/standard-server-peer',
        '@types',
        'ws',
        'better-sqlite3',
        'undici',
        'p-queue',
        'p-retry',
        'htmlparser2',
        'stemmer',
        'chevrotain',
        'papaparse',
        'approx-string-match',
        'docx',
        'mediabunny',
        'hyparquet-writer',
        'age-encryption',
        'aws4fetch',
      ),
    ]),
    layer('main', 'The Electron shell opens the core and serves it; it does not reach into it.', [
      '^src/contract/',
      commandLineDoor,
      shellsDoor,
      packages('electron', 'electron-store', 'zod', '@types', '@orpc/client', '@orpc/contract'),
    ]),
    layer('preload', 'The bridge is sandboxed: contract types and Electron only.', [
      '^src/contract/',
      packages('electron'),
    ]),
    layer('loopback', 'The browser shell opens the core and serves it; it does not reach into it.', [
      '^src/contract/',
      shellsDoor,
      packages('ws', 'zod', '@types', '@orpc/client', '@orpc/contract'),
    ]),
    layer('command-line', 'The command line opens the core to read; it does not reach into it.', [
      '^src/contract/',
      shellsDoor,
      packages('zod', '@types', '@orpc/contract', '@modelcontextprotocol', 'approx-string-match'),
    ]),
    layer(
      'sample',
      'The sample service is an independent witness of the interface: it knows the wire and nothing else.',
      ['^src/contract/service/', packages('zod', '@types')],
    ),
    layer('renderer', 'The window knows the contract and asks the core through its client.', [
      '^src/contract/',
      packages('svelte', 'lucide', 'chart\\.js', '@fontsource[^/]*', '@orpc/client'),
      packages('@orpc/contract', 'vite'),
    ]),
    {
      name: 'window-runs-no-schemas',
      severity: 'error',
      comment: 'Import this module of the contract with `import type`: its schemas would double the window.',
      from: { path: '^src/renderer/' },
      to: {
        path: ['^src/contract/', packages('@orpc/contract')],
        pathNot: contractWithoutSchemas,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'window-runs-no-schemas-indirectly',
      severity: 'error',
      comment: 'The window runs this module, so it may not bring the schema library along.',
      from: { path: contractWithoutSchemas },
      to: { path: ['^src/', anyPackage], pathNot: contractWithoutSchemas, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-node-in-contract-and-window',
      severity: 'error',
      comment: 'These run in a browser as well.',
      from: { path: '^src/(contract|renderer|preload)/' },
      to: { ...builtins },
    },
    {
      name: 'foundations-know-no-feature',
      severity: 'error',
      comment: 'database, service and ledger are what the features stand on.',
      from: { path: `^src/core/(${foundations})/` },
      to: { path: '^src/core/[^/]+/', pathNot: `^src/core/(${foundations})/` },
    },
    {
      name: 'database-stands-alone',
      severity: 'error',
      comment: 'The database knows how to open, migrate and back up; not what is in the ledger or where it came from.',
      from: { path: '^src/core/database/' },
      to: { path: '^src/core/(service|ledger)/' },
    },
    {
      name: 'service-knows-no-library',
      severity: 'error',
      comment: 'The service client sends, receives and validates; the ledger stores.',
      from: { path: '^src/core/service/' },
      to: { path: '^src/core/(database|ledger)/' },
    },
    {
      name: 'features-are-not-the-composition',
      severity: 'error',
      comment: 'core.ts and api-router.ts compose the features; nothing below knows them.',
      from: { path: '^src/core/', pathNot: composition },
      to: { path: composition },
    },
    {
      name: 'store-belongs-to-its-feature',
      severity: 'error',
      comment: 'Use the other feature’s use cases: its SQL is its own.',
      from: { path: '^src/core/([^/]+)/', pathNot: composition },
      to: { path: '-store\\.ts$', pathNot: [`^src/core/(${foundations})/`, '^src/core/$1/'] },
    },
    {
      name: 'window-features-are-composed-by-the-app',
      severity: 'error',
      comment: 'A screen knows no other screen: the app puts them side by side.',
      from: { path: '^src/renderer/([^/]+)/', pathNot: '^src/renderer/(app|bridge|core-client)/' },
      to: { path: '^src/renderer/[^/]+/', pathNot: '^src/renderer/($1|core-client|bridge|ui|format|styles|app)/' },
    },
    {
      name: 'ui-knows-no-core',
      severity: 'error',
      comment: 'Parts below ui/ and format/ are given values.',
      from: { path: '^src/renderer/(ui|format)/' },
      to: { path: '^src/renderer/', pathNot: '^src/renderer/(ui|format|styles)/' },
    },
    {
      name: 'window-core-knows-no-screen',
      severity: 'error',
      comment: 'The window’s client of the core, and what each shell brings, are below every screen.',
      from: { path: '^src/renderer/(core-client|bridge)/' },
      to: { path: '^src/renderer/', pathNot: '^src/renderer/(core-client|bridge|ui|format|styles)/' },
    },
    onlyIn(
      'electron-in-its-shell',
      'Only the Electron shell knows Electron.',
      packages('electron', 'electron-store'),
      '^src/(main|preload)/',
    ),
    onlyIn(
      'sqlite-in-the-database',
      'Only core/database knows SQLite’s binding.',
      packages('better-sqlite3', '@types/better-sqlite3'),
      '^src/core/database/',
    ),
    onlyIn(
      'encryption-in-packs',
      'Only packs are encrypted.',
      packages('age-encryption'),
      '^src/core/packs/pack-encryption\\.ts$',
    ),
    onlyIn(
      'signatures-in-the-s3-client',
      'Only the client of S3 endpoints signs with their credentials.',
      packages('aws4fetch'),
      '^src/core/service/s3/s3-client\\.ts$',
    ),
    onlyIn(
      'network-in-the-service-client',
      'Only core/service speaks to the network.',
      packages('undici', 'p-retry'),
      '^src/core/service/',
    ),
    onlyIn(
      'rpc-server-in-the-router',
      'Features know no transport.',
      packages('@orpc/server', '@orpc/standard-server-peer'),
      composition,
    ),
    onlyIn(
      'servers-in-loopback-and-sample',
      'Only these two listen; the client asks tls for the certificates that the system trusts.',
      '^(node:)?(http|https|http2|net|tls)$',
      '^src/(loopback|sample)/|^src/core/service/connection-dispatchers\\.ts$',
    ),
    {
      name: 'sockets-in-loopback',
      severity: 'error',
      comment: 'Only the browser shell has sockets; core/serve-api may name their type.',
      from: { path: '^src/', pathNot: '^src/loopback/' },
      to: { path: packages('ws', '@types/ws'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-child-processes-in-the-electron-shell',
      severity: 'error',
      comment: 'The runAsNode fuse is off, so `fork` would start nothing: use utilityProcess.',
      from: { path: '^src/(main|preload|core)/' },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'packaged-programs-need-dependencies',
      severity: 'error',
      comment: 'Only `dependencies` are packaged; the window is bundled, and Electron is the runtime itself.',
      from: { path: '^src/(contract|core|main|loopback|command-line|sample)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: packages('electron', '@types') },
    },
    {
      name: 'declared-and-found',
      severity: 'error',
      comment: 'Every import is a file of ours, a builtin or a package of package.json.',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two modules that need each other are one.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'reached-by-a-program',
      severity: 'error',
      comment: 'No program reaches this file: it is dead, or not yet wired.',
      from: { path: entries },
      to: { path: '^src/', pathNot: [entries, '\\.(html|json|d\\.ts)$'], reachable: false },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    moduleSystems: ['es6'],
    extraExtensionsToScan: ['.css', '.html', '.woff2', '.json'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'svelte', 'default'],
      extensions: ['.ts', '.svelte', '.js', '.css'],
    },
  },
}
