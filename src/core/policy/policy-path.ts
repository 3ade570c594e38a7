/** The path of the administrator's policy file on each operating system. */

/** Where an administrator puts the policy file. No environment variable changes it: whoever starts the program could set one. */
export function policyPath(platform: NodeJS.Platform): string {
  if (platform === 'win32') return String.raw`C:\ProgramData\Tearsheet\policy.json`
  if (platform === 'darwin') return '/Library/Application Support/Tearsheet/policy.json'
  return '/etc/tearsheet/policy.json'
}
