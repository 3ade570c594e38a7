import fc from 'fast-check'
import { isAbsolute } from 'node:path'
import { describe, expect, test } from 'vitest'
import { relaunchArguments, startArguments } from '#main/start-arguments.ts'

const here = '/home/ada'

describe('the start', () => {
  test.each<[string, readonly string[], string | null]>([
    ['without arguments keeps the usual profile', [], null],
    ['takes a profile', ['--profile', '/data/desk'], '/data/desk'],
    ['takes a profile in one word', ['--profile=/data/desk'], '/data/desk'],
    ['means a relative profile from where the user stands', ['--profile', 'desk'], '/home/ada/desk'],
    ['passes over what is Chromium’s', ['--ozone-platform=x11', '--profile', '/data/desk', '--enable-x'], '/data/desk'],
    ['ignores a profile without a folder', ['--profile'], null],
    ['ignores an empty profile', ['--profile='], null],
    ['ignores a profile that is the next option', ['--profile', '--no-sandbox'], null],
    ['ignores a profile that is an address', ['--profile=https://evil.example/x'], null],
    ['ignores a profile with a NUL', ['--profile=/data\0/x'], null],
    ['ignores a profile of absurd length', [`--profile=/${'x'.repeat(5000)}`], null],
    ['ignores options it does not know', ['--key=secret', '--base-url=https://evil.example'], null],
  ])('%s', (_, argv, profile) => {
    expect(startArguments(argv, here)).toEqual({ profile, view: null })
  })

  test('by a link shows the company', () => {
    expect(startArguments(['tearsheet://company/AAPL'], here)).toEqual({
      profile: null,
      view: { name: 'company', symbol: 'AAPL' },
    })
  })

  test('by a link that smuggles in options takes none of them', () => {
    const smuggled = ['tearsheet://company/AAPL', '--profile=/evil']
    expect(startArguments(smuggled, here)).toEqual({ profile: null, view: { name: 'company', symbol: 'AAPL' } })
    expect(startArguments([...smuggled].reverse(), here).profile).toBeNull()
    expect(startArguments([' TEARSHEET:x" --profile="/evil', '--profile=/evil'], here)).toEqual({
      profile: null,
      view: null,
    })
  })

  test('with any arguments at all ends in an absolute profile or the usual one', () => {
    const argument = fc.oneof(
      fc.string(),
      fc.constant('--profile'),
      fc.string().map((text) => `--profile=${text}`),
    )
    fc.assert(
      fc.property(fc.array(argument), (argv) => {
        const { profile } = startArguments(argv, here)
        if (profile !== null) expect(isAbsolute(profile) && !profile.includes('\0')).toBe(true)
      }),
    )
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
    expect(startArguments(next, here).profile).toBe('/new')
  })
})
