/** The state of the form for an S3-compatible store: its address, the keys until they are handed over, and errors. */

import type { S3Address } from '#contract/api/storage.ts'
import { amazonS3Endpoint, s3AddressRules, usualS3Region } from '#contract/s3-address-rules.ts'
import type { KeyProtection, KeyState, PublishKeysEntry } from '#contract/shell.ts'
import { defaultProtection } from '../workspaces/api-key-text.ts'
import { completeAddress, originOf } from '../workspaces/service-address.ts'
import { accessKeyIdError, publishKeysText, secretAccessKeyError } from './publish-keys-text.ts'

/** In the order of the form. */
const s3Fields = ['endpoint', 'region', 'bucket', 'prefix', 'accessKeyId', 'secretAccessKey'] as const
export type S3Field = (typeof s3Fields)[number]

/** Holds the keys from the first character until they are handed over, and not afterwards. */
export class S3Form {
  readonly #saved: () => S3Address | null
  #typed = $state.raw<Partial<Record<S3Field, string>>>({})
  #left = $state.raw<readonly S3Field[]>([])
  #chosenKeeping = $state<KeyProtection | null>(null)
  #replacesKeys = $state(false)

  /** `saved`: the address of the last publication. */
  constructor(saved: () => S3Address | null) {
    this.#saved = saved
  }

  value(field: S3Field): string {
    return this.#typed[field] ?? savedValue(this.#saved(), field)
  }

  type(field: S3Field, value: string): void {
    this.#typed = { ...this.#typed, [field]: value }
  }

  /** The user left a field: from now on it shows its error. */
  leave(field: S3Field): void {
    if (this.value(field) !== '' && !this.#left.includes(field)) this.#left = [...this.#left, field]
  }

  /** The error below a field; empty when it is correct or has not been left yet. */
  trouble(field: S3Field): string {
    return this.#left.includes(field) ? this.#wrongWith(field) : ''
  }

  /** What is entered now; it can be used when none of its fields has an error. */
  get address(): S3Address {
    const [typed, region, bucket] = (['endpoint', 'region', 'bucket'] as const).map((field) => this.value(field).trim())
    const endpoint = typed ? hostOrTyped(completeAddress(typed)) : region ? amazonS3Endpoint(region) : ''
    const prefix = this.value('prefix')
      .trim()
      .replaceAll(/^\/+|\/+$/g, '')
    return { endpoint, region: region || usualS3Region, bucket: bucket ?? '', prefix }
  }

  /** To which the keys belong; empty while there is no endpoint. */
  get origin(): string {
    return originOf(this.address.endpoint)
  }

  keeping(state: Pick<KeyState, 'canRemember'>): KeyProtection {
    const chosen = this.#chosenKeeping
    return chosen !== null && state.canRemember.includes(chosen) ? chosen : defaultProtection(state)
  }

  chooseKeeping(keeping: KeyProtection): void {
    this.#chosenKeeping = keeping
  }

  /** Whether keys are being entered: there are none for this endpoint, or the user replaces them. */
  entersKeys(state: KeyState): boolean {
    const isTyped = this.value('accessKeyId') !== '' || this.value('secretAccessKey') !== ''
    return this.#replacesKeys || isTyped || !state.present || publishKeysText(state, this.origin).is === 'other-address'
  }

  replaceKeys(): void {
    this.#replacesKeys = true
  }

  /** Puts the keys aside that were being entered. */
  keepKeys(): void {
    this.#replacesKeys = false
    const { accessKeyId: _id, secretAccessKey: _secret, ...typed } = this.#typed
    this.#typed = typed
    this.#left = this.#left.filter((field) => field !== 'accessKeyId' && field !== 'secretAccessKey')
  }

  /**
   * Hands the keys over, where some were entered. False on an error, which is shown below its field. Rejects with `RequestFailed`; then
   * the keys are still in the form.
   */
  async submit(
    workspace: string,
    state: KeyState,
    handOver: (entry: PublishKeysEntry) => Promise<unknown>,
  ): Promise<boolean> {
    const entersKeys = this.entersKeys(state)
    this.#left = entersKeys ? s3Fields : s3Fields.slice(0, 4)
    if (this.#left.some((field) => this.trouble(field) !== '')) return false
    if (!entersKeys) return true
    await handOver({
      workspace,
      origin: this.origin,
      accessKeyId: this.value('accessKeyId').trim(),
      secretAccessKey: this.value('secretAccessKey').trim(),
      keeping: this.keeping(state),
    })
    this.keepKeys()
    return true
  }

  #wrongWith(field: S3Field): string {
    const value = this.value(field).trim()
    const { endpoint, prefix } = this.address
    switch (field) {
      case 'endpoint':
        return value === '' ? '' : endpointError(endpoint)
      case 'region':
        if (value === '' && endpoint === '') return 'Enter the region of the bucket, such as eu-central-1.'
        return value === '' || s3AddressRules.region.pattern.test(value)
          ? ''
          : 'A region is a name such as eu-central-1.'
      case 'bucket':
        if (value === '') return 'Enter the name of the bucket.'
        return s3AddressRules.bucket.pattern.test(value)
          ? ''
          : 'A bucket has 3 to 63 lowercase letters, digits, dots and hyphens.'
      case 'prefix':
        return s3AddressRules.prefix.pattern.test(prefix)
          ? ''
          : 'A folder has only letters, digits and _ . - with / between folders.'
      case 'accessKeyId':
        return accessKeyIdError(value)
      case 'secretAccessKey':
        return secretAccessKeyError(value)
      default:
        return field satisfies never
    }
  }
}

function savedValue(saved: S3Address | null, field: S3Field): string {
  if (saved === null || field === 'accessKeyId' || field === 'secretAccessKey') return ''
  // Left empty, it is Amazon’s.
  return field === 'endpoint' && saved.endpoint === amazonS3Endpoint(saved.region) ? '' : saved[field]
}

/** The address of the host where it names nothing else; else as it was typed. */
function hostOrTyped(address: string): string {
  if (!URL.canParse(address)) return address
  const { origin, pathname, search, hash, username, password } = new URL(address)
  const isHost = pathname === '/' && [search, hash, username, password].every((part) => part === '')
  return isHost && origin !== 'null' ? origin : address
}

function endpointError(endpoint: string): string {
  if (!URL.canParse(endpoint)) return 'This is not a valid URL. Example: https://s3.example.com'
  const url = new URL(endpoint)
  const isHere = url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere))
    return 'The URL must start with https:// to protect your keys.'
  return url.origin === endpoint ? '' : `Remove everything but the host. Use ${url.origin}`
}
