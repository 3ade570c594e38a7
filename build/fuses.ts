import { flipFuses, FuseV1Options, FuseVersion, type FuseV1Config } from '@electron/fuses'
import { join } from 'node:path'

/**
 * Every fuse there is, each on purpose (docs/promises.md F1). A new one in a later Electron stops the packaging until it is decided.
 */
const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The program cannot be made to run someone else's script, by variable or by argument.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  // Its code comes from the one archive, unchanged. Linux has no check of the archive (F2): there the package's signature counts.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The window comes over app://; a file:// page would be no better than any other.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config

/** As electron-builder names the program on each platform. */
const programs = { linux: 'tearsheet', win32: 'Tearsheet.exe', darwin: 'Tearsheet.app' } as const

/**
 * Sets them in an unpacked program, before it is signed. Not through electron-builder, whose own copy of @electron/fuses knows one
 * fuse less and would leave it as it is.
 */
export async function setFuses(folder: string, platform: string, signed: boolean): Promise<void> {
  const program = Object.entries(programs).find(([name]) => name === platform)?.[1]
  if (program === undefined) throw new Error(`There is no package for ${platform}.`)
  // On Apple Silicon a changed program does not start without a signature; a release is signed right after this.
  await flipFuses(join(folder, program), { ...fuses, resetAdHocDarwinSignature: platform === 'darwin' && !signed })
}
