/** The type of an icon: data of the lucide icon set. */

import type { IconNode } from 'lucide'

export type IconOf = IconNode
