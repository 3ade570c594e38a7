/**
 * What a call has in the library. `missing`: no transcript; `transcript` and `recording`: it is there; `downloading`: the recording is
 * on its way, waiting or paused; `failed`: the last download of either ended with a failure.
 */
export const callDownloads = ['missing', 'transcript', 'recording', 'downloading', 'failed'] as const
export type CallDownload = (typeof callDownloads)[number]
