import { createRouterClient } from '@orpc/server'
import { openCore } from '#core/core.ts'
import { failureOf } from '#core/failure-error.ts'

/**
 * Opens a core in a process of its own and prints, as one line of JSON, what it says to a user who looks around: on a folder that
 * this process may not write, or a disk that is full.
 */
const [profile = '', baseUrl = '', key = '', symbol = ''] = process.argv.slice(2)

async function told(question: () => Promise<unknown>): Promise<unknown> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof Error && 'data' in error) return { failure: error.data }
    return { failure: failureOf(error) ?? String(error) }
  }
}

async function lookAround(): Promise<unknown> {
  const core = openCore({ profile, version: '0.0.0-test', sample: { baseUrl, key } })
  const api = createRouterClient(core.router)
  const open = { symbol, basis: 'annual', comparison: 'none' } as const
  const revenue = async (freshness: 'library' | 'service') => {
    const { periods, values } = await api.financials.open({ ...open, freshness })
    return { periods: periods.length, revenue: values['Revenue'] }
  }
  const said = {
    stored: await told(() => revenue('library')),
    asked: await told(() => revenue('service')),
    news: await told(async () => {
      const { records, provenance } = await api.fetch.news({ parameters: { symbol }, freshness: 'service' })
      return { some: records.length > 0, failure: provenance.failure }
    }),
    preference: await told(() => api.preferences.write({ theme: 'dark' })),
    created: await told(() =>
      api.workspaces.create({
        name: 'Mine',
        baseUrl: 'https://data.example.com',
        search: { query: 'q', type: 'query_by', page: 'page', key: 'unknown' },
      }),
    ),
    highlight: await told(() =>
      api.notes.add({
        callId: 'a',
        passage: {
          ...{ hash: 'a', firstTurn: 0, from: 0, lastTurn: 0, to: 4, segmentId: null },
          ...{ quote: 'said', before: '', after: '' },
        },
        color: 'red',
        note: '',
      }),
    ),
    highlights: await told(async () => {
      const { highlights } = await api.notes.ofCall({ callId: 'a', hash: 'a' })
      return highlights.map(({ highlight }) => highlight.note)
    }),
    notices: (await api.status.now()).notices.map(({ failure }) => failure),
    readOnly: (await api.library.report()).readOnly,
  }
  await core.close()
  return said
}

const said = await told(lookAround)
process.stdout.write(`${JSON.stringify(said)}\n`)
