import { expect, test } from 'vitest'
import { originOf, sameSitePath, signInWithOrigin } from './origin.ts'

test.each(['/wallet', '/wallet/history?status=failed#latest', '/receipts/abc'])('%s is remembered as it is', (path) => {
  expect(sameSitePath(path)).toBe(path)
})

test.each([
  '//evil.example',
  '///evil.example',
  String.raw`/\evil.example`,
  String.raw`\/evil.example`,
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'wallet',
  '',
])('%j leads nowhere', (path) => {
  expect(sameSitePath(path)).toBeNull()
})

const PLACE = {
  pathname: '/wallet',
  search: '?page=2',
  hash: '#latest',
  state: null,
  key: 'k',
  unstable_mask: undefined,
}

test('the page is in the address and in the history entry, and either restores it', () => {
  const { to, state } = signInWithOrigin(PLACE)
  expect(to).toBe('/login?from=%2Fwallet%3Fpage%3D2%23latest')
  expect(originOf({ state, search: '' })).toBe('/wallet?page=2#latest')
  expect(originOf({ state: null, search: to.slice('/login'.length) })).toBe('/wallet?page=2#latest')
  expect(originOf({ state: { from: 3 }, search: '' })).toBeNull()
})
