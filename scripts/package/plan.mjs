/**
 * @typedef {object} Situation
 * @property {NodeJS.Platform} platform
 * @property {string} arch as Node names it
 * @property {boolean} release whether this is to be published
 * @property {string | null} runtime folder of the installed Electron runtime
 * @property {boolean} hasDpkg whether dpkg-deb is there
 * @property {readonly string[]} args for electron-builder, as typed
 *
 * @typedef {object} Plan
 * @property {readonly string[]} args for electron-builder
 * @property {boolean} standIn whether the package is made without Electron, on `build/stand-in-runtime.ts`
 * @property {boolean} ownDeb whether dpkg-deb makes the deb in place of fpm
 * @property {string | null} note one sentence for the user
 */

const otherTargets =
  'The other targets need other systems: rpm and AppImage a network for electron-builder’s tools (rpm also rpmbuild), nsis Windows or Wine, dmg and zip macOS (docs/release.md).'

/**
 * What to make on this system, or the sentence that says why nothing can be made. Arguments that name a target are left to
 * electron-builder.
 *
 * @param {Situation} situation
 * @returns {Plan | { refusal: string }}
 */
export function packagePlan({ platform, arch, release, runtime, hasDpkg, args }) {
  const named = args.some((argument) => /^(-[mwl]|--(mac|macos|win|windows|linux))$/.test(argument))
  const ownRuntime = args.some((argument) => argument.startsWith('-c.electronDist='))
  if (named || platform !== 'linux') {
    return { args, standIn: false, ownDeb: platform === 'linux' && hasDpkg, note: null }
  }
  if (!hasDpkg) {
    return {
      refusal: 'A deb is made with dpkg-deb, which is not installed; `npm run package -- --linux rpm` makes an rpm.',
    }
  }
  const target = ['--linux', 'deb', `--${arch}`, ...args]
  if (ownRuntime) return { args: target, standIn: false, ownDeb: true, note: otherTargets }
  if (runtime !== null) {
    return { args: [...target, `-c.electronDist=${runtime}`], standIn: false, ownDeb: true, note: otherTargets }
  }
  if (release) return { refusal: 'A release needs the Electron runtime: run `npx install-electron` first.' }
  return {
    // A literal for electron-builder, which puts in the values.
    args: [...target, '-c.deb.artifactName=${name}_${version}_${arch}_without-electron.${ext}'],
    standIn: true,
    ownDeb: true,
    note: `This deb has no Electron runtime, as there is none on this machine (\`npx install-electron\` downloads one): it tests packaging, and does not open a window. ${otherTargets}`,
  }
}
