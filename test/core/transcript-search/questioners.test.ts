import { describe, expect, test } from 'vitest'
import { transcribed } from '../calls/calls-service.ts'
import { searchSetup } from './search-setup.ts'

interface Asking {
  readonly name: string
  readonly firm: string
  readonly at?: string
  readonly symbol?: string
}

async function asked(...calls: readonly Asking[]) {
  const setup = await searchSetup()
  for (const [index, { name, firm, at = `2025-0${index + 1}-10T13:00:00Z`, symbol = 'ACME' }] of calls.entries()) {
    await setup.store(`c${index}`, {
      ...transcribed(
        'Operator: Welcome.',
        'Jane Doe: Margins widened.',
        `Operator: We will now take questions. The first question comes from ${name} of ${firm}.`,
        `${name}: How did the margin widen?`,
        'Jane Doe: By prices.',
        `${name}: Thank you.`,
      ),
      symbol,
      start_time: at,
      participants: [
        { name: 'Jane Doe', role: 'Chief Executive Officer', organization: 'Acme Inc' },
        { name, role: 'Analyst', organization: firm },
      ],
    })
  }
  const ask = async (question = {}) => (await setup.api.search.questioners(question)).questioners
  return {
    ask,
    people: async (question = {}) => (await ask(question)).map(({ name, calls: many }) => `${name} ×${many}`),
  }
}

describe('questioners', () => {
  test('shows of an analyst how often, how long, since when, and where the latest question opens', async () => {
    const { ask } = await asked(
      { name: 'Ann Lee', firm: 'Brook Securities' },
      { name: 'Ann Lee', firm: 'Brook Securities' },
    )
    expect(await ask()).toEqual([
      {
        name: 'Ann Lee',
        organization: 'Brook Securities',
        calls: 2,
        companies: ['ACME'],
        questions: 2,
        words: 14,
        length: 7,
        sentiment: expect.closeTo(0.1) as number,
        firstSeen: Date.parse('2025-01-10T13:00:00Z'),
        lastSeen: Date.parse('2025-02-10T13:00:00Z'),
        latest: { callId: 'c1', turn: 3 },
      },
    ])
  })

  test('knows one firm under several writings, and an analyst under several of a name', async () => {
    const { people } = await asked(
      { name: 'Robert Smith', firm: 'J.P. Morgan Securities LLC' },
      { name: 'R. Smith', firm: 'JP Morgan' },
      { name: 'Mr. Robert Smith, CFA', firm: 'JPMorgan & Co.' },
    )
    expect(await people()).toEqual(['Robert Smith ×3'])
  })

  test('keeps two people of one name apart, unless they ask about the same company: then one changed firms', async () => {
    const { people } = await asked(
      { name: 'Ann Lee', firm: 'Brook', symbol: 'ACME' },
      { name: 'Ann Lee', firm: 'Stone', symbol: 'OTHR' },
      { name: 'Sam Poe', firm: 'Brook', symbol: 'ACME' },
      { name: 'Sam Poe', firm: 'Stone', symbol: 'ACME' },
      { name: 'S. Poe', firm: 'Hill', symbol: 'ACME' },
    )
    expect((await people()).toSorted()).toEqual(['Ann Lee ×1', 'Ann Lee ×1', 'S. Poe ×1', 'Sam Poe ×2'])
  })

  test('is narrowed to companies, and to letters of a name or a firm', async () => {
    const { people } = await asked(
      { name: 'Ann Lee', firm: 'Brook', symbol: 'ACME' },
      { name: 'Sam Poe', firm: 'Stone', symbol: 'OTHR' },
    )
    expect(await people({ symbols: ['OTHR'] })).toEqual(['Sam Poe ×1'])
    expect(await people({ text: 'bro' })).toEqual(['Ann Lee ×1'])
    expect(await people({ text: 'po sto' })).toEqual(['Sam Poe ×1'])
  })
})
