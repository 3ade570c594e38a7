import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agrees, explain, packageCount, stampOf } from '../../scripts/bootstrap.cjs'
import { nodeLink, nodePackage } from '../../scripts/node-version.cjs'

const lock = {
  packages: {
    '': {},
    'node_modules/vite': { version: '8.3.8' },
    'node_modules/fsevents': { version: '2.3.3', optional: true, os: ['darwin'] },
    'node_modules/rolldown-linux': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    'node_modules/rolldown-musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  },
}
const installed = {
  packages: {
    'node_modules/vite': lock.packages['node_modules/vite'],
    'node_modules/rolldown-linux': lock.packages['node_modules/rolldown-linux'],
  },
}

describe('what the bootstrap takes for installed', () => {
  test('another lockfile, platform or architecture is another installation', () => {
    const stamps = [stampOf('a', 'linux', 'x64'), stampOf('b', 'linux', 'x64'), stampOf('a', 'darwin', 'x64')]
    expect(new Set([...stamps, stampOf('a', 'linux', 'arm64')]).size).toBe(4)
    expect(stampOf('a', 'linux', 'x64')).toBe(stamps[0])
  })

  test('what `npm install` brought in agreement with the lockfile is not installed again', () => {
    expect(agrees(lock, installed)).toBe(true)
  })

  test('a package of another version, or one that the lockfile no longer has, is installed again', () => {
    const other = { packages: { ...installed.packages, 'node_modules/vite': { version: '8.3.7' } } }
    const extra = { packages: { ...installed.packages, 'node_modules/left-pad': { version: '1.3.0' } } }
    expect([agrees(lock, other), agrees(lock, extra)]).toEqual([false, false])
  })

  test('a missing package is installed, unless it is for another platform', () => {
    expect(agrees(lock, { packages: { 'node_modules/vite': { version: '8.3.8' } } })).toBe(true)
    expect(agrees(lock, { packages: {} })).toBe(false)
  })

  test('the count it announces is of the packages this machine gets', () => {
    expect(packageCount(lock, 'linux', 'x64')).toBe(2)
    expect(packageCount(lock, 'darwin', 'arm64')).toBe(2)
    expect(packageCount(lock, 'win32', 'x64')).toBe(1)
  })
})

describe('the Node that comes with the installation', () => {
  const locked = (
    JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string; os?: string; cpu?: string; bin?: { node?: string } }>
    }
  ).packages

  test.for([
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'arm64'],
    ['darwin', 'x64'],
    ['win32', 'x64'],
  ] as const)('is locked for %s %s, and installed nowhere else', ([platform, arch]) => {
    const found = locked[`node_modules/${nodePackage(platform, arch)}`]
    expect(found).toMatchObject({ os: platform, cpu: arch })
    expect(found?.version).toMatch(/^24\./)
    const link = nodeLink(platform, arch)
    const points = link && ('target' in link ? link.target : link.text.replaceAll('\\', '/'))
    expect(points).toContain(`/${nodePackage(platform, arch)}/${found?.bin?.node}`)
  })

  test('is the system’s where there is no package for it', () => {
    expect([nodePackage('freebsd', 'x64'), nodeLink('win32', 'arm64')]).toEqual([null, null])
  })
})

describe('an installation that fails says what to do', () => {
  test.for([
    ['npm error code ENOTFOUND\nnpm error network request failed', 'cannot be reached'],
    ['npm error code ENOSPC', 'disk is full'],
    ['npm error code EACCES\nnpm error syscall mkdir', 'cannot write here'],
    ['npm error code EUSAGE\nnpm ci can only install when in sync', 'disagree'],
    ['npm error code EINTEGRITY', 'does not match package-lock.json'],
    ['npm error code E404', 'does not have'],
  ] as const)('%s', ([output, sentence]) => {
    expect(explain(output)).toContain(sentence)
  })

  test('npm’s own words stand when nothing better is known', () => {
    expect(explain('npm error something new')).toBeNull()
  })
})

describe('the bootstrap as a program', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tearsheet-bootstrap-'))
    mkdirSync(join(folder, 'scripts'))
    for (const script of ['bootstrap.cjs', 'node-version.cjs']) {
      cpSync(resolve(import.meta.dirname, '../../scripts', script), join(folder, 'scripts', script))
    }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    // In place of npm: leaves what an installation leaves, and a line in calls for each time it was asked.
    writeFileSync(
      join(folder, 'npm-cli.js'),
      `const fs = require('node:fs')
       fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
       if (fs.existsSync('fails')) { console.error('npm error code ENOTFOUND'); process.exit(1) }
       fs.mkdirSync('node_modules/.bin', { recursive: true })
       fs.writeFileSync('node_modules/.bin/node', '')`,
    )
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function bootstrap(npm: string | undefined = join(folder, 'npm-cli.js')) {
    const env = { ...process.env, npm_execpath: npm, npm_config_registry: 'http://127.0.0.1:9/' }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/bootstrap.cjs'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    return { status, said: stdout + stderr }
  }
  const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')

  test('a fresh clone is installed by the npm that runs it, without install scripts, and only once', () => {
    expect(bootstrap().said).toMatch(
      /^Installing \d+ packages \(once, about half a minute\)\.\nInstalled in \d+ s\.\n$/,
    )
    expect(bootstrap()).toEqual({ status: 0, said: '' })
    expect(calls()).toEqual([expect.stringMatching(/^ci --ignore-scripts --loglevel=error /)])
  })

  test.skipIf(nodePackage(process.platform, process.arch) === null)(
    'the Node that npm 10 installs and does not link is linked (needs a system for which there is such a package)',
    () => {
      const name = nodePackage(process.platform, process.arch)
      writeFileSync(
        join(folder, 'npm-cli.js'),
        `const fs = require('node:fs')
         fs.mkdirSync('node_modules')
         fs.symlinkSync(${JSON.stringify(resolve(import.meta.dirname, '../../node_modules', name ?? ''))}, 'node_modules/${name}')`,
      )
      expect(bootstrap().status).toBe(0)
      const { stdout } = spawnSync(join(folder, 'node_modules/.bin/node'), ['--version'], { encoding: 'utf8' })
      expect(stdout).toMatch(/^v24\./)
    },
  )

  test('a changed lockfile is installed again', () => {
    bootstrap()
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/vite': {} } }))
    expect(bootstrap().said).toContain('Installing 1 packages')
    expect(calls()).toHaveLength(2)
  })

  test('an installation that failed is made again at the next start', () => {
    writeFileSync(join(folder, 'fails'), '')
    const failed = bootstrap()
    expect(failed.status).toBe(1)
    expect(failed.said).toContain('check your network connection')
    rmSync(join(folder, 'fails'))
    expect(bootstrap().status).toBe(0)
    expect(calls()).toHaveLength(2)
  })

  test('started without npm it names the command to type', () => {
    const { status, said } = bootstrap('')
    expect([status, said]).toEqual([
      1,
      'The packages are not installed: run `npm start` or `npm test`, which install them first.\n',
    ])
  })
})
