import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listed } from '../records.ts'
import { openedClient, failureFrom } from './opened-client.ts'
import { makeCertificate, type Certificate } from './certificates.ts'
import { closedPort, json, scriptedService } from './scripted-service.ts'

const run = promisify(execFile)
const here = '127.0.0.1'

function serving(certificate: Certificate) {
  return scriptedService((response) => json(response, listed([{ id: 1 }])), certificate)
}

describe('a certificate that is not trusted ends the matter: nothing is sent, nothing is tried again (N6)', () => {
  test.each([
    ['self-signed', () => makeCertificate({ name: here, hosts: [here] }), 'it is self-signed'],
    [
      'by an unknown authority',
      () => makeCertificate({ name: here, hosts: [here], by: makeCertificate({ name: 'Nobody', isAuthority: true }) }),
      'unknown issuer',
    ],
  ])('%s', async (_, certificate, detail) => {
    const service = await serving(certificate())
    const { ask } = openedClient({ baseUrl: service.origin })
    const host = new URL(service.origin).host
    expect(await failureFrom(ask('ratings', {}))).toEqual({ kind: 'certificate', operation: 'Ratings', host, detail })
    expect(service.heard).toHaveLength(0)
  })

  test('nor is a server that speaks no TLS spoken to in the clear', async () => {
    const service = await scriptedService((response) => json(response, listed([])))
    const { ask } = openedClient({ baseUrl: service.origin.replace('http:', 'https:') })
    expect(await failureFrom(ask('ratings', {}))).toMatchObject({
      kind: 'certificate',
      detail: 'a secure connection failed',
    })
    expect(service.heard).toHaveLength(0)
  })
})

describe('where the system trusts a company’s own authority (N6)', () => {
  const authority = makeCertificate({ name: 'Tested Company', isAuthority: true })

  test.each([
    ['its service is read', { hosts: [here] }, '1 record'],
    ['an expired certificate is still refused', { hosts: [here], until: new Date('2021-01-01') }, 'it has expired'],
    ['one for another host is still refused', { hosts: ['other.example'] }, 'it was issued for another host'],
  ])('%s', async (_, wanted, said) => {
    const folder = mkdtempSync(join(tmpdir(), 'tearsheet-authority-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'authority.pem'), authority.cert)
    const service = await serving(makeCertificate({ name: here, by: authority, ...wanted }))
    const program = join(import.meta.dirname, 'ask-in-child.ts')
    const { stdout } = await run(process.execPath, [program, service.origin], {
      // The system's store, as OpenSSL finds it.
      env: { ...process.env, SSL_CERT_FILE: join(folder, 'authority.pem'), SSL_CERT_DIR: folder },
    })
    expect(stdout.trim()).toBe(said)
  })
})

describe('behind a proxy', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  /** A proxy that responds to every tunnel with one line. */
  async function proxy(line: string): Promise<void> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(`${line}\r\n\r\n`))
    })
    await new Promise<void>((resolve) => server.listen(0, here, resolve))
    onTestFinished(() => {
      server.close()
    })
    vi.stubEnv('https_proxy', `http://${here}:${(server.address() as AddressInfo).port}`)
    vi.stubEnv('no_proxy', '')
  }

  test.each([
    ['HTTP/1.1 407 Proxy Authentication Required', { kind: 'proxy-login', status: 407 }],
    ['HTTP/1.1 502 Bad Gateway', { kind: 'offline', detail: 'the proxy returned status 502' }],
  ])('that says %s is reported as such', async (line, failure) => {
    await proxy(line)
    const { ask } = openedClient({
      baseUrl: 'https://data.example.invalid',
      policy: { attempts: 1, base: 0, cap: 0, longestWait: 0, within: 0 },
    })
    expect(await failureFrom(ask('ratings', {}))).toMatchObject(failure)
  })

  test('this machine’s own services are still reached directly', async () => {
    vi.stubEnv('http_proxy', `http://${here}:${await closedPort()}`)
    vi.stubEnv('no_proxy', '')
    const service = await scriptedService((response) => json(response, listed([{ id: 1 }])))
    const { ask } = openedClient({ baseUrl: service.origin })
    expect((await ask('ratings', {})).records).toHaveLength(1)
  })
})
