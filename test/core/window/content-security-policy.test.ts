import { expect, test } from 'vitest'
import { contentSecurityPolicy, securityHeaders } from '#core/window/content-security-policy.ts'

test('the page may load only its own files, connect nowhere unasked, and pass no string off as HTML (E5, B11)', () => {
  expect(contentSecurityPolicy({ connect: [] }).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "connect-src 'none'",
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types svelte-trusted-html',
  ])
})

test('the browser shell may connect to itself alone', () => {
  expect(contentSecurityPolicy({ connect: ["'self'", 'ws://127.0.0.1:4000'] })).toContain(
    "; connect-src 'self' ws://127.0.0.1:4000; ",
  )
})

test('no response is framed, sniffed, cached, named in a Referer or shared with another origin', () => {
  const {
    'Content-Security-Policy': csp,
    'Permissions-Policy': permissions,
    ...rest
  } = securityHeaders({ connect: [] })
  expect(csp).toBe(contentSecurityPolicy({ connect: [] }))
  expect(permissions).toMatch(/^camera=\(\), /)
  expect(rest).toEqual({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  })
})
