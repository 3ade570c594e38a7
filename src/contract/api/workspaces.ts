/**
 * The API of workspaces, each a service address with its own library: create, edit, test, switch
 * and remove them; and a report on the library.
 */

import { z } from 'zod'
import { operationNames } from '../service/operations.ts'
import { query, change, changeAfterService, failureSchema, instant } from './base.ts'
import { sentence } from './sentences.ts'
import { windowId } from './tabs.ts'
import { requestedId, requestedSymbol } from './request-texts.ts'

/** Names of the query parameters of the securities search: not shown in docs/interface.md, so they are a workspace's setting. */
const searchNames = z.object({
  query: z.string().min(1).max(64),
  type: z.string().min(1).max(64),
  page: z.string().min(1).max(64),
  /** Whether the search requires the key: learned from the first 401 or 403, remembered per base URL. */
  key: z.enum(['unknown', 'none', 'wanted']),
})
export type SearchNames = z.infer<typeof searchNames>

export const workspace = z.object({
  id: z.string(),
  name: z.string().min(1).max(80),
  /** `sample` uses the sample service of the program; its base URL is set at start and cannot be edited. */
  kind: z.enum(['sample', 'live']),
  baseUrl: z.string(),
  /** Where `file_link` of a recording is resolved; empty: the base URL. */
  recordingsBase: z.string(),
  search: searchNames,
  hasKey: z.boolean(),
})
export type Workspace = z.infer<typeof workspace>

const edit = z.object({
  name: workspace.shape.name,
  baseUrl: z.string().max(2048),
  recordingsBase: z.string().max(2048).default(''),
  search: searchNames,
})

const operationCheck = z.object({
  operation: z.enum(operationNames),
  title: z.string(),
  /** As written in docs/interface.md: `/delivery/api/v1/calls/{call_id}`. */
  path: z.string(),
  /** `skipped`: a check before it made it pointless. */
  result: z.enum(['works', 'fails', 'skipped']),
  /** One plain sentence. */
  message: sentence,
  failure: failureSchema.nullable(),
  milliseconds: z.number().nullable(),
})
export type OperationCheck = z.infer<typeof operationCheck>

export const workspaces = {
  list: query.output(z.object({ workspaces: z.array(workspace), active: z.string() })),
  /** Bytes of each workspace on disk, recordings included. */
  sizes: query.output(z.object({ sizes: z.array(z.object({ id: z.string(), bytes: z.number() })) })),
  create: change.input(edit).output(workspace),
  edit: change.input(z.object({ id: requestedId, edit })).output(workspace),
  /**
   * Waits until every window has saved what it has of the open one. `forPack`: a sample workspace in which nothing was done yet stays
   * empty until its data is loaded on request. Fails with `in-use` while a long operation owns the files of the profile.
   */
  activate: changeAfterService
    .meta({ operation: 'switch-workspace' })
    .input(z.object({ id: requestedId, forPack: z.boolean().default(false) }))
    .output(workspace),
  /**
   * Deletes the sample workspace and everything in it. Opens the workspace of a real service if there is one; else the sample,
   * empty. Does nothing if the user has written something in it, unless `withNotes`. Throws `read-only`.
   */
  deleteSample: changeAfterService
    .meta({ operation: 'switch-workspace' })
    .input(z.object({ withNotes: z.boolean() }))
    .output(
      z.object({ deleted: z.boolean(), notes: z.array(z.object({ table: z.string(), rows: z.number().int() })) }),
    ),
  /**
   * Deletes the workspace of a service and everything in it: library, recordings, watchlists, notes. If it was open, another one
   * is opened, the sample if there is none. The key belongs to the shell. Throws `no-such-workspace`, `read-only`, and `in-use`
   * while a long operation owns the files of the profile.
   */
  remove: changeAfterService
    .meta({ operation: 'switch-workspace' })
    .input(z.object({ id: requestedId }))
    .output(z.object({})),
  /** A window has saved all that it has of the open workspace, as `leaving` requested. */
  confirmLeaving: query.input(z.object({ window: windowId })).output(z.object({})),
  /** Sends each operation one typical request; finds the search's parameter names and whether it requires a key. */
  test: query.input(z.object({ id: requestedId, symbol: requestedSymbol.min(1) })).output(
    z.object({
      checks: z.array(operationCheck),
      /** Names that worked, when they differ from the workspace's. */
      search: searchNames.nullable(),
    }),
  ),
}

export const library = {
  /** What is stored, and in which files. */
  report: query.output(
    z.object({
      folder: z.string(),
      readOnly: z.boolean(),
      /** `other`: files that were set aside, and copies made before an update. */
      bytes: z.object({ library: z.number(), desk: z.number(), recordings: z.number(), other: z.number() }),
      counts: z.object({
        securities: z.number().int(),
        companies: z.number().int(),
        periods: z.number().int(),
        calls: z.number().int(),
        ratings: z.number().int(),
        news: z.number().int(),
        responses: z.number().int(),
        versions: z.number().int(),
      }),
      oldest: instant.nullable(),
      latest: instant.nullable(),
      /** Responses stored a day, of the last fourteen days, oldest first; days of this computer, YYYY-MM-DD. */
      days: z.array(z.object({ day: z.string(), responses: z.number().int() })),
    }),
  ),
}
