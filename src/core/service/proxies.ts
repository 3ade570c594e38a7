/** Chooses the proxies for an address: from settings, the environment or the system. */

import type { ProxySettings } from '#contract/api/network.ts'
import { readProxyAddress } from '#contract/proxy-address.ts'
import { fail } from '../failure-error.ts'
import { isLoopback } from './service-address.ts'

/** Address of a proxy; null: the host itself, directly. */
export type ProxyRoute = string | null

/** The ways to an address, in the order in which they are tried; at least one. Rejects with FailureError. */
export type ProxiesOf = (url: URL) => Promise<readonly ProxyRoute[]>

/** The system's proxy for an address, in the syntax of a proxy script: `PROXY a:8080; DIRECT`. */
export type SystemProxy = (origin: string) => Promise<string>

/** Variables of the shell's environment. */
export type Environment = Readonly<Record<string, string | undefined>>

interface ProxySources {
  /** Read for every request, so that a change applies to the next one. */
  readonly settings: () => ProxySettings
  /** Absent: the program has no other way to the system's settings than the environment. */
  readonly system?: SystemProxy | undefined
  readonly environment: Environment
}

/** This machine is always reached directly. */
export function proxiesFor(sources: ProxySources): ProxiesOf {
  const chosen = chosenRoutes(sources)
  return async (url) => {
    if (isLoopback(url.hostname)) return [null]
    const routes = (await chosen(url)).filter((route) => route === null || URL.canParse(route))
    return routes.length > 0 ? routes : fail({ kind: 'offline', detail: 'the address of the proxy is not valid' })
  }
}

function chosenRoutes({ settings, system, environment }: ProxySources): ProxiesOf {
  return async (url) => {
    const { mode, address, bypass } = settings()
    switch (mode) {
      case 'none':
        return [null]
      case 'manual':
        return isBypassed(url, bypass) ? [null] : [readProxyAddress(address).address]
      case 'system':
        return system === undefined ? [environmentProxy(url, environment)] : scriptedProxies(await system(url.origin))
      default:
        return mode satisfies never
    }
  }
}

/** The default. */
export const directly: ProxiesOf = async () => [null]

const proxySchemes: Readonly<Record<string, string | undefined>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
}

/**
 * The result of a proxy script (FindProxyForURL) as routes. Unsupported ones, such as SOCKS 4, are skipped: an administrator who
 * allows nothing else did not allow a direct connection.
 */
export function scriptedProxies(result: string): readonly ProxyRoute[] {
  const entries = result.split(';').map((entry) => entry.trim())
  const routes = entries.flatMap((entry): ProxyRoute[] => {
    if (/^DIRECT$/i.test(entry)) return [null]
    const [, type = '', host = ''] = /^(\w+)\s+(\S+)$/.exec(entry) ?? []
    const scheme = proxySchemes[type.toUpperCase()]
    const address = scheme === undefined ? null : readProxyAddress(`${scheme}://${host}`).address
    return address === null ? [] : [address]
  })
  if (routes.length > 0) return routes
  return fail({ kind: 'offline', detail: 'the system requires a type of proxy that Tearsheet does not support' })
}

/** Environment variables as other programs read them: lower case first, and the http proxy if https has none. */
export function environmentProxy(url: URL, environment: Environment): ProxyRoute {
  const read = (name: string) => [environment[name], environment[name.toUpperCase()]].find((value) => value)
  const address = (url.protocol === 'https:' ? read('https_proxy') : undefined) ?? read('http_proxy')
  if (address === undefined || isBypassed(url, read('no_proxy') ?? '')) return null
  // May hold a user name and a password: it is used, and never shown.
  return address.includes('://') ? address : `http://${address}`
}

/**
 * Whether a list contains the host: `example.com` and `.example.com` with the hosts below it, `*.example.com` only those,
 * `host:8443` one port, `<local>` names without a dot, `*` every host.
 */
export function isBypassed({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  const ownPort = port || (protocol === 'https:' ? '443' : '80')
  return list
    .toLowerCase()
    .split(/[\s,;]+/)
    .some((entry) => {
      if (entry === '') return false
      if (entry === '<local>') return !host.includes('.') && !host.includes(':')
      const [, name = entry, onPort] = /^(\[.+\]|[^:]+):(\d+)$/.exec(entry) ?? []
      if (onPort !== undefined && onPort !== ownPort) return false
      const bare = name.replace(/^\[|\]$/g, '')
      if (bare === '*') return true
      const suffix = bare.replace(/^\*?\./, '')
      return host.endsWith(`.${suffix}`) || (host === suffix && !bare.startsWith('*'))
    })
}

/** The part that may be shown: host and port. */
export function displayedRoute(route: ProxyRoute): string | null {
  return route === null ? null : new URL(route).host
}
