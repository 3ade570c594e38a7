/**
 * Whether a process holds its terminal, from its line in Linux's /proc/self/stat (proc(5): fields 5 and 8 are its own and the
 * terminal's foreground process group). One in the background is stopped by the system as soon as it reads a key.
 */
export function isInForeground(stat: string): boolean {
  // The second field is the program's name in brackets, which may hold blanks and brackets itself.
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return group !== undefined && group === foreground
}
