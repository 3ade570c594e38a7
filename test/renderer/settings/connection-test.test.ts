import { expect, test } from 'vitest'
import type { ApiOutputs } from '#contract/api/api.ts'
import type { OperationCheck, SearchNames, Workspace } from '#contract/api/workspaces.ts'
import type { Failure } from '#contract/failure.ts'
import { ConnectionTest } from '../../../src/renderer/settings/workspaces/connection-test.svelte.ts'
import { testSaved } from '../../../src/renderer/settings/workspaces/test-saved.ts'
import { WorkspaceForm, type WorkspaceSaver } from '../../../src/renderer/settings/workspaces/workspace-form.svelte.ts'

const names: SearchNames = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' }
const acme = { id: 'acme', search: names }
const saved: Workspace = {
  ...acme,
  name: 'Acme',
  kind: 'live',
  baseUrl: 'https://api.acme.example',
  recordingsBase: '',
  hasKey: true,
}
/** Nothing is saved while a connection is only tested. */
const refuse = () => Promise.reject(new Error('nothing is to be saved'))
const noKeeper: WorkspaceSaver = { create: refuse, edit: refuse, setKey: refuse }
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

const check = (result: OperationCheck['result'], failure: Failure | null = null): OperationCheck => ({
  operation: 'news',
  path: '',
  title: 'News',
  result,
  message: [],
  failure,
  milliseconds: null,
})

function connection() {
  const asked: { signal: AbortSignal; respond: (outcome: ApiOutputs['workspaces']['test']) => Promise<void> }[] = []
  const testing = new ConnectionTest((_id, _symbol, signal) => {
    const { promise, resolve } = Promise.withResolvers<ApiOutputs['workspaces']['test']>()
    asked.push({ signal, respond: (outcome) => (resolve(outcome), settle()) })
    return promise
  })
  return { testing, asked }
}

test('other names are offered only when they differ: whether the search wants the key is found out automatically', async () => {
  const { testing, asked } = connection()
  const offered: (SearchNames | null)[] = []
  for (const search of [
    { ...names, key: 'wanted' as const },
    { ...names, query: 'term' },
  ]) {
    void testing.run(acme, 'HLDN')
    await asked.at(-1)!.respond({ checks: [check('works')], search })
    offered.push(testing.foundNames)
  }
  expect(offered).toEqual([null, { ...names, query: 'term' }])
})

test('a refused key is distinguished from a missing one', async () => {
  const { testing, asked } = connection()
  const told: (string | null)[] = []
  for (const kind of ['key-missing', 'key-refused', 'not-allowed'] as const) {
    void testing.run(acme, 'HLDN')
    await asked.at(-1)!.respond({ checks: [check('works'), check('fails', { kind })], search: null })
    told.push(testing.keyTrouble)
  }
  expect([told, testing.works]).toEqual([['key-missing', 'key-refused', null], 1])
})

test('a test that was stopped, or requested once more, no longer has a say', async () => {
  const { testing, asked } = connection()
  void testing.run(acme, 'HLDN')
  void testing.run(acme, 'HLDN')
  await asked[0]!.respond({ checks: [check('fails')], search: null })
  const between = [testing.running, testing.checks.length, asked[0]!.signal.aborted]
  testing.stop()
  await asked[1]!.respond({ checks: [check('works')], search: null })
  expect([between, testing.running, testing.checks]).toEqual([[true, 0, true], false, []])
})

test.each([
  ['key', 'another-key', ''],
  ['baseUrl', 'https://api.ac', ''],
  [null, '', 'The API key was rejected. Enter a new key.'],
] as const)('a result is not taken for what was typed meanwhile: %s', async (field, value, told) => {
  const { testing, asked } = connection()
  const form = new WorkspaceForm(noKeeper, saved)
  const acted = testSaved(form, testing, 'HLDN')
  if (field) form.type(field, value)
  await asked[0]!.respond({ checks: [check('fails', { kind: 'key-refused' })], search: null })
  expect([await acted, form.trouble('key')]).toEqual([false, told])
})

test('a connection that works leads on, but not away from what is being typed', async () => {
  const { testing, asked } = connection()
  const form = new WorkspaceForm(noKeeper, saved)
  const undisturbed = testSaved(form, testing, 'HLDN')
  await asked[0]!.respond({ checks: [check('works')], search: null })
  const typing = testSaved(form, testing, 'HLDN')
  form.type('name', 'Ac')
  await asked[1]!.respond({ checks: [check('works')], search: null })
  expect([await undisturbed, await typing]).toEqual([true, false])
})
