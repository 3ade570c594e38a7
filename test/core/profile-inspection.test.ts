import Database from 'better-sqlite3'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inspectProfile, inspectRoute } from '#core/profile-inspection.ts'
import { filesIn, hashOf, ownFolder } from './folders.ts'
import { openedCore, usualNames } from './opened-core.ts'

const service = { name: 'Meridian', baseUrl: 'https://data.example.com/v1', recordingsBase: '', search: usualNames }

/** A profile with the sample and a connected service, closed. */
async function usedProfile(): Promise<string> {
  const opened = openedCore()
  const { id } = await opened.api.workspaces.create(service)
  await opened.api.workspaces.activate({ id })
  await opened.api.preferences.write({
    proxy: { mode: 'manual', address: 'http://proxy.example:8080', bypass: '' },
  })
  await opened.close()
  return opened.profile
}

const conditions = (profile: string) =>
  inspectProfile(profile).workspaces.map(({ name, databases }) => [name, ...databases.map((each) => each.condition)])

describe('the inspection of a profile', () => {
  test('names workspaces, services and proxy, and finds every page intact', async () => {
    const profile = await usedProfile()
    const { workspaces, proxy, profile: state } = inspectProfile(profile)
    expect(workspaces.map(({ name, isActive, service: url }) => [name, isActive, url?.host ?? null])).toEqual([
      ['Meridian', true, 'data.example.com'],
      ['Sample', false, null],
    ])
    expect(proxy).toEqual({ mode: 'manual', address: 'http://proxy.example:8080', bypass: '' })
    expect(state).toMatchObject({ exists: true, isWritable: true, isInUse: false })
    expect(conditions(profile)).toEqual([
      ['Meridian', 'intact', 'intact'],
      ['Sample', 'intact', 'intact'],
    ])
  })

  test('changes no file and adds none', async () => {
    const profile = await usedProfile()
    const hashes = () => filesIn(profile).map((file) => [file, hashOf(join(profile, file))])
    const before = hashes()
    inspectProfile(profile)
    expect(hashes()).toEqual(before)
  })

  test('lets the program open the profile afterwards', async () => {
    const profile = await usedProfile()
    inspectProfile(profile)
    expect((await openedCore({ profile }).api.workspaces.list()).workspaces).toHaveLength(2)
  })

  test('of a profile that is open says so, and still names its services', async () => {
    const profile = await usedProfile()
    openedCore({ profile })
    const { profile: state, workspaces } = inspectProfile(profile)
    expect(state.isInUse).toBe(true)
    expect(workspaces.map((each) => each.service?.host ?? null)).toEqual(['data.example.com', null])
    expect(conditions(profile)).toEqual([
      ['Meridian', 'in-use', 'in-use'],
      ['Sample', 'in-use', 'in-use'],
    ])
  })

  test('distinguishes a library that is damaged, newer, of another program, or still has a log', async () => {
    const profile = await usedProfile()
    const library = (id: string) => join(profile, 'workspaces', id, 'library.db')
    writeFileSync(
      library('sample'),
      'this is no database, and has more than a hundred bytes so that a header is read. '.repeat(3),
    )
    const named = (name: string) => conditions(profile).find(([each]) => each === name)?.[2]
    expect(named('Sample')).toBe('damaged')
    const pragma = (text: string) => {
      const database = new Database(library('meridian'))
      database.pragma(text)
      database.close()
    }
    pragma('user_version = 9999')
    expect(named('Meridian')).toBe('newer')
    pragma('application_id = 7')
    expect(named('Meridian')).toBe('foreign')
    appendFileSync(`${library('meridian')}-wal`, 'changes')
    expect(named('Meridian')).toBe('unfinished')
  })

  test('goes on where a folder has the name of a database', async () => {
    const profile = await usedProfile()
    for (const file of [join(profile, 'profile.db'), join(profile, 'workspaces', 'sample', 'desk.db')]) {
      rmSync(file)
      mkdirSync(file)
    }
    const { profile: state, workspaces } = inspectProfile(profile)
    expect(state.database.condition).toBe('foreign')
    expect(workspaces.map(({ name, databases }) => [name, ...databases.map(({ condition }) => condition)])).toEqual([
      ['Meridian', 'intact', 'intact'],
      [null, 'foreign', 'intact'],
    ])
  })

  test('of a folder that is not there says where it would be, and makes nothing', () => {
    const folder = ownFolder()
    const { profile, workspaces } = inspectProfile(join(folder, 'a', 'b'))
    expect([profile.exists, profile.isWritable, workspaces]).toEqual([false, true, []])
    expect(filesIn(folder)).toEqual([])
  })
})

describe('the route of a request', () => {
  const url = new URL('https://data.example.com/v1')
  const unused = () => Promise.reject(new Error('the system was not to be used'))

  test('names proxies in turn as the system has them', async () => {
    const settings = { mode: 'system', address: '', bypass: '' } as const
    const system = async () => 'PROXY a.example:8080; DIRECT'
    expect(await inspectRoute(url, { settings, system, environment: {} })).toEqual(['a.example:8080', null])
  })

  test('is direct where the proxy is bypassed', async () => {
    const settings = { mode: 'manual', address: 'http://proxy.example:8080', bypass: 'example.com' } as const
    expect(await inspectRoute(url, { settings, system: unused, environment: {} })).toEqual([null])
  })
})
