/** A server for tests of accounts, and devices that talk to it with the published client. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { authClient, type DeviceOptions } from './auth-client.ts'
import { testServer, type TestServer } from './server.ts'

/** A person whose mail and password a test needs. */
export const ADA = { email: 'ada@mail.example', password: 'correct horse' }
export const BELLO = { email: 'bello@mail.example', password: 'battery staple' }

export interface AuthServer {
  /** There from the first test on. */
  readonly server: TestServer
  /** One more device, with a storage of its own. */
  device(options?: DeviceOptions): ReturnType<typeof authClient>
  /** Makes an account, and returns the device that made it. */
  signedUp(person?: { email: string; password: string }): Promise<ReturnType<typeof authClient>>
}

/**
 * One server for a file, emptied before each test. Its clock begins at the present: the client looks at the real one.
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
    // First: emptying makes every job due at the clock's time.
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
