/** Id of the workspace whose service comes with the program. */
export const sampleWorkspaceId = 'sample'

export interface SampleCompany {
  readonly symbol: string
  readonly name: string
}

/** Of resources/sample: three that compete with one another, the first and the last with restated periods. */
export const sampleCompanies: readonly [SampleCompany, ...SampleCompany[]] = [
  { symbol: 'HLDN', name: 'Halden Instruments' },
  { symbol: 'KSTM', name: 'Kestrel Metrology' },
  { symbol: 'VSPO', name: 'Vesper Optics' },
]
