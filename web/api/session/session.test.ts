import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { assuranceOf, roleOf } from './assurance.ts'
import { SessionProvider, useSession } from './session-provider.tsx'

function Probe() {
  return useSession().is
}

test('the session is unknown while a page is prerendered', () => {
  expect(renderToString(createElement(SessionProvider, null, createElement(Probe)))).toBe('unknown')
})

test('using the session outside its provider throws', () => {
  expect(() => renderToString(createElement(Probe))).toThrow('outside SessionProvider')
})

/** Metadata that users write themselves. */
const braggart = { app_metadata: {}, user_metadata: { role: 'admin', is_admin: true }, role: 'admin' }

test('only the server makes a user an administrator', () => {
  expect(roleOf({ app_metadata: { role: 'admin' } })).toBe('admin')
  expect(roleOf({ app_metadata: { role: 'beneficiary' } })).toBe('beneficiary')
  expect(roleOf({ app_metadata: {} })).toBe('beneficiary')
  expect(roleOf(braggart)).toBe('beneficiary')
})

const token = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
const user = { id: 'u', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2026-01-01T00:00:00Z' }
const times = { created_at: user.created_at, updated_at: user.created_at }
const session = { refresh_token: 'r', expires_in: 3600, token_type: 'bearer' as const }

test('a second step is required where the account has one and the session has not done it', () => {
  const factors = [{ id: 'f', factor_type: 'totp' as const, status: 'verified' as const, ...times }]
  const unverified = [{ id: 'f', factor_type: 'totp' as const, status: 'unverified' as const, ...times }]
  const first = token({ aal: 'aal1', name: 'Ọlá' })
  const second = token({ aal: 'aal2' })
  expect(assuranceOf({ ...session, access_token: first, user })).toEqual({ current: 'aal1', next: 'aal1' })
  expect(assuranceOf({ ...session, access_token: first, user: { ...user, factors: unverified } }).next).toBe('aal1')
  expect(assuranceOf({ ...session, access_token: first, user: { ...user, factors } })).toEqual({
    current: 'aal1',
    next: 'aal2',
  })
  expect(assuranceOf({ ...session, access_token: second, user: { ...user, factors } }).current).toBe('aal2')
  expect(assuranceOf({ ...session, access_token: 'not a token', user }).current).toBe('aal1')
})
