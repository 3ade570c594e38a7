/** Reads the command line of the sample service, and its help text. */

import { parseArgs } from 'node:util'
import type { FaultPlan } from './faults/fault-plan.ts'
import { faultTargets } from './faults/fault-plan.ts'
import { faults } from './faults/fault-catalog.ts'
import type { SampleServiceOptions, SearchNames } from './options.ts'
import { defaultSettings, restatedModes } from './options.ts'

/** The options of the command line. Throws a sentence for a switch that cannot be read. */
export function readCommandLine(args: readonly string[]): SampleServiceOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      key: { type: 'string' },
      fail: { type: 'string', multiple: true },
      slow: { type: 'string' },
      limit: { type: 'string' },
      'largest-page': { type: 'string' },
      'search-names': { type: 'string' },
      'search-wants-key': { type: 'boolean' },
      'recordings-want-key': { type: 'boolean' },
      restated: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return 'help'
  const restated = restatedModes.find((each) => each === (values.restated ?? defaultSettings.restated))
  if (restated === undefined) throw new Error(`--restated takes one of ${restatedModes.join(', ')}.`)
  return {
    port: whole('--port', values.port, defaultSettings.port, 65_535),
    key: values.key ?? defaultSettings.key,
    slow: whole('--slow', values.slow, defaultSettings.slow),
    limit: values.limit === undefined ? defaultSettings.limit : whole('--limit', values.limit, 1),
    largestPage: whole('--largest-page', values['largest-page'], defaultSettings.largestPage),
    searchNames: searchNames(values['search-names']),
    searchWantsKey: values['search-wants-key'] ?? false,
    recordingsWantKey: values['recordings-want-key'] ?? false,
    restated,
    faults: plan(values.fail ?? []),
  }
}

function whole(name: string, text: string | undefined, fallback: number, most = 1e9): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > most) throw new Error(`${name} takes a whole number up to ${most}.`)
  return value
}

function searchNames(text: string | undefined): SearchNames {
  if (text === undefined) return defaultSettings.searchNames
  const [query, type, page, ...rest] = text.split(',')
  if (!query || !type || !page || rest.length > 0) throw new Error('--search-names takes three names: query,type,page.')
  return { query, type, page }
}

/** `--fail ratings=503,503,ok` for one target, `--fail 500` for all. */
function plan(texts: readonly string[]): FaultPlan {
  return Object.fromEntries(
    texts.map((text) => {
      const [target, ...steps] = text.split('=')
      const named = [...faultTargets, '*'].find((each) => each === target)
      return named === undefined || steps.length === 0 ? ['*', text] : [named, steps.join('=')]
    }),
  )
}

export function helpText(): string {
  const table = Object.entries(faults).flatMap(([group, names]) => [
    `  ${group}:`,
    ...Object.entries(names).map(([name, says]) => `    ${name.padEnd(18)} ${says}`),
  ])
  return [
    'The Tearsheet sample service: the HTTP interface of a financial data service, with invented data, on 127.0.0.1.',
    '',
    'Usage: npm run sample-service -- [options]',
    '',
    '  --port N               port to listen on (default: any free port, printed at startup)',
    `  --key TEXT             the API key to accept (default: ${defaultSettings.key})`,
    '  --restated MODE        when periods are served restated: on-second-request (default), always or never',
    '  --slow MS              delay every response by MS milliseconds',
    '  --limit N              requests per second; above that, respond with 429',
    '  --largest-page N       largest page_size to honor (default: 100)',
    '  --search-names A,B,C   search parameter names for query, type and page (default: q,query_by,page)',
    '  --search-wants-key     require the key for the securities search',
    '  --recordings-want-key  require the key for recordings',
    '  --fail TARGET=STEPS    inject faults; repeatable. --fail STEPS applies to all targets',
    '  --help                 show this help',
    '',
    `Targets: ${faultTargets.join(', ')}`,
    'Steps: one per request, separated by commas; the last one repeats. A step is ok, a status code, or a fault from the list below,',
    'with options after semicolons: --fail "ratings=503,503,ok" --fail "calls.list=429;retry-after=5" --fail "news=hang".',
    'retry-after=+30 is sent as a date 30 seconds from now.',
    '',
    ...table,
    '',
  ].join('\n')
}
