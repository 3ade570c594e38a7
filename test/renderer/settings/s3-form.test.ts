import { expect, test } from 'vitest'
import type { KeyState, PublishKeysEntry } from '#contract/shell.ts'
import { publishKeysText } from '../../../src/renderer/settings/storage/publish-keys-text.ts'
import { S3Form, type S3Field } from '../../../src/renderer/settings/storage/s3-form.svelte.ts'

const none: KeyState = {
  present: false,
  origin: null,
  lastFour: null,
  keeping: null,
  canRemember: ['session', 'keyring'],
  problem: null,
}
const amazon = 'https://s3.eu-central-1.amazonaws.com'
const stored: KeyState = { ...none, present: true, origin: amazon, lastFour: '7Q2M', keeping: 'keyring' }
const address = { endpoint: amazon, region: 'eu-central-1', bucket: 'research', prefix: 'desk' }

function filled(values: Partial<Record<S3Field, string>>, saved: typeof address | null = null) {
  const form = new S3Form(() => saved)
  for (const [field, value] of Object.entries(values)) form.type(field as S3Field, value)
  const handed: PublishKeysEntry[] = []
  const submit = (state: KeyState) =>
    form.submit('live', state, async (entry) => {
      handed.push(entry)
    })
  return { form, handed, submit }
}

const keys = { accessKeyId: 'AKIATEARSHEET7Q2M', secretAccessKey: 'wJalr/XUtn+FEMI' }

test('without an endpoint it is Amazon’s in the region; the keys are handed over once, for that origin, and are not kept', async () => {
  const { form, handed, submit } = filled({ region: 'eu-central-1', bucket: 'research', prefix: '/desk/', ...keys })
  expect(await submit(none)).toBe(true)
  expect(form.address).toEqual(address)
  expect(handed).toEqual([{ workspace: 'live', origin: amazon, ...keys, keeping: 'keyring' }])
  expect([form.value('accessKeyId'), form.value('secretAccessKey')]).toEqual(['', ''])
  expect(await submit(stored)).toBe(true)
  expect(handed).toHaveLength(1)
})

test('the address of the last publication is shown, with Amazon’s endpoint left empty', () => {
  const { form } = filled({}, address)
  expect([form.value('endpoint'), form.value('region'), form.value('bucket'), form.value('prefix')]).toEqual([
    '',
    'eu-central-1',
    'research',
    'desk',
  ])
  expect(form.address).toEqual(address)
})

test('another endpoint wants its own keys, and never gets the stored ones', async () => {
  const { form, handed, submit } = filled({ endpoint: 'minio.example.com' }, address)
  expect(form.entersKeys(stored)).toBe(true)
  expect(publishKeysText(stored, form.origin).says).toBe(
    `The access key that ends in 7Q2M was entered for ${amazon} and is never used anywhere else. Enter the keys for https://minio.example.com.`,
  )
  expect(await submit(stored)).toBe(false)
  expect(handed).toEqual([])
  expect(form.trouble('secretAccessKey')).toBe('Enter the secret access key.')
})

test('keys that are being replaced are put aside again', async () => {
  const { form, submit, handed } = filled({}, address)
  form.replaceKeys()
  form.type('accessKeyId', 'AKIAMISTAKEN')
  expect(form.entersKeys(stored)).toBe(true)
  form.keepKeys()
  expect(form.entersKeys(stored)).toBe(false)
  expect(await submit(stored)).toBe(true)
  expect(handed).toEqual([])
})

test.each<[S3Field, string, string]>([
  ['endpoint', 'http://minio.example.com', 'The URL must start with https:// to protect your keys.'],
  ['endpoint', 'https://minio.example.com/research', 'Remove everything but the host. Use https://minio.example.com'],
  ['endpoint', 'nowhere at all', 'This is not a valid URL. Example: https://s3.example.com'],
  ['region', '', 'Enter the region of the bucket, such as eu-central-1.'],
  ['region', 'EU (Frankfurt)', 'A region is a name such as eu-central-1.'],
  ['bucket', '', 'Enter the name of the bucket.'],
  ['bucket', 'My Bucket', 'A bucket has 3 to 63 lowercase letters, digits, dots and hyphens.'],
  ['prefix', 'a//b', 'A folder has only letters, digits and _ . - with / between folders.'],
  ['accessKeyId', 'AKIA:1', 'An access key ID has only letters, digits and _ . @ + -'],
  ['secretAccessKey', 'two words', 'A secret access key has no spaces or line breaks.'],
])('%s “%s” is refused below its field, and nothing is handed over', async (field, value, sentence) => {
  const valid = { region: 'eu-central-1', bucket: 'research', prefix: '', ...keys }
  const { form, handed, submit } = filled({ ...valid, [field]: value })
  expect(await submit(none)).toBe(false)
  expect(form.trouble(field)).toBe(sentence)
  expect(handed).toEqual([])
})

test('an endpoint in capitals, with the usual port or a slash is the host that it names', async () => {
  const { form, submit } = filled({ endpoint: 'https://S3.Example.com:443/', bucket: 'research', ...keys })
  expect(await submit(none)).toBe(true)
  expect(form.address.endpoint).toBe('https://s3.example.com')
})

test('an endpoint on this computer may be http, and one without a region has the usual one', async () => {
  const { form, handed, submit } = filled({ endpoint: 'localhost:9000', bucket: 'research', ...keys })
  expect(await submit({ ...none, canRemember: ['session'] })).toBe(true)
  expect(form.address).toEqual({
    endpoint: 'http://localhost:9000',
    region: 'us-east-1',
    bucket: 'research',
    prefix: '',
  })
  expect(handed).toMatchObject([{ origin: 'http://localhost:9000', keeping: 'session' }])
})
