'use strict'

// First import of every entry point: under Node 20 the SQLite binding kills the process without a word.
const { isRecentEnough, tooOld } = require('./node-version.cjs')

if (!isRecentEnough(process.versions.node)) {
  console.error(tooOld(process.versions.node, process.platform, process.arch))
  process.exit(1)
}
