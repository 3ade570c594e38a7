import type { IconNode } from 'lucide'

/** An icon of the one set, as data: `import { Search } from 'lucide'`. */
export type IconOf = IconNode
