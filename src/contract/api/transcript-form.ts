/** The formats in which the service offers a transcript. */

import { z } from 'zod'

/** A format in which the service offers the same transcript; each is stored as a separate record. */
export const transcriptForm = z.object({ format: z.enum(['json', 'html']), clean: z.boolean() })
export type TranscriptForm = z.infer<typeof transcriptForm>
