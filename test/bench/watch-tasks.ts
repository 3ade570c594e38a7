import type { Browser, Page } from '@playwright/test'

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

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of the processor's time. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * The same with how long the longest task had the processor, in milliseconds: on a busy machine a task also lasts while another
 * program runs. Only one page may be open.
 */
export async function processorTasks(
  browser: Browser,
  page: Page,
): Promise<{ ended(): Promise<{ readonly tasks: number[]; readonly processor: number }> }> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  const watch = await longTasks(page)
  return {
    ended: async () => {
      const tasks = await watch.ended()
      const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
      const threads = new Set(
        traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
      )
      let processor = 0
      for (const { name, pid, tid, tdur = 0 } of traceEvents) {
        if (name.endsWith('RunTask') && threads.has(`${pid} ${tid}`)) processor = Math.max(processor, tdur / 1000)
      }
      return { tasks, processor }
    },
  }
}
