/** The second step of a person: an authenticator app that is enrolled with the published client. */
import { decodeJwt } from 'jose'
import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { z } from 'zod'
import type { AuthServer } from './auth-server.ts'
import type { authClient } from './auth-client.ts'

type Device = ReturnType<typeof authClient>

export interface App {
  readonly factorId: string
  /** The code of the app, now or some seconds from now. */
  code(seconds?: number): string
}

/** Starts enrolling an authenticator app on a signed-in device. */
export async function enrolApp(auth: AuthServer, device: Device, friendlyName = 'My phone'): Promise<App> {
  const { data, error } = await device.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const totp = new TOTP({ secret: data.totp.secret })
  const now = () => auth.server.clock.now().getTime()
  return { factorId: data.id, code: (seconds = 0) => totp.generate({ timestamp: now() + seconds * 1000 }) }
}

/** Enrolls an app with its first code: the device is at aal2, and the next code is valid in half a minute. */
export async function verifiedApp(auth: AuthServer, device: Device, friendlyName?: string): Promise<App> {
  const app = await enrolApp(auth, device, friendlyName)
  const { error } = await device.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() })
  expect(error).toBeNull()
  auth.server.clock.advance(31_000)
  return app
}

const Claims = z.object({
  aal: z.string(),
  session_id: z.string(),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })),
})

/** The tokens of a device, and the claims of the access token. */
export async function tokensOf(device: Device) {
  const { data } = await device.getSession()
  if (!data.session) throw new Error('tokensOf: this device is not signed in')
  const { access_token: access, refresh_token: refresh } = data.session
  return { access, refresh, claims: Claims.parse(decodeJwt(access)) }
}

/** Calls the protocol as this device, without the client's own checks. */
export async function callAs(auth: AuthServer, device: Device, method: string, path: string, body?: unknown) {
  const { access } = await tokensOf(device)
  const answer = await auth.server.call(method, `/auth/v1${path}`, body, { authorization: `Bearer ${access}` })
  return { status: answer.status, code: answer.body['error_code'], message: answer.body['msg'], body: answer.body }
}
