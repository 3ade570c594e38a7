/** Converts failures stored by earlier versions to the present form. */

/**
 * How earlier versions wrote parts of a failure (`contract/failure`) as JSON, with the present form. Such failures are in
 * `desk.db`, which is migrated, and in the files next to recordings, which are read unmigrated. The list never changes: a later
 * rename begins another.
 */
export const formerFailureJson: readonly (readonly [former: string, present: string])[] = [
  ['"kind":"moved"', '"kind":"redirected"'],
  ['"kind":"no-answer"', '"kind":"no-response"'],
  ['"kind":"service-trouble"', '"kind":"service-error"'],
  ['"kind":"service-said"', '"kind":"service-message"'],
  ['"kind":"bad-back-up"', '"kind":"invalid-backup"'],
  ['"kind":"bad-folder"', '"kind":"invalid-folder"'],
  ['"kind":"bad-base-url"', '"kind":"invalid-base-url"'],
  ['"kind":"not-ours"', '"kind":"foreign-file"'],
  ['"kind":"library-away"', '"kind":"library-unavailable"'],
  ['"kind":"core-gone"', '"kind":"core-stopped"'],
  ['"said":', '"serviceMessage":'],
]

export function withPresentFailures(json: string): string {
  return formerFailureJson.reduce((text, [former, present]) => text.replaceAll(former, present), json)
}
