/** One server for a file of tests, empty before each of them. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { testServer, type TestServer } from './server.ts'

/** @param begin what each test begins with, given the emptied server */
export function useServer(begin: (server: TestServer) => Promise<void>): void {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ RATE_LIMITS: 'off' })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.empty()
    await begin(server)
  })
}
