import { expect, test } from 'vitest'
import { help, readCommandLine } from '#loopback/command-line.ts'

const usual = { port: 0, profile: null, keyFile: null, sample: true, open: true, exitWithParent: false }

test.each<[string, string[], object]>([
  ['nothing', [], usual],
  ['a port', ['--port', '4000'], { ...usual, port: 4000 }],
  ['any port', ['--port=0'], usual],
  ['a profile', ['--profile', 'p'], { ...usual, profile: '/home/ada/p' }],
  ['an absolute profile', ['--profile', '/data/p'], { ...usual, profile: '/data/p' }],
  ['a key file', ['--key-file', '../key'], { ...usual, keyFile: '/home/key' }],
  [
    'all the switches',
    ['--no-open', '--no-sample', '--exit-with-parent'],
    { ...usual, open: false, sample: false, exitWithParent: true },
  ],
  ['the one host there is', ['--host', '127.0.0.1'], usual],
])('%s is understood', (_, argv, options) => {
  expect(readCommandLine(argv, '/home/ada')).toEqual({ kind: 'run', options })
})

test.each([
  [['--host', '0.0.0.0'], 'Tearsheet listens on 127.0.0.1 only: --host cannot be changed.'],
  [['--host', '::'], 'Tearsheet listens on 127.0.0.1 only: --host cannot be changed.'],
  [['--host', 'localhost'], 'Tearsheet listens on 127.0.0.1 only: --host cannot be changed.'],
  [['--port', '80'], '--port 80: enter a number from 1024 to 65535, or 0 for any free port.'],
  [['--port', '65536'], '--port 65536: enter a number from 1024 to 65535, or 0 for any free port.'],
  [['--port', '4e3'], '--port 4e3: enter a number from 1024 to 65535, or 0 for any free port.'],
  [['--port', ''], '--port : enter a number from 1024 to 65535, or 0 for any free port.'],
  [['--profile', ''], '--profile: enter a folder.'],
  [['--profile', '/data/databases'], '--profile: "databases" is reserved by Electron. Choose another folder.'],
  [['--colour'], "Unknown option '--colour'. See --help for the options."],
  [
    ['somewhere'],
    "Unexpected argument 'somewhere'. This command does not take positional arguments. See --help for the options.",
  ],
  [['--key=sk-1'], "Unknown option '--key'. See --help for the options."],
])('%j is refused in one sentence, before anything starts', (argv, says) => {
  expect(readCommandLine(argv, '/home/ada')).toEqual({ kind: 'mistake', says })
})

test('--help lists every option there is', () => {
  expect(readCommandLine(['--help', '--port', '1'], '/')).toEqual({ kind: 'help' })
  expect(help.match(/--[a-z-]+/g)).toEqual([
    '--profile',
    '--port',
    '--no-open',
    '--key-file',
    '--no-sample',
    '--exit-with-parent',
    '--help',
  ])
})
