/** One server for a file of tests, emptied before each of them. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { expectBooksBalance, testServer, type TestServer } from './server.ts'

/** Prepares each test on the emptied server. */
type Begin = (server: TestServer) => Promise<void>

export function useServer(begin: Begin): void {
  emptyBeforeEach(begin)
}

function emptyBeforeEach(begin: Begin, env: Record<string, string> = {}): void {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ RATE_LIMITS: 'off', ...env })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.empty()
    await begin(server)
  })
}

/** The same for tests about money, after each of which the books must balance. @returns the server, within a test */
export function useServerWithBalancedBooks(env?: Record<string, string>): () => TestServer {
  let server: TestServer
  emptyBeforeEach(async (emptied) => {
    server = emptied
  }, env)
  afterEach(async () => {
    await server.idle()
    await expectBooksBalance(server)
  })
  return () => server
}
