/** Data as JSON, or bytes as base64. */
export type Packed = { readonly bytes: string } | { readonly value?: unknown }

/** To the isolated world of a page. */
export type ToWorld =
  | { readonly is: 'invoked'; readonly call: number; readonly value: unknown }
  | { readonly is: 'invoke-failed'; readonly call: number; readonly message: string }
  | { readonly is: 'send'; readonly channel: string; readonly message: unknown; readonly ports: readonly number[] }
  | { readonly is: 'port'; readonly port: number; readonly data: Packed }
  | { readonly is: 'port-closed'; readonly port: number }

/** From it. */
export type FromWorld =
  | { readonly is: 'invoke'; readonly call: number; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly is: 'port'; readonly port: number; readonly data: Packed }
  | { readonly is: 'port-closed'; readonly port: number }
