/**
 * Names the statements that tests repeat, so that each connection to a borrowed database parses and plans them once: more than half of
 * PostgreSQL's work in a run was planning. The text and its parameters stay those of the product.
 */
import { Client } from 'pg'

/** Names of databases whose tables stay as they are: a changed table would make a plan stale. */
const databases = new Set<string>()
/** For each text how often it was sent: one that is sent once is not worth a plan that is kept. */
const sent = new Map<string, { number: number; times: number }>()
const OFTEN = 1

/** @param name of a database in which tests change only rows */
export function nameStatementsIn(name: string): void {
  databases.add(name)
}

// oxlint-disable-next-line typescript/unbound-method -- the proxy passes the client on
Client.prototype.query = new Proxy(Client.prototype.query, {
  apply: (query, client: unknown, [statement, ...rest]: unknown[]) =>
    Reflect.apply(query, client, [repeats(client, statement, rest[0]) ?? statement, ...rest]),
})

/** @returns the statement with a name, or undefined if it keeps its own or needs none */
function repeats(client: unknown, statement: unknown, values: unknown): object | undefined {
  if (!(client instanceof Client) || !databases.has(client.database ?? '')) return undefined
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return undefined
  const { text } = statement
  if (typeof text !== 'string' || !isOne(text, values) || ('name' in statement && statement.name !== undefined))
    return undefined
  const found = sent.get(text) ?? { number: sent.size, times: 0 }
  sent.set(text, found)
  found.times += 1
  return found.times > OFTEN ? { ...statement, name: `repeated_${found.number}` } : undefined
}

/** PostgreSQL prepares no text of several statements, and those have no parameters. */
const isOne = (text: string, values: unknown) => (Array.isArray(values) && values.length > 0) || !text.includes(';')
