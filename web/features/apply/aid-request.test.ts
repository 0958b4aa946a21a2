import { afterEach, expect, test, vi } from 'vitest'
import { createAidRequest } from './aid-request.ts'

afterEach(() => vi.unstubAllGlobals())

test('typing before the draft is open starts no draft: one without a key could never be sent', () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  const request = createAidRequest({ is: 'registration' })
  request.type('first_name', 'A')
  expect(request.read().draft.texts).toEqual({})
  request.open()
  request.type('first_name', 'Am')
  expect(request.read().draft).toMatchObject({
    texts: { first_name: 'Am' },
    key: expect.stringMatching(/^[\da-f]{32}$/),
  })
})
