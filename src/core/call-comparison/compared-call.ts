/** What a comparison needs of an opened call. */

import type { CallReading } from '#contract/api/calls.ts'
import type { CallTime } from './call-distance.ts'

export type ReadCall = Pick<CallReading, 'turns' | 'speakers' | 'chapters' | 'language'> & { readonly entry: CallTime }
