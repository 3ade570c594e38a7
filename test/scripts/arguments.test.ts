import { describe, expect, test } from 'vitest'
import { parseStartOptions, startHelp } from '../../scripts/start/options.mjs'
import { groups, parseSelection, testHelp } from '../../scripts/test/selection.mjs'

const plain = { shell: null, port: null, profile: null, keyFile: null, sample: true, open: true, help: false }

describe('npm start', () => {
  test.for([
    [[], plain],
    [['--shell', 'electron', '--profile', 'my desk'], { ...plain, shell: 'electron', profile: 'my desk' }],
    [['--shell=browser'], { ...plain, shell: 'browser' }],
    [['--port', '8123'], { ...plain, shell: 'browser', port: 8123 }],
    [['--no-open'], { ...plain, shell: 'browser', open: false }],
    [['--key-file', 'keys', '--no-sample'], { ...plain, shell: 'browser', keyFile: 'keys', sample: false }],
    [['--help'], { ...plain, help: true }],
  ] as const)('understands %j', ([args, options]) => {
    expect(parseStartOptions(args)).toEqual({ options })
  })

  test.for([
    [['--shell', 'firefox'], '--shell must be electron or browser, not “firefox”.'],
    [['--port', 'any'], '--port must be a number, not “any”.'],
    [['--port', '70000'], '--port must be at most 65535, not 70000.'],
    [['--profile', ''], '--profile needs the path of a folder.'],
    [
      ['--shell', 'electron', '--port', '1'],
      '--port, --key-file, --no-open and --no-sample apply to the browser shell only: omit --shell electron.',
    ],
    [['--prot', '1'], "Unknown option '--prot'. See `npm start -- --help`."],
  ] as const)('says what is wrong with %j', ([args, mistake]) => {
    expect(parseStartOptions(args)).toEqual({ mistake })
  })

  test('lists every option it understands', () => {
    const options = ['--shell', '--port', '--profile', '--key-file', '--no-open', '--no-sample', '--help']
    for (const option of options) expect(startHelp).toContain(option)
  })
})

describe('npm test', () => {
  test('runs every group unless some are asked for, and those in their order', () => {
    expect(parseSelection([])).toEqual({ selected: groups, help: false })
    expect(parseSelection(['unit', '--only', 'lint,format'])).toEqual({
      selected: ['format', 'lint', 'unit'],
      help: false,
    })
  })

  test('names the groups there are when asked for another', () => {
    expect(parseSelection(['units'])).toEqual({ mistake: expect.stringContaining('format, lint, types') as string })
    for (const group of groups) expect(testHelp).toContain(group)
  })
})
