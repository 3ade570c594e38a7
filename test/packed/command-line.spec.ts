import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'

test('the packed program prints its version and its options, and opens nothing', async ({ start }) => {
  const version = start(['--version'])
  expect([await version.ended, version.printed]).toEqual([0, 'Tearsheet 0.1.0\n'])
  const help = start(['--help'])
  expect(await help.ended).toBe(0)
  expect(help.printed).toContain('tearsheet doctor')
  expect([...version.happened, ...help.happened]).toEqual(['exit 0', 'exit 0'])
})

test('an option that the packed program does not know opens nothing', async ({ start }) => {
  const program = start(['--ofline'])
  expect([await program.ended, program.printed, program.happened]).toEqual([
    2,
    'Unknown option --ofline. See tearsheet --help.\n',
    ['exit 2'],
  ])
})

test('a misspelled command opens nothing, and the packed program names the nearest', async ({ start }) => {
  const program = start(['docter'])
  expect([await program.ended, program.printed, program.happened]).toEqual([
    2,
    'There is no command “docter”. Did you mean doctor? See tearsheet --help.\n',
    ['exit 2'],
  ])
})

test('the packed program reports what works on this computer, and leaves the profile as it is', async ({
  start,
  profile,
}) => {
  const filesBefore = await readdir(profile, { recursive: true })
  const program = start(['doctor'])
  expect(await program.ended).toBe(0)
  expect(program.printed).toMatch(/OK +Versions .* SQLite 3\./)
  expect(program.printed).toContain(`${profile}, writable`)
  expect(program.printed).toMatch(/OK +Workspace +Sample.*: library\.db [\d.]+ [KM]B, intact/)
  expect(program.printed).toMatch(/OK +Keyring +available/)
  expect(program.printed).toContain('No problems found.')
  expect(await readdir(profile, { recursive: true })).toEqual(filesBefore)
  expect(program.happened.filter((what) => what.startsWith('window') || what.startsWith('fork'))).toEqual([])
})

test('a report of a damaged library ends with exit code 1', async ({ start, profile }) => {
  const folder = join(profile, 'workspaces/sample')
  await rm(folder, { recursive: true })
  await mkdir(folder)
  await writeFile(join(folder, 'library.db'), 'no database '.repeat(20))
  const program = start(['--doctor'])
  expect(await program.ended).toBe(1)
  expect(program.printed).toMatch(/PROBLEM +Workspace +sample.*: library\.db 240 B, damaged/)
})

test('the packed program runs a command of the command line without a window, and leaves the profile as it is', async ({
  start,
  profile,
}) => {
  const filesBefore = await readdir(profile, { recursive: true })
  const program = start(['workspaces', '--json'])
  expect(await program.ended).toBe(0)
  expect(JSON.parse(program.printed)).toEqual({
    workspaces: [{ id: 'sample', name: 'Sample', kind: 'sample', isOpen: true }],
  })
  const added = (await readdir(profile, { recursive: true })).filter((name) => !filesBefore.includes(name))
  // The empty log and index that SQLite leaves for the next reader.
  expect(added.filter((name) => !/\.db-(wal|shm)$/.test(name))).toEqual([])
  expect(program.happened.filter((what) => what.startsWith('window') || what.startsWith('fork'))).toEqual([])
  const mistake = start(['statements'])
  expect([await mistake.ended, mistake.printed]).toEqual([2, expect.stringContaining('SYMBOL: ')])
})
