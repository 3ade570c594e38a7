import type { LucideIcon } from '@lucide/svelte'

/** An icon of the one set; imported singly, as `@lucide/svelte/icons/search`. */
export type IconOf = LucideIcon
