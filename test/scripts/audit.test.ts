import { describe, expect, test } from 'vitest'
import { advisoriesOf, auditFaults } from '../../scripts/audit-report.mjs'

/** What npm prints for a package with a vulnerability, another that depends on it, and one with two. */
const printed = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    parser: {
      via: [
        { name: 'parser', severity: 'high', title: 'Reads past its end', url: 'https://example.test/GHSA-aaaa-1111' },
      ],
    },
    reader: { via: ['parser'] },
    packer: {
      via: [
        {
          name: 'packer',
          severity: 'low',
          title: 'Writes outside its folder',
          url: 'https://example.test/GHSA-bbbb-2222',
        },
        { name: 'packer', severity: 'low', title: 'Follows links', url: 'https://example.test/GHSA-cccc-3333' },
      ],
    },
  },
})

describe('npm run audit', () => {
  const advisories = advisoriesOf(printed) ?? []
  const accepted = (advisory: string, until: string) => ({ advisory, until, reason: 'The function is not called.' })

  test('names every advisory once, and no package that only depends on one', () => {
    expect(advisories.map(({ id, name }) => `${id} ${name}`)).toEqual([
      'GHSA-aaaa-1111 parser',
      'GHSA-bbbb-2222 packer',
      'GHSA-cccc-3333 packer',
    ])
    expect(auditFaults(advisories.slice(0, 1), [], '2026-11-28')).toEqual([
      'GHSA-aaaa-1111: parser, high: Reads past its end.',
    ])
  })

  test('an exception counts up to its last day, and then fails again', () => {
    const exceptions = [accepted('GHSA-aaaa-1111', '2026-12-31')]
    const [advisory] = advisories
    if (!advisory) throw new Error('there is one')
    expect(auditFaults([advisory], exceptions, '2026-12-31')).toEqual([])
    expect(auditFaults([advisory], exceptions, '2027-01-01')).toEqual([
      'GHSA-aaaa-1111: parser, high: Reads past its end. Its exception ended on 2026-12-31.',
    ])
  })

  test('an exception that nothing needs any longer is a fault too', () => {
    expect(auditFaults([], [accepted('GHSA-dddd-4444', '2026-12-31')], '2026-11-28')).toEqual([
      'GHSA-dddd-4444: this exception is no longer needed. Remove it.',
    ])
  })

  test('what a registry without advisories answers is no clean report', () => {
    expect(advisoriesOf('{"message":"405 Method Not Allowed","statusCode":405}')).toBeNull()
    expect(advisoriesOf('npm error')).toBeNull()
    expect(advisoriesOf('{"vulnerabilities":{}}')).toEqual([])
  })
})
