import type { Page } from '@playwright/test'

/** Tasks of 50 ms and more in the window, in milliseconds, from now on until `ended`. */
export async function longTasks(page: Page): Promise<{ ended(): Promise<number[]> }> {
  const watching = await page.evaluateHandle(() => {
    const tasks: number[] = []
    const note = (entries: readonly PerformanceEntry[]) => tasks.push(...entries.map(({ duration }) => duration))
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'longtask' })
    return { tasks, end: () => (note(observer.takeRecords()), observer.disconnect()) }
  })
  return {
    ended: () =>
      watching.evaluate(({ tasks, end }) => {
        end()
        return tasks
      }),
  }
}
