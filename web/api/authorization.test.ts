import { beforeEach, expect, test } from 'vitest'
import { Authorization, sendAuthorized } from './authorization.ts'
import type { Bearer } from './authorization.ts'

/** A session whose tokens are numbered; the server below takes those from `valid` on. */
let current: number
let renewals: number
let isEnded: boolean
let isRenewable: boolean
let sent: string[]

const bearer: Bearer = {
  token: async () => String(current),
  async renew(refused) {
    if (!isRenewable) {
      isEnded = true
      return undefined
    }
    renewals += 1
    current = Number(refused) + 1
    return String(current)
  },
  async end() {
    isEnded = true
  },
}

const serverThatTakes = (valid: number) => async (token: string) => {
  sent.push(token)
  return new Response(null, { status: Number(token) >= valid ? 200 : 401 })
}

beforeEach(() => {
  current = 1
  renewals = 0
  isEnded = false
  isRenewable = true
  sent = []
})

test('a token that the server accepts is sent once', async () => {
  expect((await sendAuthorized(bearer, serverThatTakes(1))).status).toBe(200)
  expect({ sent, renewals, isEnded }).toEqual({ sent: ['1'], renewals: 0, isEnded: false })
})

test('a refused token is renewed and the request sent once more', async () => {
  expect((await sendAuthorized(bearer, serverThatTakes(2))).status).toBe(200)
  expect({ sent, renewals, isEnded }).toEqual({ sent: ['1', '2'], renewals: 1, isEnded: false })
})

test('a renewed token that is refused too ends the session', async () => {
  expect((await sendAuthorized(bearer, serverThatTakes(9))).status).toBe(401)
  expect({ sent, renewals, isEnded }).toEqual({ sent: ['1', '2'], renewals: 1, isEnded: true })
})

test('a session that cannot be renewed sends nothing again', async () => {
  isRenewable = false
  expect((await sendAuthorized(bearer, serverThatTakes(2))).status).toBe(401)
  expect({ sent, isEnded }).toEqual({ sent: ['1'], isEnded: true })
})

test('a long upload renews its token as often as it expires', async () => {
  const upload = new Authorization(bearer)
  const send = async (valid: number) => upload.shouldRepeat((await serverThatTakes(valid)(await upload.token())).status)
  expect(await send(2)).toBe(true)
  expect(await send(2)).toBe(false)
  expect(await send(3)).toBe(true)
  expect(await send(3)).toBe(false)
  expect({ renewals, isEnded }).toEqual({ renewals: 2, isEnded: false })
})
