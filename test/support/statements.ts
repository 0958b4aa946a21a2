/** Counts the SQL statements of a call, to find queries that run once for each row. */
import { NodePgSession } from 'drizzle-orm/node-postgres'
import { PgliteSession } from 'drizzle-orm/pglite'
import { vi } from 'vitest'

export async function countStatements(call: () => Promise<unknown>): Promise<number> {
  return (await statementTexts(call)).length
}

/** The kinds of the SQL statements of a call, in their order: `select`, `insert`, `update`. */
export async function statementKinds(call: () => Promise<unknown>): Promise<string[]> {
  return (await statementTexts(call)).map((text) => text.split(/\s/, 1)[0] ?? '')
}

/** The SQL statements of a call, in their order. Both drivers prepare every statement in their session. */
export async function statementTexts(call: () => Promise<unknown>): Promise<string[]> {
  const spies = [vi.spyOn(PgliteSession.prototype, 'prepareQuery'), vi.spyOn(NodePgSession.prototype, 'prepareQuery')]
  try {
    await call()
    return spies.flatMap(({ mock }) => mock.calls.map(([query]) => query.sql.trim()))
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
