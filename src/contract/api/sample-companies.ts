/** The sample workspace's id, and the sample companies that the window suggests. */

/** Id of the workspace whose service is part of the program. */
export const sampleWorkspaceId = 'sample'

export interface SampleCompany {
  readonly symbol: string
  readonly name: string
}

/** From resources/sample: three competitors, the first and the last with restated periods. */
export const sampleCompanies: readonly [SampleCompany, ...SampleCompany[]] = [
  { symbol: 'HLDN', name: 'Halden Instruments' },
  { symbol: 'KSTM', name: 'Kestrel Metrology' },
  { symbol: 'VSPO', name: 'Vesper Optics' },
]
