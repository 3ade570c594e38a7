import { spawn } from 'node:child_process'

/**
 * @typedef {object} Finished
 * @property {number | null} status exit code; null when it was ended by a signal or never started
 * @property {string} output everything it printed, both streams in the order of arrival
 */

/**
 * Runs a program to its end and keeps what it prints. Never throws: a program that cannot be started has a null status and
 * the reason as its output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal }} [options]
 * @returns {Promise<Finished>}
 */
export function runCommand(command, args, options = {}) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    child.on('error', (error) => {
      output += `${error.message}\n`
      if (child.pid === undefined) resolve({ status: null, output })
    })
    child.on('close', (status) => resolve({ status, output }))
  })
}
