/**
 * The API of the network: the user's proxy settings, and the route on which the open workspace's
 * service is reached now.
 */

import { z } from 'zod'
import { readProxyAddress } from '../proxy-address.ts'
import { failureSchema, query } from './base.ts'

const proxyModes = ['system', 'none', 'manual'] as const

/** How the service is reached from this computer. */
export const proxySettings = z
  .object({
    mode: z.enum(proxyModes),
    /** The proxy that was entered; empty: none. */
    address: z.string().max(300),
    /** Hosts that are reached directly when a proxy was entered, as in `NO_PROXY`: `localhost, .example.com`. */
    bypass: z.string().max(2000),
  })
  .refine(({ mode, address }) => mode !== 'manual' || readProxyAddress(address).problem === null)
export type ProxySettings = z.infer<typeof proxySettings>

/** The way to the service of the open workspace, as it is now. */
export const network = {
  route: query.output(
    z.object({
      /** The settings that apply. */
      settings: proxySettings,
      /** They were set by an administrator and cannot be changed here. */
      managed: z.boolean(),
      host: z.string(),
      /** In the order in which they are tried: `proxy.example:8080`; null: without a proxy. */
      proxies: z.array(z.string().nullable()),
      /** Why the proxy is not known. */
      failure: failureSchema.nullable(),
    }),
  ),
}
