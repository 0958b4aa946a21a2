/** How many statements a call costs the database: what rows that are asked for one by one would make grow. */
import { NodePgSession } from 'drizzle-orm/node-postgres'
import { PgliteSession } from 'drizzle-orm/pglite'
import { vi } from 'vitest'

/** Every statement is prepared by the session of one of the two drivers. */
export async function countStatements(call: () => Promise<unknown>): Promise<number> {
  const spies = [vi.spyOn(PgliteSession.prototype, 'prepareQuery'), vi.spyOn(NodePgSession.prototype, 'prepareQuery')]
  try {
    await call()
    return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
