/**
 * Makes actions of a screen's commands: joins the catalog's titles and keys with the functions that
 * run them.
 */

import type { IconOf } from '../../ui/icon.ts'
import type { Action } from '../actions.svelte.ts'
import { commandIdsOf, commandOf, type CommandId, type CommandIdOf, type ScopeName } from './catalog.ts'

/** What a screen adds to a command of the catalog. */
export interface CommandHandler {
  readonly run: () => void | Promise<void>
  /** Why it cannot be run now, as a short sentence; null or absent when it can. Read on every draw, so it may read state. */
  readonly off?: () => string | null
  /** Replaces the catalog's title where it depends on what is shown: `Copy ratings`. */
  readonly title?: string
  readonly icon?: IconOf
}

/** Every command of a scope with its handler; null: it is not available now. */
type CommandHandlers<Scope extends ScopeName> = {
  readonly [Id in CommandIdOf<Scope>]: CommandHandler | null
}

/** The actions of a scope. The compiler accepts neither a command that is not in the catalog nor a missing one. */
export function bindCommands<Scope extends ScopeName>(
  scope: Scope,
  handlers: CommandHandlers<Scope>,
): readonly Action[] {
  return commandIdsOf(scope).flatMap((id) => {
    const handler: CommandHandler | null = handlers[id]
    return handler === null ? [] : bindCommand(id as CommandId, handler)
  })
}

export function bindCommand(id: CommandId, { title, icon, off, run }: CommandHandler): Action {
  const { group, code, words, keysOnly, ...command } = commandOf(id)
  return {
    id,
    title: title ?? command.title,
    group,
    run,
    ...(icon && { icon }),
    ...(off && { off }),
    ...(code !== undefined && { code }),
    ...(words && { words }),
    ...(keysOnly && { keysOnly }),
  }
}

/** Handlers of commands whose ids differ by the value that they set: `handlersFor('view.theme-', themes, (theme) => …)`. */
export function handlersFor<Prefix extends string, Value extends string>(
  prefix: Prefix,
  values: readonly Value[],
  handler: (value: Value, at: number) => CommandHandler,
): Record<`${Prefix}${Value}`, CommandHandler> {
  return Object.fromEntries(values.map((value, at) => [`${prefix}${value}`, handler(value, at)])) as Record<
    `${Prefix}${Value}`,
    CommandHandler
  >
}
