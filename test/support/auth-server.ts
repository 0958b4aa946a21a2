/** A server for tests of accounts, and devices that use the published client. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { authClient, type DeviceOptions } from './auth-client.ts'
import { testServer, type TestServer } from './server.ts'

/** People with an email address and a password. */
export const ADA = { email: 'ada@mail.example', password: 'correct horse' }
export const BELLO = { email: 'bello@mail.example', password: 'battery staple' }

export interface AuthServer {
  /** Available within tests. */
  readonly server: TestServer
  /** A new device with separate storage. */
  device(options?: DeviceOptions): ReturnType<typeof authClient>
  /** Creates an account. @returns the device that created it */
  signedUp(person?: { email: string; password: string }): Promise<ReturnType<typeof authClient>>
}

/**
 * One server for a file, emptied before each test. Its clock starts at the real time, which the client uses.
 */
export function useAuthServer(variables: Record<string, string> = {}): AuthServer {
  let server: TestServer | undefined
  const running = () => {
    if (!server) throw new Error('useAuthServer: the server runs within tests only')
    return server
  }
  beforeAll(async () => {
    server = await testServer({ RATE_LIMITS: 'off', ...variables })
  })
  afterAll(() => server?.close())
  beforeEach(async () => {
    // Before emptying, which makes every job due at the clock's time.
    running().clock.advance(Date.now() - running().clock.now().getTime())
    await running().empty()
  })
  const device: AuthServer['device'] = (options) =>
    authClient((input, init) => running().app.request(input, init), undefined, options)
  return {
    get server() {
      return running()
    },
    device,
    async signedUp(person = ADA) {
      const made = device()
      const { error } = await made.signUp(person)
      if (error) throw error
      return made
    },
  }
}
