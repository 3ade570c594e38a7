/** The keys of S3-compatible stores that are entered in the page. */

import type { Core } from '#core/core.ts'
import { lastFourOfKeys, splitKeys } from '#core/window/publish-keys.ts'
import { SessionKeys } from './session-keys.ts'

/** As `SessionKeys` of a core's API keys: in its memory until the program ends. */
export function sessionPublishKeys({ s3Credentials }: Pick<Core, 's3Credentials'>): SessionKeys {
  return new SessionKeys(
    {
      hold: ({ workspace, origin, key }) => s3Credentials.holdEntered({ workspace, origin, ...splitKeys(key) }),
      drop: (workspace) => s3Credentials.dropEntered(workspace),
    },
    lastFourOfKeys,
  )
}
