import { expect, test } from 'vitest'
import { sections, sides } from '#contract/api/calls.ts'
import { callResource } from '#core/calls/resources.ts'
import { finish } from '#core/transcript-search/read-in-steps.ts'
import { TranscriptCorpus } from '#core/transcript-search/transcript-corpus.ts'
import { countedSections } from '#core/transcript-search/turn-traits.ts'
import { segmentsOf } from '../calls/calls-service.ts'
import { someMonday } from '../clocks.ts'
import { openLedger } from '../ledger/ledger.ts'

const officer = { name: 'Jane Doe', role: 'Chief Executive Officer', organization: 'Acme Inc' }
const treasurer = { name: 'John Roe', role: 'Treasurer', organization: 'Acme Inc' }
const analyst = { name: 'Ann Lee', role: 'Analyst', organization: 'Brook Securities' }

const opening = ['Operator: Welcome.', 'Jane Doe: Margins rose.']
const questions = ['Operator: Our first question comes from Ann Lee.', 'Ann Lee: Why?', 'Jane Doe: Prices.']

function callOf(id: string, lines: readonly string[], participants: readonly unknown[]) {
  return { call_id: id, symbol: 'ACME', participants, transcripts: [{ text: '', segments: segmentsOf(...lines) }] }
}

/** Each turn as a search filters and counts it, call by call. */
function counted(corpus: TranscriptCorpus) {
  const { traits, traitOf } = corpus.values
  return Object.fromEntries(
    corpus.calls.map(({ callId, turns }, call) => [
      callId,
      Array.from({ length: turns }, (_, turn) => {
        const { section, side, role, sign } = traits.at(traitOf[(corpus.starts[call] ?? 0) + turn] ?? 0)
        return `${countedSections[section]} ${section < sections.length} ${sides[side]} ${traits.roles.values[role]} ${sign}`
      }),
    ]),
  )
}

test('the turns of a call keep section, side, role and sentiment when other calls are added and replaced', () => {
  const ledger = openLedger()
  ledger.record(callResource, callOf('b', [...opening, ...questions], [officer, analyst]), someMonday)
  let corpus = finish(TranscriptCorpus.read(ledger.reader, undefined))
  const ofFirst = counted(corpus)['b']
  expect(ofFirst).toEqual(expect.arrayContaining([expect.stringContaining('Chief Executive Officer')]))
  for (const [at, call] of [
    callOf('a', ['John Roe: Cash.', ...opening], [treasurer, officer]),
    callOf('c', questions, [{ ...officer, role: 'Chair' }, analyst]),
    callOf('a', [...opening, 'John Roe: Debt.'], [officer, { ...treasurer, role: 'Controller' }]),
  ].entries()) {
    ledger.record(callResource, call, someMonday + at + 1)
    corpus = finish(TranscriptCorpus.read(ledger.reader, corpus))
    expect(counted(corpus)).toEqual(counted(finish(TranscriptCorpus.read(ledger.reader, undefined))))
    expect(counted(corpus)['b']).toEqual(ofFirst)
  }
  expect(corpus.calls.map(({ callId }) => callId)).toEqual(['b', 'c', 'a'])
})
