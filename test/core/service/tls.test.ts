import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sentenceOf } from '#contract/failure.ts'
import { listed } from '../records.ts'
import { openedClient, failureFrom, once } from './opened-client.ts'
import { makeCertificate, type Certificate } from './certificates.ts'
import { closedPort, json, rawService, scriptedService } from './scripted-service.ts'

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
    const { request } = openedClient({ baseUrl: service.origin })
    const host = new URL(service.origin).host
    expect(await failureFrom(request('ratings', {}))).toEqual({
      kind: 'certificate',
      operation: 'Ratings',
      host,
      detail,
    })
    expect(service.heard).toHaveLength(0)
  })

  test('nor is a server that speaks no TLS spoken to in the clear', async () => {
    const service = await scriptedService((response) => json(response, listed([])))
    const { request } = openedClient({ baseUrl: service.origin.replace('http:', 'https:') })
    expect(await failureFrom(request('ratings', {}))).toMatchObject({
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
    const program = join(import.meta.dirname, 'request-in-child.ts')
    const { stdout } = await run(process.execPath, [program, service.origin], {
      // The system's store, as OpenSSL finds it.
      env: { ...process.env, SSL_CERT_FILE: join(folder, 'authority.pem'), SSL_CERT_DIR: folder },
    })
    expect(stdout.trim()).toBe(said)
  })
})

describe('behind a proxy', () => {
  test('of the environment the service is read, by the certificate of the service', async () => {
    const authority = makeCertificate({ name: 'Tested Company', isAuthority: true })
    const folder = mkdtempSync(join(tmpdir(), 'tearsheet-authority-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'authority.pem'), authority.cert)
    const service = await serving(makeCertificate({ name: 'data.example', hosts: ['data.example'], by: authority }))
    const proxy = await tunnel(service.origin)
    const program = join(import.meta.dirname, 'request-in-child.ts')
    const env = { ...process.env, SSL_CERT_FILE: join(folder, 'authority.pem'), SSL_CERT_DIR: folder }
    const { stdout } = await run(process.execPath, [program, 'https://data.example'], {
      env: { ...env, HTTPS_PROXY: proxy.origin, https_proxy: '', NO_PROXY: '', no_proxy: '' },
    })
    expect(stdout.trim()).toBe('1 record')
    expect(new Set(proxy.targets)).toEqual(new Set(['data.example:443']))
  })

  const proxied = (hops: readonly (string | null)[]) =>
    openedClient({ baseUrl: 'https://data.example.invalid', policy: once, proxies: async () => hops })

  test.each([
    ['HTTP/1.1 407 Proxy Authentication Required', { kind: 'proxy-login', status: 407 }],
    ['HTTP/1.1 502 Bad Gateway', { kind: 'offline', detail: 'the proxy returned status 502' }],
  ])('that says %s is reported as such, by its name', async (line, failure) => {
    const { origin } = await refusing(line)
    const found = await failureFrom(proxied([origin]).request('ratings', {}))
    expect(found).toMatchObject(failure)
    if (found.kind === 'proxy-login') expect(sentenceOf(found)).toContain(`The proxy ${new URL(origin).host} requires`)
  })

  test('that is not there, the next one of the list is tried; the last one is named', async () => {
    const nobody = `http://${here}:${await closedPort()}`
    const { origin } = await refusing('HTTP/1.1 407 Proxy Authentication Required')
    expect((await failureFrom(proxied([nobody, origin]).request('ratings', {}))).kind).toBe('proxy-login')
    expect(await failureFrom(proxied([nobody]).request('ratings', {}))).toMatchObject({
      kind: 'offline',
      detail: `the proxy ${new URL(nobody).host}: no response`,
    })
  })

  test('that is not known, because the system does not say, fails in time and sends nothing', async () => {
    const client = (proxies: () => Promise<readonly (string | null)[]>) =>
      openedClient({ baseUrl: 'https://data.example.invalid', policy: once, limits: { connect: 20 }, proxies })
    const detail = 'the proxy settings of this computer cannot be read'
    const silent = client(() => new Promise<never>(() => {}))
    expect(await failureFrom(silent.request('ratings', {}))).toMatchObject({ kind: 'offline', detail })
    const broken = client(() => Promise.reject(new Error('https://secret.example/?apikey=1')))
    expect(await failureFrom(broken.request('ratings', {}))).toMatchObject({ kind: 'offline', detail })
  })
})

/** A proxy that responds to every tunnel with one line. */
async function refusing(line: string): Promise<{ origin: string }> {
  return rawService((socket) => socket.end(`${line}\r\n\r\n`))
}

/** A proxy whose tunnels all end at one server, and what was asked of it. */
async function tunnel(to: string): Promise<{ readonly origin: string; readonly targets: readonly string[] }> {
  const targets: string[] = []
  const server = createHttpServer().on('connect', (request, socket) => {
    targets.push(request.url ?? '')
    const { hostname, port } = new URL(to)
    const onwards = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onwards.pipe(socket).pipe(onwards)
    })
    for (const end of [onwards, socket]) end.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, here, resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://${here}:${port}`, targets }
}
