/** Options of the command generate that leave one mirror as the only source. */
export function onlyMirror(url: string): string[] {
  return ['--mirror', url, '--witness', 'none', '--official', 'none'];
}
