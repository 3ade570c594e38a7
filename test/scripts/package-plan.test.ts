import { describe, expect, test } from 'vitest'
import { packagePlan } from '../../scripts/package/plan.mjs'

const debian = { platform: 'linux', arch: 'x64', release: false, runtime: null, hasDpkg: true, args: [] } as const

/** The plan, which must be one. */
function planned(situation: Parameters<typeof packagePlan>[0]) {
  const plan = packagePlan(situation)
  if ('refusal' in plan) throw new Error(plan.refusal)
  return plan
}

describe('npm run package', () => {
  test('makes a deb of the installed runtime, and says what the other targets need', () => {
    const { note, ...plan } = planned({ ...debian, runtime: '/project/electron/dist' })
    expect(plan).toEqual({
      args: ['--linux', 'deb', '--x64', '-c.electronDist=/project/electron/dist'],
      standIn: false,
      ownDeb: true,
    })
    expect(note).toMatch(/^The other targets need other systems: rpm .* nsis .* dmg /)
  })

  test('without a runtime makes a deb that says by its name that it has none', () => {
    const { args, standIn, note } = planned(debian)
    expect(args.at(-1)).toBe('-c.deb.artifactName=${name}_${version}_${arch}_without-electron.${ext}')
    expect([standIn, note?.includes('does not open a window')]).toEqual([true, true])
  })

  test('never makes a release without a runtime', () => {
    expect(packagePlan({ ...debian, release: true })).toEqual({
      refusal: 'A release needs the Electron runtime: run `npx install-electron` first.',
    })
  })

  test('says what is missing where no deb can be made', () => {
    expect(() => planned({ ...debian, hasDpkg: false })).toThrow('dpkg-deb, which is not installed')
  })

  test.each([
    ['linux', ['--linux', 'rpm'], true],
    ['darwin', [], false],
    ['win32', [], false],
  ] as const)('leaves %s %j to electron-builder', (platform, args, ownDeb) => {
    expect(packagePlan({ ...debian, platform, args })).toEqual({ args, standIn: false, ownDeb, note: null })
  })
})
