/** Faults that redirect a request. */

import type { OutgoingHttpHeaders } from 'node:http'
import type { OperationResponse } from '../responses.ts'
import { refusal } from '../responses.ts'
import type { RedirectFault } from './fault-catalog.ts'

/**
 * The response that redirects a request as the fault says.
 *
 * @param path of the request with its query but without the key, which a client has to add again
 * @returns undefined when the request already came by this redirect and is to get its response
 */
export function redirect(
  fault: RedirectFault,
  origin: string,
  path: string,
  options: ReadonlyMap<string, string>,
): OperationResponse | undefined {
  const moved = (headers: OutgoingHttpHeaders) => refusal(302, 'Moved.', headers)
  const marked = `${path}${path.includes('?') ? '&' : '?'}moved=1`
  switch (fault) {
    case 'redirect-same':
      return /[?&]moved=1/.test(path) ? undefined : moved({ location: marked })
    case 'redirect-loop':
      return moved({ location: path })
    case 'redirect-cross':
      return moved({ location: `${options.get('to') ?? 'http://elsewhere.invalid'}${path}` })
    case 'redirect-userinfo':
      return moved({ location: `${origin.replace('://', '://reader:secret@')}${marked}` })
    case 'redirect-nowhere':
      return moved({})
    case 'redirect-bad':
      return moved({ location: 'http://[not-an-address' })
    case 'redirect-portal':
      return moved({ location: 'http://portal.invalid/login' })
    default:
      return fault satisfies never
  }
}
