import { beforeEach, describe, expect, test } from 'vitest'
import type { Workspace } from '#contract/api/workspaces.ts'
import type { KeyEntry } from '#contract/shell.ts'
import { RequestFailed } from '../../../src/renderer/core-client/request-failed.ts'
import {
  formFields,
  WorkspaceForm,
  type WorkspaceEdit,
  type WorkspaceSaver,
} from '../../../src/renderer/settings/workspaces/workspace-form.svelte.ts'

const session = { canRemember: ['session'] as const }

/** Keeps what it is given, as the core and the vault do. */
class Keeper implements WorkspaceSaver {
  readonly made: WorkspaceEdit[] = []
  readonly changed: { id: string; edit: WorkspaceEdit }[] = []
  readonly keys: KeyEntry[] = []
  refusal: RequestFailed | null = null
  vaultRefusal: RequestFailed | null = null

  async create(edit: WorkspaceEdit): Promise<Workspace> {
    if (this.refusal) throw this.refusal
    this.made.push(edit)
    return { ...edit, id: 'made', kind: 'live', hasKey: false }
  }

  async edit(id: string, edit: WorkspaceEdit): Promise<Workspace> {
    if (this.refusal) throw this.refusal
    this.changed.push({ id, edit })
    return { ...edit, id, kind: 'live', hasKey: false }
  }

  async setKey(entry: KeyEntry) {
    if (this.vaultRefusal) throw this.vaultRefusal
    this.keys.push(entry)
    return { present: true, origin: entry.origin, lastFour: null, keeping: entry.keeping, ...session, problem: null }
  }
}

const acme: Workspace = {
  id: 'acme',
  name: 'Acme',
  kind: 'live',
  baseUrl: 'https://api.acme.example',
  recordingsBase: '',
  search: { query: 'term', type: 'field', page: 'p', key: 'wanted' },
  hasKey: true,
}
let keeper: Keeper
beforeEach(() => {
  keeper = new Keeper()
})
const everything = (form: WorkspaceForm) => JSON.stringify(formFields.map((field) => form.value(field)))

describe('a new workspace', () => {
  test('needs an address and no more: it is named after its host, and requested with the usual names', async () => {
    const form = new WorkspaceForm(keeper, null)
    form.type('baseUrl', 'api.example.com')
    expect(await form.save(session)).toBe(true)
    expect([keeper.made, keeper.keys, form.workspace?.id]).toEqual([
      [
        {
          name: 'api.example.com',
          baseUrl: 'https://api.example.com',
          recordingsBase: '',
          search: { query: 'q', type: 'query_by', page: 'page', key: 'unknown' },
        },
      ],
      [],
      'made',
    ])
  })

  test('hands its key over for the address that stands in the form, and forgets it', async () => {
    const form = new WorkspaceForm(keeper, null)
    form.type('baseUrl', 'https://api.example.com:8443/base')
    form.type('key', ' canary-0123456789 ')
    form.chooseKeeping('keyring')
    await form.save({ canRemember: ['session', 'keyring'] })
    expect(keeper.keys).toEqual([
      { workspace: 'made', origin: 'https://api.example.com:8443', key: 'canary-0123456789', keeping: 'keyring' },
    ])
    expect(everything(form)).not.toContain('canary')
  })

  test('is not made twice when only the key could not be kept', async () => {
    const form = new WorkspaceForm(keeper, null)
    form.type('baseUrl', 'https://api.example.com')
    form.type('key', 'canary-0123456789')
    keeper.vaultRefusal = new RequestFailed({ kind: 'core-stopped' })
    const first = await form.save(session)
    const failure = form.failure?.kind
    keeper.vaultRefusal = null
    const second = await form.save(session)
    expect([
      first,
      failure,
      second,
      keeper.made.length,
      keeper.changed.map(({ id }) => id),
      keeper.keys.length,
    ]).toEqual([...[false, 'core-stopped', true], ...[1, ['made'], 1]])
  })
})

test('a workspace that is named after its host is renamed with its address, one that the user named is not', async () => {
  const form = new WorkspaceForm(keeper, { ...acme, name: 'api.example.com', baseUrl: 'https://api.example.com' })
  form.type('baseUrl', 'https://data.example.org')
  await form.save(session)
  const named = new WorkspaceForm(keeper, { ...acme, name: 'Acme', baseUrl: 'https://api.example.com' })
  named.type('baseUrl', 'https://data.example.org')
  await named.save(session)
  expect(keeper.changed.map(({ edit }) => edit.name)).toEqual(['data.example.org', 'Acme'])
})

describe('what is wrong', () => {
  test('stands below a field once the user has left it, not while it is typed', () => {
    const form = new WorkspaceForm(keeper, null)
    form.type('baseUrl', 'http://api.example.com')
    const typing = form.trouble('baseUrl')
    form.leave('baseUrl')
    expect([typing, form.trouble('baseUrl')]).toEqual(['', 'The URL must start with https:// to protect your key.'])
  })

  test('keeps everything from being sent, and leads to the first field of it', async () => {
    const form = new WorkspaceForm(keeper, null)
    form.type('key', 'two words')
    form.type('query', '')
    expect(await form.save(session)).toBe(false)
    expect([form.firstError, form.trouble('key'), form.trouble('query'), keeper.made, keeper.keys]).toEqual([
      'baseUrl',
      'A key has no spaces or line breaks.',
      'Enter a name.',
      [],
      [],
    ])
  })

  test('to the core only stands below the address too, until it is changed', async () => {
    const form = new WorkspaceForm(keeper, null)
    form.type('baseUrl', 'https://api.example.com')
    keeper.refusal = new RequestFailed({ kind: 'invalid-base-url', detail: 'it is not allowed here' })
    await form.save(session)
    const told = form.trouble('baseUrl')
    form.type('baseUrl', 'https://api.example.org')
    expect([told, form.trouble('baseUrl'), form.failure]).toEqual([
      'The base URL cannot be used: it is not allowed here.',
      '',
      null,
    ])
  })

  test('with the key, as the service found, is said where another one is typed, and goes with its first letter', () => {
    const form = new WorkspaceForm(keeper, acme)
    form.refuseKey('key-refused')
    const told = form.trouble('key')
    form.type('key', 'a')
    expect([told, form.trouble('key')]).toEqual(['The API key was rejected. Enter a new key.', ''])
  })
})

describe('a workspace that is changed', () => {
  test('has a field for another key from the rejection of its own until one is saved, also while it is empty', async () => {
    const form = new WorkspaceForm(keeper, acme)
    form.refuseKey('key-refused')
    form.type('key', 'a')
    form.type('key', '')
    const whileTyping = form.replacesKey
    form.type('key', 'another')
    await form.save(session)
    expect([whileTyping, form.replacesKey]).toEqual([true, false])
  })

  test('has a field for another key from the user’s request until it is undone', () => {
    const form = new WorkspaceForm(keeper, acme)
    form.replaceKey()
    form.type('key', 'another')
    const beforeUndo = form.replacesKey
    form.revert()
    expect([beforeUndo, form.replacesKey, form.value('key')]).toEqual([true, false, ''])
  })

  test('keeps what was learned of its search, and takes names over that a test found', async () => {
    const form = new WorkspaceForm(keeper, acme)
    form.type('name', 'Acme Ltd')
    await form.save(session)
    await form.useNames({ query: 'query', type: 'type', page: 'page', key: 'none' })
    expect(keeper.changed.map(({ edit }) => [edit.name, edit.search])).toEqual([
      ['Acme Ltd', { query: 'term', type: 'field', page: 'p', key: 'wanted' }],
      ['Acme Ltd', { query: 'query', type: 'type', page: 'page', key: 'wanted' }],
    ])
  })

  test('saves found names with what was tested, and leaves in the form what is being typed', async () => {
    const form = new WorkspaceForm(keeper, acme)
    form.type('name', 'Acme Lt')
    form.type('baseUrl', 'https://api.ac')
    form.type('key', 'half-of-a-k')
    expect(await form.useNames({ query: 'query', type: 'type', page: 'page', key: 'none' })).toBe(true)
    expect([keeper.changed.map(({ edit }) => [edit.name, edit.baseUrl, edit.search.query]), keeper.keys]).toEqual([
      [['Acme', 'https://api.acme.example', 'query']],
      [],
    ])
    expect(formFields.map((field) => form.value(field))).toEqual([
      ...['https://api.ac', 'half-of-a-k', 'Acme Lt', 'query', 'type', 'page', ''],
    ])
  })

  test('saves what its fields had when Save was pressed, and leaves in the form what is typed while it is saved', async () => {
    const form = new WorkspaceForm(keeper, acme)
    form.type('name', 'Acme Ltd')
    form.type('key', 'canary-0123456789')
    const saving = form.save(session)
    form.type('name', 'Acme Limite')
    form.type('key', 'another-ca')
    await saving
    expect([keeper.changed.map(({ edit }) => edit.name), keeper.keys.map(({ key }) => key)]).toEqual([
      ['Acme Ltd'],
      ['canary-0123456789'],
    ])
    expect([form.value('name'), form.value('key'), form.replacesKey, form.trouble('name')]).toEqual([
      ...['Acme Limite', 'another-ca', true, ''],
    ])
  })

  test('knows whether anything is to be saved, and goes back to what is kept', () => {
    const form = new WorkspaceForm(keeper, acme)
    const before = form.changed
    form.type('baseUrl', 'http://wrong')
    form.leave('baseUrl')
    const during = [form.changed, form.trouble('baseUrl') !== '']
    form.revert()
    expect([before, during, form.changed, form.value('baseUrl'), form.trouble('baseUrl')]).toEqual([
      false,
      [true, true],
      false,
      'https://api.acme.example',
      '',
    ])
  })
})

test('a way of keeping the key that is no longer offered is not used', () => {
  const form = new WorkspaceForm(keeper, null)
  form.chooseKeeping('unprotected')
  expect([
    form.keeping({ canRemember: ['session', 'unprotected'] }),
    form.keeping({ canRemember: ['session'] }),
  ]).toEqual(['unprotected', 'session'])
})
