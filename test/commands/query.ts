/** Statements on a database, beside the command that is tested. */
import { Client } from 'pg'

/** Runs statements on a connection that ends with them. */
export async function query(url: string | undefined, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
