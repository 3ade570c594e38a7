import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownFolder } from '../core/folders.ts'

const script = join(import.meta.dirname, '../../scripts/release-checksums.mjs')
const deb = 'tearsheet_0.1.0_amd64.deb'

/** As a user who checks a release has it: the command lines of docs/release.md. */
function run(folder: string, program: string, ...args: readonly string[]) {
  const { status, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  return { status, stderr }
}

function release(folder: string, key?: string) {
  const { TEARSHEET_RELEASE_KEY: _, ...env } = process.env
  const { status, stderr } = spawnSync(process.execPath, [script, folder], {
    encoding: 'utf8',
    env: { ...env, ...(key !== undefined && { TEARSHEET_RELEASE_KEY: key }) },
  })
  return { status, stderr }
}

/** A folder with packages, and a key pair outside of it. */
function setup(...packages: readonly string[]) {
  const [folder, keys] = [ownFolder(), ownFolder()]
  for (const name of packages) writeFileSync(join(folder, name), `the bytes of ${name}`)
  run(keys, 'openssl', 'genpkey', '-algorithm', 'ed25519', '-out', 'release-key.pem')
  run(keys, 'openssl', 'pkey', '-in', 'release-key.pem', '-pubout', '-out', 'release-key.pub')
  return { folder, key: join(keys, 'release-key.pem'), publicKey: join(keys, 'release-key.pub') }
}

const verify = (folder: string, publicKey: string) =>
  run(
    folder,
    'openssl',
    ...['pkeyutl', '-verify', '-rawin', '-pubin', '-inkey', publicKey],
    ...['-sigfile', 'SHA256SUMS.sig', '-in', 'SHA256SUMS'],
  ).status

describe('the checksums of a release', () => {
  test('are those of every Linux package, with a signature that openssl accepts and no other list has', () => {
    const { folder, key, publicKey } = setup(deb, 'Tearsheet-0.1.0.AppImage', 'tearsheet-0.1.0.x86_64.rpm')
    writeFileSync(join(folder, 'builder-debug.yml'), 'no package')
    expect(release(folder, key)).toEqual({ status: 0, stderr: '' })
    expect(run(folder, 'sha256sum', '--check', '--strict', 'SHA256SUMS').status).toBe(0)
    const names = readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
      .split('\n')
      .map((line) => line.slice(66))
    expect(names).toEqual(['Tearsheet-0.1.0.AppImage', 'tearsheet-0.1.0.x86_64.rpm', deb, ''])
    expect(verify(folder, publicKey)).toBe(0)
    writeFileSync(join(folder, 'SHA256SUMS'), readFileSync(join(folder, 'SHA256SUMS'), 'utf8').replace(/^./, '0'))
    expect(verify(folder, publicKey)).not.toBe(0)
  })

  test('are not written without the signing key, or with a file that is none', () => {
    const { folder, publicKey } = setup(deb)
    expect(release(folder)).toEqual({
      status: 1,
      stderr: 'Checksums are signed: set TEARSHEET_RELEASE_KEY to the file of the signing key.\n',
    })
    expect(release(folder, join(folder, 'missing.pem')).stderr).toContain('There is no signing key at')
    expect(release(folder, publicKey)).toMatchObject({ status: 1 })
    expect(readdirSync(folder)).toEqual([deb])
  })

  test('of an earlier release do not stay beside packages that could not be signed', () => {
    const { folder, key, publicKey } = setup(deb)
    expect(release(folder, key).status).toBe(0)
    expect(release(folder, publicKey).status).toBe(1)
    expect(existsSync(join(folder, 'SHA256SUMS'))).toBe(false)
  })

  test.each([
    [['tearsheet_0.1.0_amd64_without-electron.deb'], 'is for testing the package'],
    [[], 'Run npm run package first'],
  ])('are refused for %j', (packages, sentence) => {
    const { folder, key } = setup(...packages)
    const { status, stderr } = release(folder, key)
    expect(status).toBe(1)
    expect(stderr).toContain(sentence)
  })
})
