import { expect, test } from 'vitest'
import { PagesToPrint } from '#main/pages-to-print.ts'

const pages = {
  title: 'R&D <watch> booklet',
  markup: '<div class="paper">Halden</div>',
  styleSheets: ['/assets/index-1.css', '/assets/paper-2.css'],
  pageRules: '@page { size: 210mm 297mm; margin: 0; }',
}

test('pages are there while they are printed and at their own address alone, and may run nothing', async () => {
  const waiting = new PagesToPrint(['/assets/plex.woff2'])
  const [address, response] = await waiting.during(pages, async (url) => [url, waiting.serve({ method: 'GET', url })])
  expect(address).toMatch(/^app:\/\/bundle\/print\/[0-9a-f-]{36}$/)
  expect(response?.status).toBe(200)
  const policy = response?.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('script-src')
  expect(await response?.text()).toBe(
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>R&amp;D &lt;watch> booklet</title>' +
      '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/plex.woff2">' +
      '<link rel="stylesheet" href="/assets/index-1.css"><link rel="stylesheet" href="/assets/paper-2.css">' +
      '<style>@page { size: 210mm 297mm; margin: 0; }</style></head>' +
      '<body><div><div class="paper">Halden</div></div></body></html>',
  )
  expect(waiting.serve({ method: 'GET', url: address })?.status).toBe(404)
})

test('pages are gone too when they could not be printed, and nothing else is served', async () => {
  const waiting = new PagesToPrint([])
  let address = ''
  const printing = waiting.during(pages, (url) => {
    address = url
    return Promise.reject(new Error('the print process ended'))
  })
  await expect(printing).rejects.toThrow('the print process ended')
  expect(waiting.serve({ method: 'GET', url: address })?.status).toBe(404)
  expect(waiting.serve({ method: 'GET', url: 'app://bundle/index.html' })).toBeNull()
})
