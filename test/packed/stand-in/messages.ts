/** What crosses a port or a channel: what structured clone takes. */
export type Cloned = unknown

/** What a window of the program shall do. */
export type WindowOrder =
  | { readonly is: 'load'; readonly window: number; readonly address: string }
  | { readonly is: 'reload' | 'close' | 'destroy'; readonly window: number }
  | { readonly is: 'print'; readonly window: number; readonly call: number; readonly options: PdfOptions }
  | {
      readonly is: 'send'
      readonly window: number
      readonly channel: string
      readonly message: Cloned
      readonly ports: readonly number[]
    }
  | { readonly is: 'invoked'; readonly window: number; readonly call: number; readonly value: Cloned }
  | { readonly is: 'invoke-failed'; readonly window: number; readonly call: number; readonly message: string }
  | { readonly is: 'unload'; readonly window: number; readonly leave: boolean }

/** A line between the core and a page: whose it is, the page knows. */
export type PortOrder =
  | { readonly is: 'port'; readonly port: number; readonly data: Cloned }
  | { readonly is: 'port-closed'; readonly port: number }

/** Program to test: what its windows shall do, and what it did. */
export type FromProgram =
  | WindowOrder
  | PortOrder
  | { readonly is: 'open'; readonly window: number; readonly preload: string | null }
  | { readonly is: 'save'; readonly download: number; readonly path: string | null }
  | { readonly is: 'handed-over'; readonly data: Cloned }
  | { readonly is: 'crossed'; readonly line: string; readonly data: Cloned }
  | { readonly is: 'happened'; readonly what: string }

/** Test to program: what its windows did, and what a user and their system do. */
export type ToProgram =
  | { readonly is: 'loading' | 'loaded' | 'closed' | 'unsaved'; readonly window: number }
  | {
      readonly is: 'invoke'
      readonly window: number
      readonly call: number
      readonly channel: string
      readonly args: readonly Cloned[]
    }
  | { readonly is: 'port'; readonly port: number; readonly data: Cloned }
  | { readonly is: 'port-closed'; readonly port: number }
  | { readonly is: 'printed'; readonly call: number; readonly content: Uint8Array }
  | {
      readonly is: 'download'
      readonly window: number
      readonly download: number
      readonly url: string
      readonly fileName: string
    }
  | { readonly is: 'downloaded'; readonly download: number; readonly state: 'completed' | 'cancelled' | 'interrupted' }
  | { readonly is: 'focus'; readonly window: number }
  | { readonly is: 'move'; readonly window: number; readonly bounds: Rectangle }
  | { readonly is: 'press-menu'; readonly item: string }
  | { readonly is: 'answer-boxes'; readonly buttons: readonly string[] }
  | { readonly is: 'click-notification'; readonly body: string }
  | { readonly is: 'second-instance'; readonly data: Cloned }
  | { readonly is: 'open-url'; readonly url: string }
  | { readonly is: 'kill'; readonly process: string }
  | { readonly is: 'keyring'; readonly fate: 'gives' | 'refuses' | 'locked' }
  | { readonly is: 'quit' }

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface PdfOptions {
  readonly preferCSSPageSize?: boolean
  readonly printBackground?: boolean
  readonly generateTaggedPDF?: boolean
  readonly generateDocumentOutline?: boolean
}
