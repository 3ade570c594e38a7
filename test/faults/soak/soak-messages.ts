/** What the program that soaks and the shell that is soaked say to each other. */

export type ShellOrder =
  | { readonly kind: 'address' }
  /** Of the wall clock; monotonic time goes on. */
  | { readonly kind: 'jump'; readonly milliseconds: number }
  | { readonly kind: 'measure' }
  | { readonly kind: 'end' }

/** Bytes, and open files and sockets. */
export interface Measured {
  readonly rss: number
  readonly heap: number
  readonly handles: number
  /** Of the write-ahead logs of all databases. */
  readonly journals: number
  readonly defects: number
}

export type ShellReport =
  { readonly kind: 'address'; readonly address: string } | ({ readonly kind: 'measured' } & Measured)
