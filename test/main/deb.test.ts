import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { standInRuntime } from '../../build/stand-in-runtime.ts'
import { ensureBuilt } from '../../scripts/built-application.mjs'
import { hashOf } from '../core/folders.ts'

const root = join(import.meta.dirname, '../..')
const { version: electronVersion } = z
  .object({ version: z.string() })
  .parse(createRequire(import.meta.url)('electron/package.json'))

const isThere = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
const whole = process.platform === 'linux' && process.arch === 'x64' && isThere('dpkg-deb')

/** A limit for what hangs, not a measure. Milliseconds. */
const longest = 1_800_000

const scratch = mkdtempSync(join(tmpdir(), 'tearsheet-deb-test-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** As `npm run package` makes it, on a runtime that is none; the path of the deb. */
async function makeDeb(name: string): Promise<string> {
  const runtime = join(scratch, `runtime-${name}`)
  const output = join(scratch, name)
  mkdirSync(runtime)
  const child = spawn(
    process.execPath,
    [
      join(root, 'scripts/package.mjs'),
      `-c.electronDist=${standInRuntime(runtime, electronVersion, 9)}`,
      `-c.directories.output=${output}`,
    ],
    { cwd: root, env: { ...process.env, SOURCE_DATE_EPOCH: '1750000000' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  const [deb] = existsSync(output) ? readdirSync(output).filter((file) => file.endsWith('.deb')) : []
  if (code !== 0 || deb === undefined) throw new Error(printed)
  return join(output, deb)
}

/** Throws with what the program printed unless it ends well. */
function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? ''}\n${stdout}\n${stderr}`)
  return stdout
}

describe.skipIf(!whole)('the deb (needs Linux x64 and dpkg-deb)', () => {
  let deb: string
  let another: string
  let files: string

  beforeAll(async () => {
    await ensureBuilt(root)
    // One after the other: both write the bill of materials to the same place first.
    deb = await makeDeb('first')
    another = await makeDeb('second')
    files = join(scratch, 'files')
    run('dpkg-deb', '-x', deb, files)
    run('dpkg-deb', '-e', deb, join(scratch, 'control'))
  }, longest)

  test('has the same bytes when it is made again (P4)', () => {
    expect(another).not.toBe(deb)
    expect(hashOf(another)).toBe(hashOf(deb))
  })

  test('names itself, its system and what it needs', () => {
    const field = (name: string) => run('dpkg-deb', '-f', deb, name).trim()
    expect(['Package', 'Version', 'Architecture', 'Section', 'Homepage'].map(field)).toEqual([
      'tearsheet',
      '0.1.0',
      'amd64',
      'misc',
      'https://tearsheet.invalid',
    ])
    expect(field('Depends').split(', ')).toEqual(expect.arrayContaining(['libgtk-3-0', 'libnss3', 'libsecret-1-0']))
    expect(field('Recommends')).toBe('gnome-keyring | kwalletmanager')
    expect(field('Description').split('\n')[0]).toBe('An offline-first research desktop for equity analysts')
    expect(Number(field('Installed-Size'))).toBeGreaterThan(10_000)
  })

  test('has program, desktop entry, icon, metadata and license in their places, owned by root', () => {
    const listed = run('dpkg-deb', '-c', deb).trim().split('\n')
    expect(listed.filter((line) => !/^[d-](rwxr-xr-x|rw-r--r--) root\/root /.test(line))).toEqual([])
    const paths = listed.map((line) => line.split(/\s+/).slice(5).join(' '))
    expect(paths).toEqual(
      expect.arrayContaining([
        './opt/Tearsheet/tearsheet',
        './opt/Tearsheet/resources/app.asar',
        './opt/Tearsheet/resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/linux-x64.node',
        './opt/Tearsheet/resources/apparmor-profile',
        './opt/Tearsheet/resources/bill-of-materials.cdx.json',
        './opt/Tearsheet/resources/third-party-licences.txt',
        './usr/share/applications/tearsheet.desktop',
        './usr/share/icons/hicolor/scalable/apps/tearsheet.svg',
        './usr/share/icons/hicolor/16x16/apps/tearsheet.png',
        './usr/share/icons/hicolor/48x48/apps/tearsheet.png',
        './usr/share/icons/hicolor/512x512/apps/tearsheet.png',
        './usr/share/metainfo/com.tearsheet.desktop.metainfo.xml',
        './usr/share/doc/tearsheet/copyright',
      ]),
    )
  })

  test('has the manual page and the completion of the command line, where man, bash and zsh look for them', () => {
    const share = join(files, 'usr/share')
    const page = gunzipSync(readFileSync(join(share, 'man/man1/tearsheet.1.gz'))).toString()
    expect(page).toMatch(/^\.TH TEARSHEET 1 "" "Tearsheet 0\.1\.0"/)
    const loaded = 'source "$0"; complete -p tearsheet'
    expect(
      run('bash', '--noprofile', '--norc', '-c', loaded, join(share, 'bash-completion/completions/tearsheet')),
    ).toBe('complete -o default -F _tearsheet tearsheet\n')
    expect(readFileSync(join(share, 'zsh/vendor-completions/_tearsheet'), 'utf8')).toMatch(/^#compdef tearsheet\n/)
  })

  test('has the checksum of every file', () => {
    const sums = readFileSync(join(scratch, 'control/md5sums'), 'utf8').trim().split('\n')
    const inFiles = readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(sums).toHaveLength(inFiles.length)
    const checked = spawnSync('md5sum', ['--check', '--quiet', join(scratch, 'control/md5sums')], { cwd: files })
    expect(checked.status).toBe(0)
  })

  test('joins the window and its desktop entry by one name', () => {
    const entry = readFileSync(join(files, 'usr/share/applications/tearsheet.desktop'), 'utf8')
    for (const line of [
      'Exec=/opt/Tearsheet/tearsheet %U',
      'Icon=tearsheet',
      'StartupWMClass=tearsheet',
      'MimeType=x-scheme-handler/tearsheet;',
      'Actions=home;search-transcripts;',
      '[Desktop Action search-transcripts]',
      'Exec=tearsheet tearsheet://search',
      'Categories=Office;Finance;',
    ]) {
      expect(entry.split('\n')).toContain(line)
    }
  })

  test.each(['postinst', 'postrm'])('has a %s that bash can read', (script) => {
    run('bash', '-n', join(scratch, 'control', script))
  })

  test.skipIf(!isThere('desktop-file-validate'))(
    'has a desktop entry as freedesktop.org wants it (needs desktop-file-validate)',
    () => {
      expect(run('desktop-file-validate', join(files, 'usr/share/applications/tearsheet.desktop'))).toBe('')
    },
  )

  test.skipIf(!isThere('appstreamcli'))('has metadata that a software center can read (needs appstreamcli)', () => {
    run('appstreamcli', 'validate-tree', '--no-net', files)
  })

  test.skipIf(!isThere('apparmor_parser') || !existsSync('/etc/apparmor.d/abi/4.0'))(
    'has an AppArmor profile that loads (needs AppArmor 4)',
    () => {
      run('apparmor_parser', '-Q', '-K', join(files, 'opt/Tearsheet/resources/apparmor-profile'))
    },
  )

  test.skipIf(!isThere('apparmor_parser') || !existsSync('/etc/apparmor.d/abi/3.0'))(
    'has an AppArmor profile that an older parser reads too, but for what AppArmor 4 brought (needs AppArmor 3)',
    () => {
      const profile = readFileSync(join(files, 'opt/Tearsheet/resources/apparmor-profile'), 'utf8')
      const older = join(scratch, 'apparmor-profile-3')
      writeFileSync(older, profile.replace('abi/4.0', 'abi/3.0').replace(/^ *userns,$/m, ''))
      run('apparmor_parser', '-Q', '-K', older)
    },
  )

  test.skipIf(process.getuid?.() !== 0)(
    'is installed, started, upgraded and removed, and leaves the user’s data alone (P6; needs root for chroot)',
    () => {
      const system = smallSystem()
      const library = join(system, 'root/.local/share/tearsheet/workspaces/sample/library.db')
      mkdirSync(dirname(library), { recursive: true })
      writeFileSync(library, 'the user’s')
      const dpkg = (...args: string[]) => run('dpkg', `--root=${system}`, '--force-depends', ...args)
      dpkg('--install', deb)
      const started = spawnSync('chroot', [system, '/usr/bin/tearsheet'], { encoding: 'utf8' })
      expect([started.status, started.stderr]).toEqual([1, expect.stringContaining('without an Electron runtime')])
      dpkg('--install', another)
      expect(spawnSync('chroot', [system, '/usr/bin/tearsheet']).status).toBe(1)
      dpkg('--purge', 'tearsheet')
      expect([existsSync(join(system, 'opt')), readdirSync(join(system, 'usr/bin'))]).toEqual([false, []])
      expect(readFileSync(library, 'utf8')).toBe('the user’s')
    },
    longest,
  )
})

/** As little of a Debian system as the package's scripts need, in a folder of its own. */
function smallSystem(): string {
  const system = join(scratch, 'system')
  for (const folder of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'bin', 'usr/bin', 'dev', 'tmp']) {
    mkdirSync(join(system, folder), { recursive: true })
  }
  writeFileSync(join(system, 'var/lib/dpkg/status'), '')
  writeFileSync(join(system, 'dev/null'), '')
  for (const name of ['bash', 'ln', 'rm', 'chmod', 'readlink']) {
    const program = realpathSync(run('which', name).trim())
    copyFileSync(program, join(system, 'bin', name))
    for (const [library] of run('ldd', program).matchAll(/\/\S+/g)) {
      mkdirSync(dirname(join(system, library)), { recursive: true })
      copyFileSync(library, join(system, library))
    }
  }
  symlinkSync('bash', join(system, 'bin/sh'))
  return system
}
