import type { ToWorld, FromWorld } from './world-messages.ts'

/**
 * What Electron does between the worlds of a page, as two scripts: one for the page's own world, one for the isolated world of the preload
 * script. Each must stand alone: its text is what runs. The worlds share the DOM and nothing else; they talk in events whose detail is text,
 * which is delivered at once, as a call through Electron's bridge is.
 */

/** In the page's world: the objects that the preload script exposes, as functions that call into the other world. */
export function pageWorld(): void {
  type Reply = {
    readonly call: number
    readonly is: 'value' | 'promise' | 'resolved' | 'rejected'
    readonly value?: unknown
  }
  const callbacks: ((...args: unknown[]) => unknown)[] = []
  const promises = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const returned = new Map<number, Reply>()
  let calls = 0
  const hear = <Detail>(event: string, listener: (detail: Detail) => void) =>
    window.addEventListener(event, (each) => listener(JSON.parse((each as CustomEvent<string>).detail) as Detail))

  hear<Reply>('bridge:reply', (reply) => {
    const promise = promises.get(reply.call)
    if (reply.is === 'resolved') promise?.resolve(reply.value)
    else if (reply.is === 'rejected') promise?.reject(new Error(String(reply.value)))
    else returned.set(reply.call, reply)
  })
  hear<{ callback: number; args: unknown[] }>('bridge:callback', ({ callback, args }) => {
    callbacks[callback]?.(...args)
  })
  hear<{ name: string; functions: string[] }>('bridge:expose', ({ name, functions }) => {
    const api = functions.map((each) => [each, (...args: unknown[]) => invoke(name, each, args)] as const)
    Object.defineProperty(window, name, { value: Object.freeze(Object.fromEntries(api)), enumerable: true })
  })

  function invoke(name: string, method: string, args: unknown[]): unknown {
    const call = (calls += 1)
    const sent = args.map((arg) =>
      typeof arg === 'function'
        ? { callback: callbacks.push(arg as (...args: unknown[]) => unknown) - 1 }
        : { value: arg },
    )
    const promise = new Promise((resolve, reject) => promises.set(call, { resolve, reject }))
    window.dispatchEvent(new CustomEvent('bridge:call', { detail: JSON.stringify({ call, name, method, args: sent }) }))
    const reply = returned.get(call)
    returned.delete(call)
    return reply?.is === 'promise' ? promise : reply?.value
  }
}

/** In the isolated world: what the preload script takes for `electron`, and the script itself. */
export function isolatedWorld(preload: (require: (name: string) => unknown) => void): void {
  type Arg = { readonly callback: number } | { readonly value?: unknown }
  type Call = { readonly call: number; readonly name: string; readonly method: string; readonly args: readonly Arg[] }
  const listeners = new Map<string, ((event: { ports: MessagePort[] }, message: unknown) => void)[]>()
  const invoked = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const lines = new Map<number, MessagePort>()
  const exposed = new Map<string, Readonly<Record<string, (...args: unknown[]) => unknown>>>()
  let calls = 0
  const binding = Reflect.get(globalThis, 'standInToProgram') as (text: string) => void
  const send = (message: FromWorld) => binding(JSON.stringify(message))
  const tell = (event: string, detail: unknown) =>
    window.dispatchEvent(new CustomEvent(event, { detail: JSON.stringify(detail) }))

  const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const textOf = (bytes: Uint8Array) => {
    let text = ''
    for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
    return btoa(text)
  }
  const packed = (data: unknown) => {
    if (data instanceof Uint8Array) return { bytes: textOf(data) }
    if (data instanceof ArrayBuffer) return { bytes: textOf(new Uint8Array(data)) }
    return { value: data }
  }

  const receive = (message: ToWorld) => {
    switch (message.is) {
      case 'invoked':
        invoked.get(message.call)?.resolve(message.value)
        return
      case 'invoke-failed':
        invoked.get(message.call)?.reject(new Error(message.message))
        return
      case 'port':
        lines.get(message.port)?.postMessage('bytes' in message.data ? bytesOf(message.data.bytes) : message.data.value)
        return
      case 'port-closed':
        lines.get(message.port)?.close()
        return
      case 'send': {
        const ports = message.ports.map((port) => {
          const { port1, port2 } = new MessageChannel()
          lines.set(port, port1)
          port1.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
            send({ is: 'port', port, data: packed(data) }),
          )
          port1.addEventListener('close', () => send({ is: 'port-closed', port }))
          port1.start()
          return port2
        })
        listeners.get(message.channel)?.forEach((listener) => listener({ ports }, message.message))
      }
    }
  }
  Reflect.set(globalThis, 'standInFromProgram', (text: string) => receive(JSON.parse(text) as ToWorld))

  window.addEventListener('bridge:call', (event) => {
    const { call, name, method, args } = JSON.parse((event as CustomEvent<string>).detail) as Call
    const given = args.map((arg) =>
      'callback' in arg
        ? (...passed: unknown[]) => tell('bridge:callback', { callback: arg.callback, args: passed })
        : arg.value,
    )
    const value = exposed.get(name)?.[method]?.(...given)
    if (!(value instanceof Promise)) return void tell('bridge:reply', { call, is: 'value', value })
    tell('bridge:reply', { call, is: 'promise' })
    value.then(
      (resolved: unknown) => tell('bridge:reply', { call, is: 'resolved', value: resolved }),
      (error: unknown) => tell('bridge:reply', { call, is: 'rejected', value: String(error) }),
    )
  })

  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: Readonly<Record<string, (...args: unknown[]) => unknown>>) => {
        exposed.set(name, api)
        tell('bridge:expose', { name, functions: Object.keys(api) })
      },
    },
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]) =>
        new Promise((resolve, reject) => {
          const call = (calls += 1)
          invoked.set(call, { resolve, reject })
          send({ is: 'invoke', call, channel, args })
        }),
      on: (channel: string, listener: (event: { ports: MessagePort[] }, message: unknown) => void) => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      },
    },
  }
  preload((name) => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`)
    return electron
  })
}
