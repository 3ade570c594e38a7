/**
 * What is stored of a call. `missing`: no transcript; `transcript` and `recording`: stored; `downloading`: the recording is being
 * downloaded, waiting or paused; `failed`: the last download of either failed.
 */
export const callDownloads = ['missing', 'transcript', 'recording', 'downloading', 'failed'] as const
export type CallDownload = (typeof callDownloads)[number]
