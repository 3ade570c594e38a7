/** What a component’s `$effect` does, for a test. */
export function effectOf(run: () => void): void {
  $effect(run)
}
