/** The user's preferences and other values of the profile, stored in `profile.db`. */

import { join } from 'node:path'
import { z } from 'zod'
import { preferences, type PreferencePatch, type Preferences } from '#contract/api/api.ts'
import { publicationSummary, publicationTargets, s3Address } from '#contract/api/storage.ts'
import { defaultPreferences } from '#contract/api/default-preferences.ts'
import { patched } from '#contract/api/preference-patch.ts'
import type { Failure } from '#contract/failure.ts'
import type { Reader, Writer } from './database/reader-writer.ts'
import { profileDatabase } from './database/profile-schema.ts'
import type { DatabaseKind, OpenDatabase } from './database/database-kind.ts'
import { openDatabase } from './database/open-database.ts'
import { fail } from './failure-error.ts'
import { ownerLibrary } from './publish/publication-owner.ts'
import { readStoredJson } from './stored-json.ts'
import type { SeenFeed } from './updates/updates.ts'
import { knownWorkspace, type KnownWorkspace } from './workspaces/workspace-store.ts'

const seenFeed = z.object({ key: z.string(), publishedAt: z.number() }) satisfies z.ZodType<SeenFeed>

const publishPlace = z.object({
  to: z.enum(publicationTargets),
  folder: z.string().nullable(),
  /** Never its keys. `published`: what this computer published there last. */
  s3: z.object({ address: s3Address, published: publicationSummary.nullable() }).nullable(),
  /** Id of the library that was published last. */
  library: ownerLibrary,
})
/** Where a workspace was published. */
export type PublishPlace = Readonly<z.infer<typeof publishPlace>>

/** Of a workspace that was never published. */
const nowhere: PublishPlace = { to: 'folder', folder: null, s3: null }

/** What the analyst chose for the whole profile. An invalid stored value counts as not stored. */
export class ProfilePreferences {
  readonly #database: OpenDatabase
  readonly #changesWhenOpened: number

  constructor(profile: string, open: (file: string, kind: DatabaseKind) => OpenDatabase = openDatabase) {
    this.#database = open(join(profile, 'profile.db'), profileDatabase)
    this.#changesWhenOpened = this.#database.reader.changes
  }

  get notices(): readonly Failure[] {
    return this.#database.notices
  }

  get isReadOnly(): boolean {
    return this.#database.writer === null
  }

  /** Whether the file is the one that was opened, and nothing was written to it since. */
  get isUnchanged(): boolean {
    return this.#database.isInPlace() && this.#database.reader.changes === this.#changesWhenOpened
  }

  read(): Preferences {
    const stored = Object.fromEntries(
      Object.entries(preferences.shape).flatMap(([name, schema]) => {
        const value = schema.safeParse(this.#get(name))
        return value.success ? [[name, value.data]] : []
      }),
    )
    return { ...defaultPreferences, ...stored }
  }

  /** Writes only what the patch names. */
  write(patch: PreferencePatch): Preferences {
    return this.#writer().transaction(() => {
      const next = patched(this.read(), patch)
      const named = Object.keys(patch) as (keyof Preferences)[]
      for (const name of named) if (patch[name] !== undefined) this.#put(name, next[name])
      return next
    })
  }

  get activeWorkspace(): string | undefined {
    const id = this.#get('active-workspace')
    return typeof id === 'string' ? id : undefined
  }

  set activeWorkspace(id: string) {
    this.#put('active-workspace', id)
  }

  /** The user deleted the sample workspace: it is not offered in the list of workspaces. */
  get isSampleDeleted(): boolean {
    return this.#get('sample-deleted') === true
  }

  set isSampleDeleted(isDeleted: boolean) {
    this.#put('sample-deleted', isDeleted)
  }

  /** The stored values, for `replace`. */
  snapshot(): { readonly preferences: Preferences; readonly activeWorkspace: string | null } {
    return { preferences: this.read(), activeWorkspace: this.activeWorkspace ?? null }
  }

  /** Replaces all of them or none, including removal of widths and keys. A workspace of null keeps the one that was last open. */
  replace(
    changed: { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined },
    activeWorkspace: string | null,
  ): void {
    this.#writer().transaction(() => {
      for (const [name, value] of Object.entries(changed)) if (value !== undefined) this.#put(name, value)
      if (activeWorkspace !== null) this.activeWorkspace = activeWorkspace
    })
  }

  /** Every workspace that was opened or made here, as it was set up then; never a key. */
  get knownWorkspaces(): readonly KnownWorkspace[] {
    return z.array(knownWorkspace).safeParse(this.#get('known-workspaces')).data ?? []
  }

  set knownWorkspaces(known: readonly KnownWorkspace[]) {
    this.#put('known-workspaces', known)
  }

  /** Ids of workspaces that were deleted, or removed from the list after their folder: windows, keys and links may still know them, so no other workspace gets one. */
  get deletedWorkspaces(): readonly string[] {
    return z.array(z.string()).safeParse(this.#get('deleted-workspaces')).data ?? []
  }

  set deletedWorkspaces(ids: readonly string[]) {
    this.#put('deleted-workspaces', ids)
  }

  publishPlace(workspace: string): PublishPlace {
    const place = publishPlace.safeParse(this.#publishPlaces[workspace])
    if (place.success) return place.data
    return { ...nowhere, folder: this.#publishFolders[workspace] ?? null }
  }

  /** Ids of the workspaces that assistants may read, or that were published. Earlier versions left those of removed workspaces here. */
  get sharedWorkspaces(): readonly string[] {
    const published = [...Object.keys(this.#publishPlaces), ...Object.keys(this.#publishFolders)].filter((id) => {
      const { folder, s3 } = this.publishPlace(id)
      return folder !== null || s3 !== null
    })
    return [...new Set([...this.assistantWorkspaces, ...this.publishAfterRefresh, ...published])]
  }

  setPublishPlace(workspace: string, place: PublishPlace): void {
    this.#put('publish-places', { ...this.#publishPlaces, [workspace]: place })
  }

  get #publishPlaces(): Readonly<Record<string, unknown>> {
    return z.record(z.string(), z.unknown()).safeParse(this.#get('publish-places')).data ?? {}
  }

  /** By workspace, in profiles of earlier versions: they have the folder alone. */
  get #publishFolders(): Readonly<Record<string, string>> {
    return z.record(z.string(), z.string()).safeParse(this.#get('publish-folders')).data ?? {}
  }

  /** Ids of the workspaces that are published again after each refresh. */
  get publishAfterRefresh(): readonly string[] {
    return z.array(z.string()).safeParse(this.#get('publish-after-refresh')).data ?? []
  }

  set publishAfterRefresh(ids: readonly string[]) {
    this.#put('publish-after-refresh', ids)
  }

  /** Ids of the workspaces that assistants may read. */
  get assistantWorkspaces(): readonly string[] {
    return z.array(z.string()).safeParse(this.#get('assistant-workspaces')).data ?? []
  }

  set assistantWorkspaces(ids: readonly string[]) {
    this.#put('assistant-workspaces', ids)
  }

  /**
   * Deletes every value of one workspace and notes its id as used, so that no other workspace is published, or read by assistants,
   * because this one was. Returns a function that undoes it. Throws `read-only`.
   */
  forgetWorkspace(id: string): () => void {
    const { knownWorkspaces, deletedWorkspaces, publishAfterRefresh, assistantWorkspaces } = this
    const place = this.publishPlace(id)
    this.change(() => {
      this.knownWorkspaces = knownWorkspaces.filter((each) => each.id !== id)
      this.deletedWorkspaces = [...new Set([...deletedWorkspaces, id])]
      this.setPublishPlace(id, nowhere)
      this.publishAfterRefresh = publishAfterRefresh.filter((each) => each !== id)
      this.assistantWorkspaces = assistantWorkspaces.filter((each) => each !== id)
    })
    return () =>
      this.change(() => {
        this.knownWorkspaces = knownWorkspaces
        this.deletedWorkspaces = deletedWorkspaces
        this.setPublishPlace(id, place)
        this.publishAfterRefresh = publishAfterRefresh
        this.assistantWorkspaces = assistantWorkspaces
      })
  }

  /** The latest update feed that was accepted. */
  get seenUpdateFeed(): SeenFeed | null {
    return seenFeed.safeParse(this.#get('seen-update-feed')).data ?? null
  }

  set seenUpdateFeed(feed: SeenFeed) {
    this.#put('seen-update-feed', feed)
  }

  /** Several changes at once, or none when `work` throws. Throws `read-only`. */
  change<Result>(work: () => Result): Result {
    return this.#writer().transaction(work)
  }

  close(): void {
    this.#database.close()
  }

  #get(name: string): unknown {
    return getPreference(this.#database.reader, name)
  }

  /** Throws `read-only`. */
  #writer(): Writer {
    return this.#database.writer ?? fail({ kind: 'read-only' })
  }

  #put(name: string, value: unknown): void {
    const text = JSON.stringify(value)
    this.#writer().run('INSERT OR REPLACE INTO preference (name, value) VALUES (?, ?)', [name, text])
  }
}

/** A value of a profile's database; undefined: not stored, or unreadable. */
export function getPreference(db: Reader, name: string): unknown {
  const row = db.get<{ value: string }>('SELECT value FROM preference WHERE name = ?', [name])
  return readStoredJson(z.unknown(), row?.value)
}
