import fc from 'fast-check'
import { isAbsolute } from 'node:path'
import { describe, expect, test } from 'vitest'
import { optionsOf } from '#command-line/command-options.ts'
import { lookups } from '#command-line/lookups.ts'
import { isChromiumSwitch } from '#main/chromium-switches.ts'
import { help, relaunchArguments, startArguments } from '#main/start-arguments.ts'

const here = '/home/ada'

test('no option of a command is a switch of Chromium, which would be left out', () => {
  const names = lookups.flatMap((lookup) => optionsOf(lookup).map(({ name }) => `--${name}`))
  expect(names.filter(isChromiumSwitch)).toEqual([])
  expect(names.length).toBeGreaterThan(20)
})

describe('the start', () => {
  test.each<[string, readonly string[], string | null]>([
    ['without arguments keeps the usual profile', [], null],
    ['takes a profile', ['--profile', '/data/desk'], '/data/desk'],
    ['takes a profile in one word', ['--profile=/data/desk'], '/data/desk'],
    ['means a relative profile from where the user stands', ['--profile', 'desk'], '/home/ada/desk'],
    ['passes over what is Chromium’s', ['--ozone-platform=x11', '--profile', '/data/desk', '--enable-x'], '/data/desk'],
    ['passes over what macOS adds', ['-psn_0_12345'], null],
    ['passes over a folder that Electron is started with', ['.'], null],
    [
      'passes over a path and an address that a desktop adds',
      ['/home/ada/halden.xlsx', 'file:///tmp/a', 'C:\\a.txt'],
      null,
    ],
  ])('%s', (_, argv, profile) => {
    expect(startArguments(argv, here)).toEqual({ kind: 'open', profile, link: null })
  })

  test('by a link shows the company', () => {
    expect(startArguments(['tearsheet://company/AAPL'], here)).toEqual({
      kind: 'open',
      profile: null,
      link: 'tearsheet://company/AAPL',
    })
  })

  test('by a link that smuggles in options takes none of them', () => {
    const company = { kind: 'open', profile: null, link: 'tearsheet://company/AAPL' }
    const smuggled = ['tearsheet://company/AAPL', '--profile=/evil', '--doctor', '--no-such-option']
    expect(startArguments(smuggled, here)).toEqual(company)
    expect(startArguments([...smuggled].reverse(), here)).toEqual(company)
    expect(startArguments(['export', 'HLDN', '/evil.csv', 'tearsheet://company/AAPL'], here)).toEqual(company)
    expect(startArguments([' TEARSHEET:x" --profile="/evil', '--profile=/evil'], here)).toEqual({
      kind: 'open',
      profile: null,
      link: null,
    })
  })

  test.each<[readonly string[], unknown]>([
    [['--help'], { kind: 'help' }],
    [['-h', '--profile', '/data'], { kind: 'help' }],
    [['--version'], { kind: 'version' }],
    [['--doctor'], { kind: 'doctor', profile: null }],
    [['--doctor', '--profile', 'desk'], { kind: 'doctor', profile: '/home/ada/desk' }],
    [['--ozone-platform=x11', '--doctor'], { kind: 'doctor', profile: null }],
    [['doctor'], { kind: 'doctor', profile: null }],
    [['--profile', 'desk', 'doctor', '--ozone-platform=x11'], { kind: 'doctor', profile: '/home/ada/desk' }],
    [['doctor', '--help'], { kind: 'command', words: ['doctor', '--help'] }],
    [['statements', 'HLDN', '--csv'], { kind: 'command', words: ['statements', 'HLDN', '--csv'] }],
    [
      ['--ozone-platform=x11', '--profile', 'calls', 'find', 'calls'],
      { kind: 'command', words: ['find', 'calls', '--profile', 'calls'] },
    ],
    [
      ['take-offline', '--key-file', 'k', '--', '-Shorts'],
      { kind: 'command', words: ['take-offline', '--key-file', 'k', '--', '-Shorts'] },
    ],
    [
      ['--profile', 'desk', 'find', '--lang=de', '--', '--lang=de', '--'],
      { kind: 'command', words: ['find', '--profile', 'desk', '--', '--lang=de', '--'] },
    ],
    [
      ['--', 'search', 'speaker:cook', '--limit', '5'],
      { kind: 'command', words: ['search', 'speaker:cook', '--limit', '5'] },
    ],
  ])('with %j opens no window and does that', (argv, expected) => {
    expect(startArguments(argv, here)).toEqual(expected)
  })

  test.each<[string, readonly string[], string]>([
    ['a profile without a folder', ['--profile'], '--profile needs a folder. See tearsheet --help.'],
    ['an empty profile', ['--profile='], '--profile needs a folder. See tearsheet --help.'],
    ['a profile that is the next option', ['--profile', '--doctor'], '--profile needs a folder. See tearsheet --help.'],
    [
      'a profile that is an address',
      ['--profile=https://a.example/x'],
      '--profile needs a folder. See tearsheet --help.',
    ],
    ['a profile with a NUL', ['--profile=/data\0/x'], '--profile needs a folder. See tearsheet --help.'],
    [
      'a profile of absurd length',
      [`--profile=/${'x'.repeat(5000)}`],
      '--profile needs a folder. See tearsheet --help.',
    ],
    ['a misspelt option', ['--profil=/data'], 'Unknown option --profil. See tearsheet --help.'],
    [
      'an option with a value that it does not have',
      ['--doctor=all'],
      'Unknown option --doctor. See tearsheet --help.',
    ],
    ['a misspelled command', ['docter'], 'There is no command “docter”. Did you mean doctor? See tearsheet --help.'],
    [
      'a misspelled command after a profile',
      ['--profile', 'desk', 'statment', 'HLDN'],
      'There is no command “statment”. Did you mean statements or restatements? See tearsheet --help.',
    ],
    [
      'a misspelled command that is the name of the profile too',
      ['--profile', 'docter', 'docter'],
      'There is no command “docter”. Did you mean doctor? See tearsheet --help.',
    ],
    ['a word that means no command', ['qqqqqq'], 'There is no command “qqqqqq”. See tearsheet --help.'],
    ['more words than the doctor takes', ['doctor', 'all'], 'Unexpected “all”. See tearsheet --help.'],
    ['an unknown letter', ['-x'], 'Unknown option -x. See tearsheet --help.'],
    ['an unknown option, without its secret value', ['--key=secret'], 'Unknown option --key. See tearsheet --help.'],
    ['an unknown option before its secret', ['--key', 'secret'], 'Unknown option --key. See tearsheet --help.'],
    ['a misspelt option before a word', ['--profil', 'work'], 'Unknown option --profil. See tearsheet --help.'],
    [
      'a misspelled command before an option of it',
      ['statment', 'HLDN', '--csv'],
      'There is no command “statment”. Did you mean statements or restatements? See tearsheet --help.',
    ],
  ])('with %s opens nothing and says why', (_, argv, says) => {
    expect(startArguments(argv, here)).toEqual({ kind: 'mistake', says })
  })

  test('with any arguments at all ends in an absolute profile, the usual one, or a sentence', () => {
    const argument = fc.oneof(
      fc.string(),
      fc.constantFrom('--profile', '--doctor', '--help'),
      fc.string().map((text) => `--profile=${text}`),
    )
    fc.assert(
      fc.property(fc.array(argument), (argv) => {
        const start = startArguments(argv, here)
        if (start.kind === 'mistake') expect(start.says).toMatch(/ See tearsheet --help\.$/)
        const profile = 'profile' in start ? start.profile : null
        if (profile !== null) expect(isAbsolute(profile) && !profile.includes('\0')).toBe(true)
      }),
    )
  })

  test('explains each option in the help', () => {
    for (const option of ['--profile DIR', 'doctor', '--version', '--help'])
      expect(help).toContain(`tearsheet ${option}`)
  })
})

describe('a start with another profile', () => {
  test.each<[readonly string[], readonly string[]]>([
    [
      ['/program', '--profile', '/old', '--ozone-platform=x11'],
      ['/program', '--ozone-platform=x11', '--profile=/new'],
    ],
    [
      ['/program', '--profile=/old'],
      ['/program', '--profile=/new'],
    ],
    [
      ['/program', 'tearsheet://company/AAPL'],
      ['/program', '--profile=/new'],
    ],
  ])('%j forgets the old one and the link', (argv, next) => {
    expect(relaunchArguments(argv, '/new')).toEqual(next)
    expect(startArguments(next, here)).toEqual({ kind: 'open', profile: '/new', link: null })
  })
})
