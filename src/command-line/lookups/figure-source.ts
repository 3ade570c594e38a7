/** Looks up where a stored figure comes from: its request, its record, its versions. */

import { z } from 'zod'
import { labelOf } from '#contract/api/figure-lines.ts'
import { lookup } from '../lookup.ts'
import { asOf, endOfDay, packedIn, packIn, time, timeOf } from './shared-fields.ts'

export const figureSource = lookup({
  command: 'source',
  tool: 'get_figure_source',
  title: 'Source of a figure',
  summary: 'The request and record that a stored figure came from, its versions and whether it ties out.',
  input: z.object({
    record: z.int().min(1).describe('Number of the record, from statements, compare or restatements'),
    field: z.string().min(1).max(200).describe('Field of the figure, such as Revenue'),
    asOf,
  }),
  positional: ['record', 'field'],
  answer: z.object({
    record: z.int(),
    field: z.string(),
    label: z.string(),
    /** As received from the service. */
    value: z.unknown(),
    request: z.object({
      operation: z.string(),
      /** Path at the service, without host and key. */
      path: z.string(),
      parameters: z.record(z.string(), z.string()),
    }),
    fetchedAt: time,
    pack: packedIn,
    firstFetchedAt: time,
    /** The service’s own time of the record. */
    recordUpdatedAt: z.string().nullable(),
    /** sha256 of the record’s content, hex. */
    hash: z.string(),
    /** Latest first. */
    versions: z.array(z.object({ value: z.unknown(), from: time, until: time, state: z.string() })),
    ties: z.array(
      z.object({
        rule: z.string(),
        result: z.enum(['ties', 'fails', 'unknown']),
        stated: z.number().nullable(),
        calculated: z.number().nullable(),
        difference: z.number().nullable(),
      }),
    ),
  }),
  look: async (api, { record, field, asOf }, signal) => {
    const found = await api.source.figure(
      { recordId: record, field, ...(asOf !== undefined && { asOf: endOfDay(asOf) }) },
      { signal },
    )
    return {
      record,
      field,
      label: labelOf(field),
      value: found.value,
      request: found.request,
      fetchedAt: timeOf(found.fetchedAt),
      pack: packIn(found.pack),
      firstFetchedAt: timeOf(found.firstFetchedAt),
      recordUpdatedAt: found.recordUpdatedAt,
      hash: found.hash,
      versions: found.versions.map(({ value, knownFrom, lastSeen, state }) => ({
        value,
        from: timeOf(knownFrom),
        until: timeOf(lastSeen),
        state,
      })),
      ties: found.ties.map(({ rule, result, stated, calculated, difference }) => ({
        rule,
        result,
        stated,
        calculated,
        difference,
      })),
    }
  },
  table: ({ label, value, request, fetchedAt, pack, firstFetchedAt, hash, versions, ties }) => ({
    title: `Source of ${label}`,
    columns: [
      { title: 'Fact', kind: 'text' },
      { title: 'Value', kind: 'text' },
    ],
    rows: [
      [label, asText(value)],
      ['Operation', request.operation],
      ['Path', request.path],
      ['Parameters', new URLSearchParams(request.parameters).toString()],
      ['Fetched', fetchedAt],
      ...(pack ? [['Origin', pack.origin]] : []),
      ['First fetched', firstFetchedAt],
      ['SHA-256', hash],
      ...versions.map((each) => [`Version from ${each.from ?? ''}`, asText(each.value)]),
      ...ties.map(({ rule, result }) => [
        rule,
        { ties: 'ties out', fails: 'does not tie out', unknown: 'cannot be checked' }[result],
      ]),
    ],
    notes: [],
  }),
})

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'n/a')
}
