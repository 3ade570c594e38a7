/** What the thread of a library and the thread that serves the assistant say to each other. */

import type { Failure } from '#contract/failure.ts'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import type { LibraryPlace } from '../library-reading.ts'
import type { LibraryRequest, SourcedResponse } from './library-requests.ts'

/** Given to the thread when it starts. */
export type ThreadData = Pick<LibraryPlace, 'profile' | 'workspace' | 'version'>

/** `close`: closes the library, and ends the thread. */
export type ToThread =
  | { readonly kind: 'request'; readonly request: LibraryRequest; readonly policy: AdministratorPolicy }
  | { readonly kind: 'close' }

export type FromThread =
  | { readonly kind: 'response'; readonly response: SourcedResponse }
  /** One sentence for the user. */
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly failure: Failure }
