/** Texts of Settings, Network: the proxy modes, and how requests are routed now. */

import type { ApiOutputs } from '#contract/api/api.ts'
import type { ProxySettings } from '#contract/api/network.ts'
import type { ShellBridge } from '#contract/shell.ts'

/** In a browser the program cannot read the system's settings; its environment variables name the proxy. */
export function modeOptions(
  shell: ShellBridge['kind'],
): readonly { readonly value: ProxySettings['mode']; readonly label: string }[] {
  return [
    {
      value: 'system',
      label:
        shell === 'electron' ? 'Through the system proxy' : 'Through the proxy in HTTPS_PROXY and NO_PROXY, if set',
    },
    { value: 'none', label: 'Directly' },
    { value: 'manual', label: 'Through this proxy' },
  ]
}

/** The present route of requests. */
export function routeText({ host, proxies }: Pick<ApiOutputs['network']['route'], 'host' | 'proxies'>): string {
  const [first = null, ...others] = proxies
  const way = first === null ? `Requests to ${host} connect directly.` : `Requests to ${host} use the proxy ${first}.`
  if (others.length === 0) return way
  const named = others.map((proxy) => proxy ?? 'a direct connection')
  return `${way} If it cannot be reached: ${named.join(', then ')}.`
}
