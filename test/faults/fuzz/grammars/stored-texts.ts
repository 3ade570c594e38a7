/** What files, links and stored states hold: policy, settings, keys, tabs. */

import { parseDeepLink, formatDeepLink } from '#contract/deep-link.ts'
import { policyIn } from '#core/policy/policy-file.ts'
import { readKeyFile as readShortcuts } from '#core/shortcuts-file.ts'
import { readUpdateFeed } from '#core/updates/update-feed.ts'
import { KeyFileRefused, parseKeyLines } from '#core/window/api-key-file.ts'
import { readCommandLine } from '#loopback/command-line.ts'
import { linkOfHandover, readLink } from '#main/deep-link.ts'
import { readSettings as readShellSettings } from '#main/settings-shape.ts'
import { readVault, writeVault } from '#main/vault-file.ts'
import { readStoredLocation } from '../../../../src/renderer/app/tab-locations.ts'
import { readTabSet } from '../../../../src/renderer/app/tab-history.ts'
import { readSettings as readComparison } from '../../../../src/renderer/compare/comparison-settings.ts'
import { readSpec } from '../../../../src/renderer/screener/read-spec.ts'
import { answeredUnless, demandSame, type TextReader } from './text-reader.ts'

/** What JSON of any content is made of. */
const json = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  'null',
  'true',
  '1e400',
  '-0',
  '"__proto__":',
  '{"a":',
  '\uFEFF',
  '\\u0000',
]

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const storedTexts: readonly TextReader[] = [
  {
    name: 'a link into the program',
    words: [
      'tearsheet://',
      'company/',
      'call/',
      'compare/',
      'search?q=',
      '?t=',
      'AAPL',
      ',',
      '%20',
      '%',
      '..',
      '#',
      '\\',
      '\n',
    ],
    examples: [
      'tearsheet://company/AAPL',
      'tearsheet://call/0f2f7d0e?t=754.25',
      'tearsheet://compare/AAPL,BRK.B',
      'tearsheet://search?q=caf%C3%A9',
    ],
    longest: 8000,
    read: (text) => {
      const view = parseDeepLink(text)
      demandSame('a link passed on', readLink(text), linkOfHandover({ link: text }))
      if (view === null) return 'refused'
      demandSame('a link', view, parseDeepLink(formatDeepLink(view) ?? ''))
      return 'answered'
    },
  },
  {
    name: 'a policy file',
    words: [
      ...json,
      '"version":1',
      '"services":["https://a.example"]',
      '"proxy":{"mode":"manual","address":',
      '"exports":false',
    ],
    examples: [
      '{"version":1,"baseUrl":"https://data.example.com/v1","services":["https://b.example"],"exports":false}',
      '{"version":1,"proxy":{"mode":"manual","address":"http://proxy.example:8080"},"recordings":true}',
    ],
    longest: 8000,
    read: (text) => {
      const { source, exports, recordings, services } = policyIn(text)
      const isStrict = !exports && !recordings && services?.length === 0
      if (source === 'damaged' && !isStrict) throw new Error('a damaged policy forbids less than it could')
      return answeredUnless(source === 'damaged')
    },
  },
  {
    name: 'the settings of the shell',
    words: [...json, '"zoom":1', '"theme":"dark"', '"windows":[{"id":"', '"crashDumps":true'],
    examples: ['{"windows":[],"zoom":1,"theme":"dark","hardwareAcceleration":true,"crashDumps":false}'],
    longest: 8000,
    read: (text) => {
      const settings = readShellSettings(text)
      if (settings !== null) demandSame('settings', settings, readShellSettings(JSON.stringify(settings)))
      return answeredUnless(settings === null)
    },
  },
  {
    name: 'the file of encrypted keys',
    words: [...json, '"version":1', '"version":2', '"keys":[', '"ciphertext":"djEx"', '"savedAt":1'],
    examples: [
      '{"version":1,"keys":[{"workspace":"live","origin":"https://a.example","tag":"v11","ciphertext":"djEx","lastFour":"0123","savedAt":1}]}',
    ],
    longest: 8000,
    read: (text) => {
      const keys = readVault(text)
      if (keys === null || keys === 'newer') return 'refused'
      const again = readVault(writeVault(keys))
      demandSame('the keys', [...keys], again === null || again === 'newer' ? again : [...again])
      return 'answered'
    },
  },
  {
    name: 'a file of shortcuts',
    words: [...json, '"format":"tearsheet-keys"', '"version":1', '"commands":{', '"tab.close":["Ctrl+W"]'],
    examples: [
      '{"format":"tearsheet-keys","version":1,"characterKeys":true,"commands":{"tab.close":["Ctrl+W"],"b":[]}}',
    ],
    longest: 8000,
    read: (text) => answeredUnless(readShortcuts(text).kind === 'refused'),
  },
  {
    name: 'a key file of the browser shell',
    words: ['https://service.example', ' ', 'THE-KEY', '\n', '\r\n', '\t', 'http://127.0.0.1:1', '\u007f'],
    examples: ['https://service.example THE-KEY\n', '\nhttps://a.example A\r\nhttps://b.example B'],
    longest: 8000,
    read: (text) => {
      try {
        return answeredUnless(parseKeyLines(text).length === 0)
      } catch (error) {
        if (error instanceof KeyFileRefused) return 'refused'
        throw error
      }
    },
  },
  {
    name: 'the command line of the browser shell',
    words: ['--port', '--profile', '--key-file', '=', ' ', '--no-open', '-h', '--', '0', '65536', '--host=127.0.0.1'],
    examples: ['--no-open --port 1024', '--profile=x --help', '--key-file k'],
    longest: 8000,
    read: (text) => answeredUnless(readCommandLine(text.split(' '), '/tmp').kind === 'mistake'),
  },
  {
    name: 'an update feed',
    words: [...json, '\n', 'A'.repeat(86), '==', '"product":"Tearsheet"'],
    examples: [`${'A'.repeat(86)}==\n{"product":"Tearsheet","format":1}`],
    longest: 8000,
    read: (text) => {
      const key = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE='
      const read = readUpdateFeed(Buffer.from(text), { key, now: 0, seen: null })
      if (!('refusal' in read)) throw new Error('a feed that nobody signed was accepted')
      return 'refused'
    },
  },
  {
    name: 'the location of a tab',
    words: [
      ...json,
      '"screen":"company"',
      '"symbol":"AAPL"',
      '"view":"financials"',
      '"asOf":8640000000000001',
      '"settings":"',
    ],
    examples: [
      '{"screen":"company","symbol":"AAPL","view":"financials","asOf":1760000000000}',
      '{"screen":"search","query":"AAPL"}',
      '{"screen":"compare","settings":"{}"}',
    ],
    longest: 8000,
    read: (text) => {
      const location = readStoredLocation(text)
      const set = readTabSet(objectIn(`{"locations":[${text}],"active":0}`))
      if (location === null) return answeredUnless(set === null)
      demandSame('a location', location, readStoredLocation(JSON.stringify(location)))
      return 'answered'
    },
  },
  {
    name: 'the settings of a comparison',
    words: [
      ...json,
      '"companies":["A"]',
      '"periods":8',
      '"asOf":-8640000000000001',
      '"scatter":{"trail":4',
      '"widths":{"A":40}',
    ],
    examples: ['{"companies":["A","B"],"lines":["Revenue"],"periods":8,"asOf":1760000000000,"scatter":{"trail":4}}'],
    longest: 8000,
    read: (text) => {
      const settings = readComparison(text)
      demandSame('a comparison', settings, readComparison(JSON.stringify(settings)))
      return answeredUnless(objectIn(text) === null)
    },
  },
  {
    name: 'the conditions of a screen',
    words: [
      ...json,
      '"groups":[',
      '{"kind":"all","conditions":[',
      '"kind":"figure"',
      '"field":"Revenue"',
      '"days":3651',
      '"asOf":9e15',
    ],
    examples: [
      '{"universe":{"of":"library"},"asOf":null,"groups":[{"kind":"all","bypassed":false,"conditions":[{"kind":"figure","id":"a","field":"Revenue","period":"quarter","measure":"value","over":1,"operator":"above","value":1}]}]}',
      '{"groups":[{"kind":"any","conditions":[{"kind":"rating","id":"b","action":"upgrade","days":30,"value":1}]}],"columns":[{"kind":"condition","id":"b"}]}',
    ],
    longest: 8000,
    read: (text) => {
      const spec = readSpec(text)
      if (spec !== null) demandSame('a screen', spec, readSpec(JSON.stringify(spec)))
      return answeredUnless(spec === null)
    },
  },
]
