/** Formats figures on screen. The core's exported files use the same rules. */

export * from '#contract/api/figure-text.ts'
