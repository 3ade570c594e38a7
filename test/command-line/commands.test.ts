import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noPolicy } from '#core/policy/policy-file.ts'
import { commands } from '#command-line/commands.ts'
import { commandNames } from '#command-line/is-command.ts'
import { optionsOf } from '#command-line/command-options.ts'
import { lookupOptions } from '#command-line/described-options.ts'
import { lookups } from '#command-line/lookups.ts'
import { ownFolder } from '../core/folders.ts'
import { liveWorkspace, openedCore, usualNames } from '../core/opened-core.ts'
import { packOf, watchlistOf } from '../core/packs/made-pack.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { bucket, credentials } from '../core/publish/s3-store.ts'
import { startedStore } from '../core/publish/started-store.ts'
import { run } from './run-in-test.ts'

test('the installed program knows every command by its first word', () => {
  expect([...commandNames].toSorted()).toEqual(
    [...lookups.map(({ command }) => command), ...commands.map(({ name }) => name)].toSorted(),
  )
})

/** Words, exit code, and what the sentence says. */
const mistakes: readonly (readonly [readonly string[], number, RegExp])[] = [
  [['statements'], 2, /^SYMBOL: /],
  [['statements', 'HLDN', '--no-such'], 2, /^Unknown option '--no-such'\. See --help\.$/m],
  [['statements', 'HLDN', '--quaterly'], 2, /^Unknown option '--quaterly'\. Did you mean --quarterly\?$/m],
  [['--workspace=sample', 'statements'], 2, /^Put --workspace after the command\. See/m],
  [['search', '-Shorts'], 2, /^Unknown option '-S'\. Put words that begin with a hyphen after --\.$/m],
  [['calls', '-n', '5'], 2, /^Unknown option '-n'\. See --help\.$/m],
  [['calls', '--from', '-5'], 2, /^--from needs a value\. For one that begins with a hyphen write --from=VALUE\.$/m],
  [['statements', 'HLDN', '--periods', 'many'], 2, /^--periods: /],
  [['statements', 'HLDN', '--as-of', 'yesterday'], 2, /^--as-of: /],
  [['statements', 'HLDN', 'VSPO'], 2, /VSPO/],
  [['calls', '--csv', '--json'], 2, /--csv and --json/],
  [['search', 'revenue AND ('], 2, /query/],
  [['no-such'], 2, /no-such/],
  [['docter'], 2, /“docter”. Did you mean doctor\? See tearsheet help\.$/m],
  [['schema', 'export'], 2, /not a lookup/],
  [
    ['compare', ...Array.from({ length: 100 }, (_, at) => `A${at}`), '--fields', Array(11).fill('Revenue').join(',')],
    2,
    /^100 companies with 11 fields are 1,100 rows; at most 1,000 are given\./,
  ],
  [['statements', 'NOPE'], 3, /^Not in the library/],
  [['statements', 'HDLN'], 3, /^Not in the library: HDLN\. Did you mean HLDN\?$/m],
  [['calls', '--workspace', 'nope'], 2, /^There is no workspace “nope”\. See tearsheet workspaces\.$/m],
  [
    ['calls', '--workspace', 'smaple'],
    2,
    /^There is no workspace “smaple”\. Did you mean sample\? See tearsheet workspaces\.$/m,
  ],
  [['calls', '--workspace', '../sample'], 2, /^There is no workspace “\.\.\/sample”\./],
]

test('a command that cannot be run says why in one sentence, with the exit code of its kind', async () => {
  const { profile } = await filledLibrary()
  for (const [words, code, sentence] of mistakes) {
    const ran = await run(profile, words)
    expect(ran, words.join(' ')).toMatchObject({ code, output: '' })
    expect(ran.errors).toMatch(sentence)
    expect(ran.errors.trim().split('\n')).toHaveLength(1)
  }
  for (const output of [[], ['--csv'], ['--tsv'], ['--markdown'], ['--json']])
    expect(await run(profile, ['find', 'zzzzzz', ...output]), output.join()).toMatchObject({ code: 3, errors: '' })
  for (const output of [[], ['--json']])
    expect(await run(profile, ['compare', 'NOPE', 'NEITHER', ...output]), output.join()).toMatchObject({ code: 3 })
  expect(await run(profile, ['compare', 'NOPE', 'HLDN'])).toMatchObject({ code: 0 })
})

test('statements of a day before anything was stored are not found, in every form of output, whatever lines are named', async () => {
  const { profile } = await filledLibrary()
  for (const lines of [[], ['--fields', 'Revenue']])
    for (const output of [[], ['--csv'], ['--tsv'], ['--markdown'], ['--json']]) {
      const words = ['statements', 'HLDN', '--as-of', '2000-01-01', ...lines, ...output]
      expect(await run(profile, words), words.join(' ')).toMatchObject({ code: 3 })
    }
  const { output } = await run(profile, ['statements', 'HLDN', '--as-of', '2000-01-01'])
  expect(output).toContain('No statements of HLDN were in the library at that time.')
})

test.each(['README.md', 'docs/command-line.md'])(
  'the search that %s shows finds something in the sample',
  async (file) => {
    const { profile } = await filledLibrary()
    const [, query] =
      /tearsheet search '([^']+)'/.exec(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')) ?? []
    expect(await run(profile, ['search', query ?? ''])).toMatchObject({ code: 0 })
  },
)

test('a policy that forbids exports forbids files and JSON, and leaves the table on the terminal', async () => {
  const { profile } = await filledLibrary()
  const policy = { ...noPolicy, exports: false }
  for (const option of ['--csv', '--json'])
    expect(await run(profile, ['calls', option], { policy })).toMatchObject({ code: 1, output: '' })
  expect(await run(profile, ['export', 'HLDN', 'halden.xlsx'], { policy })).toMatchObject({ code: 1 })
  expect(existsSync(join(profile, 'halden.xlsx'))).toBe(false)
  expect(await run(profile, ['calls'], { policy })).toMatchObject({ code: 0 })
})

describe('export', () => {
  test('writes the same workbook as the window, and replaces a file only when it is forced to (X2)', async () => {
    const { profile } = await filledLibrary()
    const file = join(ownFolder(), 'halden.xlsx')
    expect(await run(profile, ['export', 'HLDN', file])).toMatchObject({ code: 0, output: `${file}\n` })
    expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK')
    writeFileSync(file, 'mine')
    expect(await run(profile, ['export', 'HLDN', file])).toMatchObject({ code: 2 })
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(await run(profile, ['export', 'NOPE', file, '--force'])).toMatchObject({ code: 3 })
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(readdirSync(join(file, '..'))).toEqual(['halden.xlsx'])
    expect(await run(profile, ['export', 'HLDN', file, '--force'])).toMatchObject({ code: 0 })
  })

  test('finds a company whatever the case of its symbol, and names the nearest of one that is not in the library', async () => {
    const { profile } = await filledLibrary()
    const folder = ownFolder()
    const [lower, upper] = [join(folder, 'lower.csv'), join(folder, 'upper.csv')]
    expect(await run(profile, ['export', 'hldn', lower])).toMatchObject({ code: 0 })
    expect(await run(profile, ['export', 'HLDN', upper])).toMatchObject({ code: 0 })
    expect(readFileSync(lower, 'utf8')).toBe(readFileSync(upper, 'utf8'))
    const unknown = await run(profile, ['export', 'HLDM', join(folder, 'hldm.csv')])
    expect(unknown).toMatchObject({ code: 3, output: '' })
    expect(unknown.errors).toMatch(/^Not in the library: HLDM\. Did you mean (\w+ or )?HLDN\?\n$/)
    expect(readdirSync(folder).toSorted()).toEqual(['lower.csv', 'upper.csv'])
  })

  test('says in a sentence why nothing can be written there, and leaves another file next to it', async () => {
    const { profile } = await filledLibrary()
    const folder = ownFolder()
    const missing = await run(profile, ['export', 'HLDN', join(folder, 'none', 'halden.csv')])
    expect(missing).toEqual({ code: 1, output: '', errors: 'The folder cannot be used: it was not found.\n' })
    const file = join(folder, 'halden.csv')
    writeFileSync(`${file}.part`, 'mine')
    expect(await run(profile, ['export', 'HLDN', file])).toMatchObject({ code: 0 })
    expect(readFileSync(`${file}.part`, 'utf8')).toBe('mine')
    mkdirSync(join(folder, 'vesper.csv'))
    expect(await run(profile, ['export', 'HLDN', join(folder, 'vesper.csv'), '--force'])).toMatchObject({ code: 2 })
  })

  test('says in a sentence that a name is too long for the disk', async () => {
    const { profile } = await filledLibrary()
    const folder = ownFolder()
    // Unfinished, a file has a longer name.
    for (const letters of [240, 300]) {
      const file = join(folder, `${'x'.repeat(letters)}.csv`)
      const { code, output, errors } = await run(profile, ['export', 'HLDN', file])
      expect([code, output]).toEqual([1, ''])
      expect(errors.startsWith(file)).toBe(true)
      expect(errors).toMatch(/^\S+ cannot be used: a name in it is too long\.\n$/)
    }
    expect(readdirSync(folder)).toEqual([])
    expect(await run(join(folder, 'x'.repeat(300)), ['calls'])).toEqual({
      code: 1,
      output: '',
      errors: 'The profile folder cannot be used: it cannot be read.\n',
    })
  })

  test('names the file that the system refuses for a reason without words of its own', async () => {
    const { profile } = await filledLibrary()
    const circle = join(ownFolder(), 'circle')
    symlinkSync(circle, circle)
    const file = join(circle, 'halden.csv')
    const errors = `${file} cannot be used: the system reports an error (ELOOP).\n`
    expect(await run(profile, ['export', 'HLDN', file])).toEqual({ code: 1, output: '', errors })
  })

  test('refuses a file whose name ends with no known format', async () => {
    const { profile } = await filledLibrary()
    const ran = await run(profile, ['export', 'HLDN', 'halden.pdf'])
    expect(ran).toMatchObject({ code: 2 })
    expect(ran.errors).toContain('.xlsx')
  })
})

test('a pack is made and opened on the command line, its passphrase never being an argument', async () => {
  const library = await filledLibrary()
  const { profile } = library
  const file = join(ownFolder(), 'optics.tearsheet-pack')
  const making = ['pack', '--to', file, '--author', 'Ada', '--companies', 'hldn', '--kinds', 'statements,calls']
  const refused = await run(profile, making)
  expect(refused).toMatchObject({ code: 4, output: '' })
  await library.close()
  const unknown = making.map((word) => (word === 'hldn' ? 'hldn, VSPO , NOPE,NEITHER' : word))
  expect(await run(profile, unknown)).toEqual({ code: 3, output: '', errors: 'Not in the library: NOPE, NEITHER.\n' })
  expect(await run(profile, [...making, '--encrypt'])).toMatchObject({ code: 2 })
  const environment = { TEARSHEET_PASSPHRASE: 'correct horse' }
  expect(await run(profile, [...making, '--from', '2020-02-30'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('“2020-02-30” is not a date') as unknown,
  })
  const made = await run(profile, [...making, '--encrypt', '--from', '2000-01-01'], { environment })
  expect(made).toMatchObject({ code: 0, errors: expect.stringContaining('license may not allow') as unknown })
  expect(made.errors).toContain('Growth, LTM and metrics of its first periods are n/a where they need earlier ones.')
  expect(made.output).toMatch(/optics\.tearsheet-pack: 1 company, \d+ fiscal periods, 8 calls, 6 transcripts, \d/)

  const other = ownFolder()
  expect((await run(other, ['open-pack', file])).errors).toContain('TEARSHEET_PASSPHRASE')
  expect((await run(other, ['open-pack', file], { environment })).output).toMatch(
    /^Workspace Sample\.\nPack by Ada\. Added: \d+ fiscal periods, 8 calls.* The pack covers periods from 2000-01-01\. /,
  )
  expect((await run(other, ['calls', 'HLDN'])).output).toContain('Halden')
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s instead of a passphrase cancels the command', async (_, typed) => {
  const file = join(ownFolder(), 'optics.tearsheet-pack')
  const words = ['pack', '--to', file, '--author', 'Ada', '--companies', 'HLDN', '--encrypt']
  const { code, output, errors } = await run(ownFolder(), words, { typed })
  expect([code, output, errors]).toEqual([1, '', 'Passphrase: \nCanceled.\n'])
  expect(existsSync(file)).toBe(false)
})

test('a pack takes several watchlists from the command line, and one as before', async () => {
  const opened = await filledLibrary()
  const { api, profile } = opened
  for (const [name, symbol] of [
    ['Optics', 'HLDN'],
    ['Lasers, new', 'VSPO'],
  ] as const) {
    const { id: listId } = await api.watchlists.create({ name })
    await api.watchlists.addCompanies({ listId, securities: [{ symbol }] })
  }
  await opened.close()
  const folder = ownFolder()
  const making = (name: string, ...lists: readonly string[]) => [
    ...['pack', '--to', join(folder, `${name}.tearsheet-pack`), '--author', 'Ada', '--kinds', 'ratings'],
    ...lists.flatMap((list) => ['--watchlist', list]),
  ]
  const unknown = await run(profile, making('unknown', 'Optics', 'Lasers'))
  expect(unknown).toMatchObject({ code: 2, output: '', errors: 'There is no watchlist “Lasers”.\n' })
  expect(existsSync(join(folder, 'unknown.tearsheet-pack'))).toBe(false)
  const one = await run(profile, making('one', 'Optics'))
  expect(one.output).toMatch(/one\.tearsheet-pack: 1 company, 1 watchlist, /)
  const both = await run(profile, making('both', 'Lasers, new', 'Optics', 'Optics'))
  expect(both.output).toMatch(/: 2 companies, 2 watchlists, /)

  const other = ownFolder()
  const taken = await run(other, ['open-pack', join(folder, 'both.tearsheet-pack')])
  expect(taken.output).toMatch(/^Workspace Sample\.\nPack by Ada\. Added: 2 watchlists\.\n/)
  const listed = await run(other, ['watchlists', '--csv'])
  expect(listed.output).toContain('"Lasers, new",1,VSPO,\r\nOptics,1,HLDN,\r\n')
})

test('the command line says of a pack all that it holds and all that it added', async () => {
  const library = await filledLibrary()
  await library.api.fetch.ratings({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
  await library.api.search.save({ name: 'Pricing', query: 'pricing', chosen: {} })
  await library.close()
  const file = join(ownFolder(), 'ratings.tearsheet-pack')
  const making = ['pack', '--to', file, '--author', 'Ada', '--companies', 'hldn', '--kinds', 'ratings,saved']
  const made = await run(library.profile, making)
  expect(made.output).toMatch(/: 1 company, [1-9]\d* ratings, 1 saved search, /)
  const taken = await run(ownFolder(), ['open-pack', file])
  expect(taken.output).toMatch(/Pack by Ada\. Added: [1-9]\d* ratings, 1 saved search\.\n$/)
})

test('a pack says on the command line which companies of its watchlists it has nothing of', async () => {
  const library = openedCore()
  await watchlistOf(library, 'HLDN', 'NEWCO')
  await library.close()
  const making = ['pack', '--to', join(ownFolder(), 'a.tearsheet-pack'), '--author', 'Ada', '--watchlist', 'Coverage']
  expect((await run(library.profile, making)).errors).toContain(
    'Listed without data (not in your library): HLDN, NEWCO.\n',
  )
})

test('a pack of sample data is opened on the command line after the sample was deleted, which is there again then', async () => {
  const first = openedCore()
  const pack = await packOf(first, { companies: [], watchlistIds: [await watchlistOf(first, 'HLDN')] })
  const second = openedCore()
  const live = await liveWorkspace(second, 'https://data.example.com')
  await second.api.workspaces.deleteSample({ withNotes: true })
  await second.close()
  const taken = await run(second.profile, ['open-pack', pack])
  expect(taken).toEqual({
    code: 0,
    output: 'Restored workspace Sample.\nPack by Ada. Added: 1 watchlist.\n',
    errors: '',
  })
  const { workspaces, active } = await openedCore({ profile: second.profile }).api.workspaces.list()
  expect([workspaces.map(({ id }) => id), active]).toEqual([[live, 'sample'], live])
})

test('no command changes which workspace the window opens next, and a pack never opens in another than was named', async () => {
  const opened = await filledLibrary()
  const { api, profile } = opened
  const service = { baseUrl: 'https://data.example.com', recordingsBase: '', search: usualNames }
  const { id } = await api.workspaces.create({ name: 'Live', ...service })
  await api.workspaces.activate({ id })
  const { id: listId } = await api.watchlists.create({ name: 'Coverage' })
  await api.watchlists.addCompanies({ listId, securities: [{ symbol: 'HLDN' }] })
  await api.workspaces.activate({ id: 'sample' })
  const pack = await packOf(opened)
  await opened.close()
  const activeNow = async (changed: string | null = null) => {
    const window = openedCore({ profile })
    if (changed !== null) await window.api.workspaces.activate({ id: changed })
    const { active } = await window.api.workspaces.list()
    await window.close()
    return active
  }
  const folder = join(ownFolder(), 'published')
  mkdirSync(folder)
  expect(await run(profile, ['publish', '--workspace', id, '--to', folder])).toMatchObject({ code: 0, errors: '' })
  const file = join(ownFolder(), 'live.tearsheet-pack')
  const making = ['pack', '--workspace', id, '--to', file, '--author', 'Ada', '--watchlist', 'Coverage']
  expect(await run(profile, making)).toMatchObject({ code: 0 })
  expect(await activeNow()).toBe('sample')

  await activeNow(id)
  expect(await run(profile, ['publish', '--workspace', 'lives', '--to', ownFolder()])).toMatchObject({
    code: 2,
    errors: 'There is no workspace “lives”. Did you mean live? See tearsheet workspaces.\n',
  })
  const refused = await run(profile, ['open-pack', pack, '--workspace', id])
  expect(refused).toMatchObject({ code: 2, output: '' })
  expect(refused.errors).toContain('The pack is from a different service than workspace live. Leave out --workspace')
  const taken = await run(profile, ['open-pack', pack])
  expect(taken).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Workspace Sample\.\nPack by Ada\. /) as unknown,
  })
  expect(await activeNow()).toBe(id)
})

test('publish is refused while a window has the profile open, and works when it is closed (C9)', async () => {
  const library = await filledLibrary()
  const { profile } = library
  const folder = join(ownFolder(), 'published')
  mkdirSync(folder)
  const refused = await run(profile, ['publish', '--to', folder])
  expect(refused).toMatchObject({ code: 4, output: '' })
  expect(refused.errors).toContain('open in another Tearsheet window')
  expect(readdirSync(folder)).toEqual([])
  await library.close()
  expect(await run(profile, ['publish', '--to', folder])).toMatchObject({ code: 0, errors: '' })
  expect(existsSync(join(folder, '_tearsheet', 'manifest.json'))).toBe(true)
  expect((await run(profile, ['publish', '--to', folder])).output).toContain('nothing has changed')
})

test('the doctor reports what works without Electron, and ends with 1 for a damaged library', async () => {
  const library = await filledLibrary()
  await library.close()
  const healthy = await run(library.profile, ['doctor'])
  expect(healthy).toMatchObject({ code: 0, errors: '' })
  expect(healthy.output).toMatch(/^Tearsheet 0\.0\.0-test on linux 6\.1, x64\n/)
  expect(healthy.output).toMatch(/OK +Versions +Node 24\.0\.0, SQLite 3\./)
  expect(healthy.output).toMatch(/OK +Workspace +Sample.*: library\.db [\d.]+ [KM]B, intact/)
  expect(healthy.output).toContain('No problems found.')
  writeFileSync(join(library.profile, 'workspaces/sample/library.db'), 'no database '.repeat(20))
  expect(await run(library.profile, ['doctor'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/PROBLEM +Workspace +.*library\.db 240 B, damaged/) as unknown,
  })
})

/** What a shell that has read the script offers at the last word. */
async function completedBy(shell: 'bash' | 'zsh', words: readonly string[]): Promise<readonly string[]> {
  const { output } = await run('', ['completion', shell])
  const typed = words.map((word) => `'${word}'`).join(' ')
  const programs = {
    bash: `${output}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _tearsheet; printf '%s\\n' "\${COMPREPLY[@]}"`,
    // What the script calls are functions of the line editor, which prints elsewhere.
    zsh: `compdef() {}; _files() { print FILES }; _describe() { print -rl -- "\${(@P)2}" }; compadd() { shift; print -rl -- "$@" }
${output}\nwords=(${typed}); CURRENT=${words.length}; _tearsheet`,
  }
  const { stdout } = spawnSync(shell, shell === 'bash' ? ['--noprofile', '--norc'] : ['-f'], {
    input: programs[shell],
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((line) => line !== '')
}

const lookupNames = lookups.map(({ command }) => command)

test('bash completes commands, their options, and what can follow either', async () => {
  const completed = (...words: readonly string[]) => completedBy('bash', ['tearsheet', ...words])
  expect(await completed('st')).toEqual(['statements'])
  expect(await completed('statements', '--q')).toEqual(['--quarterly'])
  for (const [name, { own, shared }] of optionNames)
    expect(await completed(name, '--')).toEqual([...own, ...shared, 'help'].map((option) => `--${option}`))
  expect(await completed('schema', '')).toEqual(lookupNames)
  expect(await completed('completion', '')).toEqual(['bash', 'zsh'])
  expect(await completed('help', 'pu')).toEqual(['publish'])
  expect(await completed('compare', 'HLDN', '--basis', 'l')).toEqual(['ltm'])
  // Readline completes files where nothing is offered here, also in folders and with spaces in their names.
  expect(await completed('open-pack', '')).toEqual([])
  const { output } = await run('', ['completion', 'bash'])
  expect(output).toContain('complete -o default -F _tearsheet tearsheet')
})

const hasZsh = spawnSync('zsh', ['--version']).status === 0

test.skipIf(!hasZsh)('zsh completes the same (needs zsh)', async () => {
  const completed = (...words: readonly string[]) => completedBy('zsh', ['tearsheet', ...words])
  expect((await completed('')).map((line) => line.split(':')[0])).toEqual([...optionNames.keys()])
  for (const [name, { own, shared }] of optionNames)
    expect((await completed(name, '')).slice(0, own.length + shared.length + 1)).toEqual(
      [...own, ...shared, 'help'].map((option) => `--${option}`),
    )
  expect(await completed('schema', '')).toEqual(['--help', ...lookupNames])
  expect(await completed('completion', '')).toEqual(['--help', 'bash', 'zsh'])
  expect(await completed('compare', 'HLDN', '--basis', '')).toEqual(['annual', 'quarterly', 'ltm'])
  expect((await completed('open-pack', '')).at(-1)).toBe('FILES')
})

/** The options of each command: its own, and of a lookup also those that all lookups have. */
const optionNames = new Map<string, { readonly own: readonly string[]; readonly shared: readonly string[] }>([
  ...lookups.map((lookup) => {
    const positional: readonly string[] = lookup.positional
    const own = optionsOf(lookup).filter(({ field }) => !positional.includes(field))
    return [lookup.command, { own: own.map(({ name }) => name), shared: Object.keys(lookupOptions) }] as const
  }),
  ...commands.map(({ name, options }) => [name, { own: Object.keys(options), shared: [] }] as const),
])

test('the manual page explains every command and option, in lines that man understands', async () => {
  const { output } = await run('', ['man'])
  const requests = new Set(output.split('\n').flatMap((line) => /^[.'](\S+)/.exec(line)?.[1] ?? []))
  expect([...requests].toSorted()).toEqual(['B', 'SH', 'SS', 'TH', 'TP'])
  const page = output.replaceAll(String.raw`\-`, '-')
  const sections = new Map(
    page.split(/^\.SS "/m).map((section) => [/^[\w-]+/.exec(section)?.[0], section.split(/^\.SH /m)[0] ?? '']),
  )
  const shared = page.split('.SH OPTIONS OF EVERY LOOKUP')[1]
  for (const name of commandNames)
    for (const option of optionNames.get(name)?.own ?? [])
      expect(sections.get(name), `${name} --${option}`).toMatch(new RegExp(`^\\.B --${option}( .*)?\n\\S`, 'm'))
  for (const option of Object.keys(lookupOptions))
    expect(shared).toMatch(new RegExp(`^\\.B --${option}( .*)?\n\\S`, 'm'))
})

test('help names every command, and explains each with every option, also after the command itself', async () => {
  const { output } = await run('', ['help'])
  for (const name of commandNames) {
    expect(output).toContain(name)
    const ran = await run('', ['help', name])
    expect(ran).toMatchObject({ code: 0, errors: '' })
    expect(await run('', [name, '--help'])).toEqual(ran)
    expect(await run('', [name, '-h'])).toEqual(ran)
    const { own = [], shared = [] } = optionNames.get(name) ?? {}
    for (const option of [...own, ...shared, 'help'])
      expect(ran.output, `${name} --${option}`).toMatch(new RegExp(`^  --${option}( \\S+)?\\s+\\S`, 'm'))
  }
})

test('a word behind -- is a value, also one that looks like an option', async () => {
  for (const word of ['--help', '-h'])
    expect(await run('', ['statements', '--', 'HLDN', word])).toEqual({
      code: 2,
      output: '',
      errors: `Unexpected “${word}”.\n`,
    })
})

test('the schema of each lookup describes every option', async () => {
  for (const { command } of lookups) {
    const { output } = await run('', ['schema', command])
    const { input } = JSON.parse(output) as { input: { properties?: Record<string, { description?: string }> } }
    for (const [field, { description }] of Object.entries(input.properties ?? {}))
      expect(description, `${command} ${field}`).toBeTruthy()
  }
})

test.skipIf(process.platform === 'win32')(
  'publish into a share that does not respond ends within its limit, with what to do, though the share holds its thread (not on Windows, which has no such pipe)',
  () => {
    const [profile, folder] = [ownFolder(), ownFolder()]
    const own = join(folder, '_tearsheet')
    mkdirSync(own)
    writeFileSync(join(own, 'publication.json'), JSON.stringify({ tearsheet: 'publication', workspace: 'sample' }))
    // Whoever reads it waits for somebody who writes, as for the server of a share.
    spawnSync('mkfifo', [join(own, 'manifest.json')])
    const program = join(import.meta.dirname, '../../src/command-line/main.ts')
    const words = ['publish', '--profile', profile, '--to', folder]
    const { status, stderr } = spawnSync(process.execPath, [program, ...words], {
      encoding: 'utf8',
      timeout: 120_000,
      killSignal: 'SIGKILL',
    })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('does not respond. Reconnect its disk or network share') as unknown,
    })
  },
)

describe('publish to S3', () => {
  const target = `s3://${bucket}/tearsheet/`

  test('takes credentials, endpoint and region from the environment, and options before it', async () => {
    const filled = await filledLibrary()
    await filled.close()
    const { profile } = filled
    const store = await startedStore(Date.now)
    const environment = { ...credentials, AWS_ENDPOINT_URL: store.endpoint, AWS_REGION: 'eu-central-1' }
    expect(await run(profile, ['publish', '--to', target], { environment })).toMatchObject({ code: 0, errors: '' })
    expect(store.keys).toContain('tearsheet/_tearsheet/manifest.json')
    const options = ['--endpoint', store.endpoint, '--region', 'eu-central-1']
    const elsewhere = { ...credentials, AWS_ENDPOINT_URL: 'http://127.0.0.1:2', AWS_REGION: 'us-west-1' }
    const again = await run(profile, ['publish', '--to', target, ...options], { environment: elsewhere })
    expect(again).toMatchObject({ code: 0, errors: '' })
    expect(again.output).toBe('s3://research/tearsheet: nothing has changed since the last publication.\n')
    const wrong = { ...environment, AWS_SECRET_ACCESS_KEY: 'wrong' }
    const refused = await run(profile, ['publish', '--to', target], { environment: wrong })
    expect(refused).toMatchObject({ code: 1, output: '' })
    expect(refused.errors).toContain('Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
    const opened = openedCore({ profile })
    await opened.api.metrics.save({ name: 'Later', formula: 'Revenue', unit: 'money' })
    await opened.close()
    store.fault = ({ method }) => (method === 'DELETE' ? { kind: 'status', status: 403, code: 'AccessDenied' } : null)
    const kept = await run(profile, ['publish', '--to', target], { environment })
    expect(kept.code).toBe(0)
    expect(kept.output).toContain('files written')
    expect(kept.errors).toContain('could not be deleted: the permission s3:DeleteObject is missing')
  })

  test.each([
    [['--to', target], {}, /^--region: /],
    [['--to', target, '--region', 'eu-central-1'], {}, /^Set AWS_ACCESS_KEY_ID/],
    [['--to', target, '--endpoint', 'https://s3.example.com/path'], credentials, /^--endpoint: /],
    [['--to', 's3://Re search/x', '--region', 'eu-central-1'], credentials, /^--to: the bucket/],
    [['--to', 's3://research/../x', '--region', 'eu-central-1'], credentials, /^--to: the prefix/],
    [['--to', '/data/tearsheet', '--region', 'eu-central-1'], credentials, /^--region: only for an address/],
  ] as const)('%j is refused before anything is sent', async (words, environment, sentence) => {
    const ran = await run('/nowhere', ['publish', ...words], { environment })
    expect(ran).toMatchObject({ code: 2, output: '' })
    expect(ran.errors).toMatch(sentence)
  })
})
