import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

const project = resolve(import.meta.dirname, '../..')
const rules = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  forbidden: NonNullable<IFlattenedRuleSet['forbidden']>
  options: ICruiseOptions
}

const trees: string[] = []
afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true })
})

/** The rules that a source tree of these files breaks, as `rule: file`. */
async function brokenBy(files: Record<string, string>): Promise<string[]> {
  const tree = mkdtempSync(join(tmpdir(), 'tearsheet-imports-'))
  trees.push(tree)
  copyFileSync(join(project, 'package.json'), join(tree, 'package.json'))
  symlinkSync(join(project, 'node_modules'), join(tree, 'node_modules'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), text)
  }
  const { output } = await cruise(['src'], { ...rules.options, baseDir: tree, ruleSet: rules, validate: true })
  if (typeof output === 'string') throw new Error(output)
  return violations(output)
}

function violations({ summary }: ICruiseResult): string[] {
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${rule.name === unreached ? to : from}`)
}

const unreached = 'reached-by-a-program'
const one = 'export const one = 1\n'
const use = (what: string) => `import { one } from '${what}'\nexport const used = one\n`

/** A rule, the file that breaks it, what that file says, and the file it needs for that. */
const broken: readonly (readonly [rule: string, file: string, text: string, needed?: string])[] = [
  ['contract-stays-in-its-place', 'src/contract/api/price.ts', use('#core/clock.ts'), 'src/core/clock.ts'],
  ['core-stays-in-its-place', 'src/core/calls/calls.ts', use('#main/window.ts'), 'src/main/window.ts'],
  ['main-stays-in-its-place', 'src/main/menu.ts', use('#core/calls/open-call.ts'), 'src/core/calls/open-call.ts'],
  ['preload-stays-in-its-place', 'src/preload/bridge.ts', use('#core/core.ts'), 'src/core/core.ts'],
  ['loopback-stays-in-its-place', 'src/loopback/server.ts', use('#core/sync/sync.ts'), 'src/core/sync/sync.ts'],
  ['sample-stays-in-its-place', 'src/sample/wire.ts', use('#contract/api/api.ts'), 'src/contract/api/api.ts'],
  ['renderer-stays-in-its-place', 'src/renderer/calls/reader.ts', use('#core/core.ts'), 'src/core/core.ts'],
  [
    'window-runs-no-schemas',
    'src/renderer/calls/parse.ts',
    use('#contract/service/calls.ts'),
    'src/contract/service/calls.ts',
  ],
  [
    'window-runs-no-schemas-indirectly',
    'src/contract/failure.ts',
    "import { z } from 'zod'\nexport const f = z.string()\n",
  ],
  [
    'no-node-in-contract-and-window',
    'src/contract/paths.ts',
    "import { join } from 'node:path'\nexport const p = join('a')\n",
  ],
  ['foundations-know-no-feature', 'src/core/ledger/names.ts', use('../news/news.ts'), 'src/core/news/news.ts'],
  [
    'database-stands-alone',
    'src/core/database/open-database.ts',
    use('../ledger/answer.ts'),
    'src/core/ledger/answer.ts',
  ],
  [
    'service-knows-no-library',
    'src/core/service/service-client.ts',
    use('../database/open-database.ts'),
    'src/core/database/open-database.ts',
  ],
  ['features-are-not-the-composition', 'src/core/ratings/ratings.ts', use('../core.ts'), 'src/core/core.ts'],
  [
    'store-belongs-to-its-feature',
    'src/core/transcript-search/find.ts',
    use('../calls/calls-store.ts'),
    'src/core/calls/calls-store.ts',
  ],
  [
    'window-features-are-composed-by-the-app',
    'src/renderer/company/company.ts',
    use('../securities-search/result.ts'),
    'src/renderer/securities-search/result.ts',
  ],
  [
    'ui-knows-no-core',
    'src/renderer/ui/badge.ts',
    use('../core-client/client.ts'),
    'src/renderer/core-client/client.ts',
  ],
  [
    'window-core-knows-no-screen',
    'src/renderer/core-client/client.ts',
    use('../securities-search/box.ts'),
    'src/renderer/securities-search/box.ts',
  ],
  [
    'command-line-stays-in-its-place',
    'src/command-line/all.ts',
    use('../core/calls/calls.ts'),
    'src/core/calls/calls.ts',
  ],
  ['electron-in-its-shell', 'src/loopback/open.ts', "import { shell } from 'electron'\nexport const s = shell\n"],
  [
    'sqlite-in-the-database',
    'src/core/calls/raw.ts',
    "import type Database from 'better-sqlite3'\nexport type D = Database\n",
  ],
  [
    'encryption-in-packs',
    'src/core/storage/lock.ts',
    "import { Encrypter } from 'age-encryption'\nexport const e = Encrypter\n",
  ],
  [
    'signatures-in-the-s3-client',
    'src/core/service/s3/s3-failure.ts',
    "import { AwsV4Signer } from 'aws4fetch'\nexport const s = AwsV4Signer\n",
  ],
  [
    'network-in-the-service-client',
    'src/core/sync/pull.ts',
    "import { fetch } from 'undici'\nexport const f = fetch\n",
  ],
  ['rpc-server-in-the-router', 'src/core/news/list.ts', "import { os } from '@orpc/server'\nexport const o = os\n"],
  [
    'servers-in-loopback-and-sample',
    'src/core/serve-api.ts',
    "import { createServer } from 'node:http'\nexport const s = createServer\n",
  ],
  ['sockets-in-loopback', 'src/core/serve-api.ts', "import { WebSocket } from 'ws'\nexport const s = WebSocket\n"],
  [
    'no-child-processes-in-the-electron-shell',
    'src/main/main.ts',
    "import { fork } from 'node:child_process'\nexport const f = fork\n",
  ],
  [
    'packaged-programs-need-dependencies',
    'src/core/calls/c.ts',
    "import { fc } from 'fast-check'\nexport const f = fc\n",
  ],
  ['declared-and-found', 'src/core/calls/c.ts', "import { x } from 'no-such-package'\nexport const f = x\n"],
  ['no-cycles', 'src/core/calls/a.ts', "import './b.ts'\n", 'src/core/calls/b.ts'],
]

describe('import rules', () => {
  test.for(broken)('%s: %s is reported', async ([rule, file, text, needed]) => {
    const other = rule === 'no-cycles' ? "import './a.ts'\n" : one
    expect(await brokenBy({ [file]: text, ...(needed && { [needed]: other }) })).toContain(`${rule}: ${file}`)
  })

  test('a file that no program reaches is reported, by its name', async () => {
    const files = { 'src/sample/main.ts': use('./wire.ts'), 'src/sample/wire.ts': one, 'src/sample/attic.ts': one }
    expect(await brokenBy(files)).toEqual([`${unreached}: src/sample/attic.ts`])
  })

  test('no rule is without its proof here', () => {
    const proven = [...broken.map(([rule]) => rule), unreached]
    expect(rules.forbidden.map(({ name = '' }) => name).filter((name) => !proven.includes(name))).toEqual([])
  })

  test('what the design allows is not reported', async () => {
    const files = {
      'src/contract/failure.ts': one,
      'src/contract/service/calls.ts':
        "import { z } from 'zod'\nexport const call = z.string()\nexport type Call = string\n",
      'src/core/database/open-database.ts': "import Database from 'better-sqlite3'\nexport const open = Database\n",
      'src/core/service/fetch.ts': "import { fetch } from 'undici'\nexport const get = fetch\n",
      'src/core/ledger/ledger-store.ts':
        "export { open } from '../database/open-database.ts'\nexport { get } from '../service/fetch.ts'\n",
      'src/core/calls/calls-store.ts': "export { open } from '../ledger/ledger-store.ts'\n",
      'src/core/calls/open-call.ts':
        "export { open } from './calls-store.ts'\nexport { call } from '#contract/service/calls.ts'\n",
      'src/core/transcript-search/search.ts': "export { open } from '../calls/open-call.ts'\n",
      'src/core/core.ts': "export { open } from './transcript-search/search.ts'\nexport { os } from '@orpc/server'\n",
      'src/core/serve-api.ts':
        "import type { WebSocket } from 'ws'\nexport { open } from './core.ts'\nexport type Socket = WebSocket\n",
      'src/main/main.ts':
        "import { app } from 'electron'\nimport { open } from '#core/serve-api.ts'\nexport const a = [app, open]\n",
      'src/loopback/main.ts':
        "import { createServer } from 'node:http'\nimport { open } from '#core/core.ts'\nexport const a = [createServer, open]\n",
      'src/renderer/core-client/client.ts':
        "import type { Call } from '#contract/service/calls.ts'\nexport { one } from '#contract/failure.ts'\nexport type C = Call\n",
      'src/renderer/calls/CallPane.svelte':
        '<script lang="ts">\n  import { one } from \'../core-client/client.ts\'\n</script>\n\n{one}\n',
      'src/renderer/main.ts':
        "import { mount } from 'svelte'\nimport CallPane from './calls/CallPane.svelte'\nexport const a = [mount, CallPane]\n",
    }
    expect(await brokenBy(files)).toEqual([])
  })
})
