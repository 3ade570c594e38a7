/** The state of the form that adds or changes a workspace: fields, errors, saving. */

import type { SearchNames, Workspace } from '#contract/api/workspaces.ts'
import type { Failure } from '#contract/failure.ts'
import type { KeyEntry, KeyProtection, KeyState } from '#contract/shell.ts'
import { sentenceOf } from '../../format/failure-text.ts'
import { failureToShow } from '../../core-client/request-failed.ts'
import type { KeyError } from './connection-test.svelte.ts'
import { addressError, completeAddress, hostOf, originOf, recordingsAddressError } from './service-address.ts'
import { keyError, defaultProtection } from './api-key-text.ts'

/** In the order of the form. */
export const formFields = ['baseUrl', 'key', 'name', 'query', 'type', 'page', 'recordingsBase'] as const
export type FormField = (typeof formFields)[number]

export interface WorkspaceEdit {
  name: string
  baseUrl: string
  recordingsBase: string
  search: SearchNames
}

/** Where the form is saved; each rejects with `RequestFailed`. */
export interface WorkspaceSaver {
  create(edit: WorkspaceEdit): Promise<Workspace>
  edit(id: string, edit: WorkspaceEdit): Promise<Workspace>
  setKey(entry: KeyEntry): Promise<KeyState>
}

type Fields = Record<FormField, string>

const usualSearch: SearchNames = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' }
const longestName = 80

/**
 * A live workspace while it is created or edited: its fields, with errors before and after the core is requested. The form holds
 * the key from the first character until it is handed over, and nothing does afterwards.
 */
export class WorkspaceForm {
  readonly #keeper: WorkspaceSaver
  #workspace = $state.raw<Workspace | null>(null)
  #fields = $state<Fields>(emptyFields())
  #left = $state.raw<readonly FormField[]>([])
  #refused = $state.raw<Partial<Record<FormField, string>>>({})
  #failure = $state.raw<Failure | null>(null)
  #busy = $state(false)
  #chosenKeeping = $state<KeyProtection | null>(null)
  #replacesKey = $state(false)

  constructor(keeper: WorkspaceSaver, workspace: Workspace | null) {
    this.#keeper = keeper
    this.#workspace = workspace
    this.#fill()
  }

  /** The workspace as it is saved; null until it is created. */
  get workspace(): Workspace | null {
    return this.#workspace
  }

  get busy(): boolean {
    return this.#busy
  }

  /** A failure of the core or the vault that belongs to no field. */
  get failure(): Failure | null {
    return this.#failure
  }

  get origin(): string {
    return originOf(this.#fields.baseUrl)
  }

  /** Something differs from what is saved. */
  get changed(): boolean {
    const saved = fieldsOf(this.#workspace)
    return formFields.some((field) => this.#fields[field] !== saved[field])
  }

  value(field: FormField): string {
    return this.#fields[field]
  }

  type(field: FormField, value: string): void {
    this.#fields[field] = value
    this.#refused = { ...this.#refused, [field]: undefined }
  }

  /** The user left a field: from now on it shows its error. */
  leave(field: FormField): void {
    if (field === 'baseUrl' || field === 'recordingsBase') this.#fields[field] = completeAddress(this.#fields[field])
    if (this.#fields[field] !== '' && !this.#left.includes(field)) this.#left = [...this.#left, field]
  }

  /** The error below a field; empty when the field is correct or has not been left yet. */
  trouble(field: FormField): string {
    return this.#refused[field] ?? (this.#left.includes(field) ? this.#wrongWith(field) : '')
  }

  /** The first field with something wrong in it. */
  get firstError(): FormField | null {
    return formFields.find((field) => this.trouble(field) !== '') ?? null
  }

  keeping(state: Pick<KeyState, 'canRemember'>): KeyProtection {
    const chosen = this.#chosenKeeping
    return chosen !== null && state.canRemember.includes(chosen) ? chosen : defaultProtection(state)
  }

  chooseKeeping(keeping: KeyProtection): void {
    this.#chosenKeeping = keeping
  }

  /** A stored key is being replaced: from the user's request or the service's rejection until the change is saved or undone. */
  get replacesKey(): boolean {
    return this.#replacesKey
  }

  replaceKey(): void {
    this.#replacesKey = true
  }

  /** Puts everything back to what is saved. */
  revert(): void {
    this.#fill()
    this.#left = []
    this.#refused = {}
    this.#failure = null
  }

  /** Saves the names found by a connection test with what was tested. What is being typed stays in the form, unsaved. */
  useNames({ query, type, page }: SearchNames): Promise<boolean> {
    const tested = fieldsOf(this.#workspace)
    return this.#send({ ...tested, query, type, page }, tested, null)
  }

  /** The service did not accept the key, or had none: one has to be typed. */
  refuseKey(trouble: KeyError): void {
    const key = trouble === 'key-refused' ? 'The API key was rejected. Enter a new key.' : 'The service requires a key.'
    this.#refused = { ...this.#refused, key }
    this.#replacesKey = true
  }

  /**
   * Creates or changes the workspace, then hands over the key, if one was typed. False on an error, which is shown below its
   * field or in `failure`. A created workspace stays: a second attempt changes it. What is typed meanwhile stays, unsaved.
   */
  async save(state: Pick<KeyState, 'canRemember'>): Promise<boolean> {
    if (this.#busy) return false
    this.#left = formFields
    if (this.firstError !== null) {
      this.#failure = null
      return false
    }
    const fields = { ...this.#fields }
    if (!(await this.#send(fields, fields, this.keeping(state)))) return false
    this.#left = []
    this.#refused = {}
    this.#replacesKey = this.#fields.key !== ''
    return true
  }

  /** `shown`: what the fields had. Those that still have it get what is saved. `keeping` is null where no key is sent. */
  async #send(sent: Fields, shown: Fields, keeping: KeyProtection | null): Promise<boolean> {
    if (this.#busy) return false
    this.#busy = true
    this.#failure = null
    try {
      const edit = this.#edit(sent)
      const before = this.#workspace
      const made = before === null ? await this.#keeper.create(edit) : await this.#keeper.edit(before.id, edit)
      this.#workspace = made
      const key = sent.key.trim()
      if (key !== '' && keeping !== null)
        await this.#keeper.setKey({ workspace: made.id, origin: originOf(made.baseUrl), key, keeping })
      const saved = fieldsOf(made)
      for (const field of formFields) if (this.#fields[field] === shown[field]) this.#fields[field] = saved[field]
      return true
    } catch (error) {
      this.#refuse(failureToShow(error))
      return false
    } finally {
      this.#busy = false
    }
  }

  #refuse(failure: Failure | null): void {
    if (failure?.kind === 'invalid-base-url') {
      const field =
        addressError(this.#fields.baseUrl) === '' && this.#fields.recordingsBase !== '' ? 'recordingsBase' : 'baseUrl'
      this.#refused = { ...this.#refused, [field]: sentenceOf(failure) }
    } else this.#failure = failure
  }

  #wrongWith(field: FormField): string {
    const value = this.#fields[field].trim()
    switch (field) {
      case 'baseUrl':
        return addressError(value)
      case 'recordingsBase':
        return recordingsAddressError(value)
      case 'key':
        return keyError(value)
      case 'name':
        return value.length > longestName ? `At most ${longestName} characters.` : ''
      case 'query':
      case 'type':
      case 'page':
        if (value === '') return 'Enter a name.'
        return /^[\w.[\]-]{1,64}$/.test(value) ? '' : 'Only letters, digits and _ . - [ ]'
      default:
        return field satisfies never
    }
  }

  #edit({ name, baseUrl, recordingsBase, query, type, page }: Fields): WorkspaceEdit {
    const address = completeAddress(baseUrl)
    const saved = this.#workspace
    // A workspace that is named after its host is renamed with its address, unless the user named it.
    const isNamedAfterHost = saved !== null && name === saved.name && saved.name === hostOf(saved.baseUrl)
    return {
      name: name.trim() === '' || isNamedAfterHost ? hostOf(address) : name.trim(),
      baseUrl: address,
      recordingsBase: completeAddress(recordingsBase),
      search: {
        query: query.trim(),
        type: type.trim(),
        page: page.trim(),
        key: this.#workspace?.search.key ?? usualSearch.key,
      },
    }
  }

  #fill(): void {
    this.#fields = fieldsOf(this.#workspace)
    this.#replacesKey = false
  }
}

function emptyFields(): Fields {
  return { baseUrl: '', key: '', name: '', query: '', type: '', page: '', recordingsBase: '' }
}

function fieldsOf(workspace: Workspace | null): Fields {
  const { query, type, page } = workspace?.search ?? usualSearch
  const { name = '', baseUrl = '', recordingsBase = '' } = workspace ?? {}
  return { ...emptyFields(), name, baseUrl, recordingsBase, query, type, page }
}
