/** Counts the SQL statements of a call, to find queries that run once for each row. */
import { NodePgSession } from 'drizzle-orm/node-postgres'
import { PgliteSession } from 'drizzle-orm/pglite'
import { vi } from 'vitest'

/** Both drivers prepare every statement in their session. */
export async function countStatements(call: () => Promise<unknown>): Promise<number> {
  const spies = [vi.spyOn(PgliteSession.prototype, 'prepareQuery'), vi.spyOn(NodePgSession.prototype, 'prepareQuery')]
  try {
    await call()
    return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
