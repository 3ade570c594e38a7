import type { ServerResponse } from 'node:http'
import type { ApiOutputs } from '#contract/api/api.ts'
import { ManualClock } from '../clocks.ts'
import { liveWorkspace, openedCore } from '../opened-core.ts'
import { json, scriptedService, type Heard } from '../service/scripted-service.ts'

export type Statements = ApiOutputs['financials']['open']

interface Asked {
  readonly symbol?: string
  readonly basis?: 'annual' | 'quarterly'
  readonly comparison?: 'none' | 'yoy' | 'qoq' | 'common-size'
  readonly edition?: 'enhanced' | 'lite'
  readonly freshness?: 'library' | 'library-first' | 'service'
  readonly asOf?: number
  readonly adjustSplits?: boolean
}

type Answering = (response: ServerResponse, heard: Heard) => void

/** A desk whose service gives the editions that a test wants. */
export async function statementsSetup(first: { enhanced?: Answering; lite?: Answering } = {}) {
  const nothing: Answering = (response) => json(response, { message: 'no' }, 404)
  const gives = { enhanced: nothing, lite: nothing, ...first }
  const service = await scriptedService((response, heard) => {
    const answer = heard.url.pathname.endsWith('/enhanced') ? gives.enhanced : gives.lite
    answer(response, heard)
  })
  const clock = new ManualClock()
  const opened = openedCore({ clock })
  await liveWorkspace(opened, service.origin, { key: 'some-long-key' })
  return {
    ...opened,
    clock,
    gives,
    /** Edition and page of each request. */
    asked: () =>
      service.heard.map(({ url }) => `${url.pathname.split('/').at(-1) ?? ''} ${url.searchParams.get('page') ?? ''}`),
    open: (asked: Asked = {}): Promise<Statements> =>
      opened.api.financials.open({
        symbol: 'ACME',
        basis: 'annual',
        comparison: 'none',
        freshness: 'service',
        ...asked,
      }),
  }
}
