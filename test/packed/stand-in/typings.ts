/** The argument lists of every overload of a function, as a union. */
type EachOverload<Overloads, Seen = unknown, Found = never> = Seen & Overloads extends (
  ...args: infer Args
) => infer Result
  ? Seen extends Overloads
    ? Found
    : EachOverload<Overloads, Seen & ((...args: Args) => Result), Found | [...Args]>
  : Found

type Subscription<Real extends { on: unknown }> = EachOverload<Real['on']>

type Given<Value> = Value extends readonly unknown[] | ((...args: never[]) => unknown)
  ? Value
  : Value extends object
    ? { [Key in Exclude<keyof Value, keyof NodeJS.EventEmitter>]?: Given<Value[Key]> }
    : Value

/** The names of the events that one of Electron's objects has, by its typings. */
export type EventName<Real extends { on: unknown }> =
  Subscription<Real> extends infer Each
    ? Each extends [infer Name extends string, ...unknown[]]
      ? Name
      : never
    : never

/**
 * What a listener of this event is called with; of each object as much as a stand-in has, and nothing of another type than Electron's
 * object has it.
 */
export type EventArguments<Real extends { on: unknown }, Name extends string> = ArgumentsOf<
  Extract<Subscription<Real>, [Name, unknown]>[1]
>

/** Of each overload, since some events have two. */
type ArgumentsOf<Listener> = Listener extends (...args: infer Args) => void
  ? { [Index in keyof Args]: Given<Args[Index]> }
  : never
