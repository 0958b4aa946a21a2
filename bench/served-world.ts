/** A server on generated data, after its first check of the books, with a signed-in user for each kind of reader. */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { productVariables, type Bench, type BenchDatabase } from './bench.ts'
import { ADMINISTRATOR, PASSWORD, READER } from './generate/people.ts'
import { generateWorld, type World } from './generate/world.ts'
import { keepAlive } from './http.ts'
import { startLane, startProduct, type Lane, type Product, type Running } from './processes.ts'

export type Reader = 'anyone' | 'person' | 'administrator'

export interface ServedWorld {
  readonly database: BenchDatabase
  readonly product: Product
  /** How long generating the rows took. */
  readonly seconds: number
  /** How many rows the answer of an address has; undefined if it is not a list. */
  rowsOf(address: string, by: Reader): Promise<number | undefined>
  /** A lane that reads one address. @param bytesMin a shorter answer is an error */
  read(address: string, by: Reader, bytesMin?: number): Promise<Lane & Running>
  stop(): Promise<void>
}

const SignedIn = z.object({ access_token: z.string() })
const Listed = z.object({ items: z.array(z.unknown()).optional() })

export async function serveWorld(bench: Bench, name: string, world: World): Promise<ServedWorld> {
  const database = await bench.openMigrated(name)
  const seconds = await generateWorld(database, world)
  const product = await startProduct({ variables: productVariables(database.url, 'http://127.0.0.1:9') })
  await expectBooksBalance(database)
  const client = keepAlive(product.url, 1)
  const signIn = async (email: string) => {
    const call = { method: 'POST', path: '/auth/v1/token?grant_type=password', body: { email, password: PASSWORD } }
    return SignedIn.parse(await client.json(call)).access_token
  }
  const tokens = { person: await signIn(READER), administrator: await signIn(ADMINISTRATOR) }
  return {
    database,
    product,
    seconds,
    async rowsOf(address, by) {
      const headers = by === 'anyone' ? {} : { authorization: `Bearer ${tokens[by]}` }
      return Listed.parse(await client.json({ method: 'GET', path: address, headers })).items?.length
    },
    read: (address, by, bytesMin = 100) =>
      startLane(name, 'load/reads.ts', {
        URL: product.url,
        ADDRESS: address,
        BYTES_MIN: String(bytesMin),
        ...(by !== 'anyone' && { TOKEN: tokens[by] }),
      }),
    async stop() {
      await product.stop()
      await database.close()
    },
  }
}

const CHECKED_WITHIN_MILLISECONDS = 1_200_000
const Check = z.object({ checked: z.boolean(), differences: z.array(z.string()) })

/** Waits until a new instance has checked its books from the first transfer on, so that this work is not measured. */
export async function expectBooksBalance({ pool }: BenchDatabase): Promise<void> {
  const until = Date.now() + CHECKED_WITHIN_MILLISECONDS
  while (Date.now() < until) {
    const { rows } = await pool.query<object>(
      `select checked_at is not null as checked, (select coalesce(json_agg(subject), '[]') from differences) as differences from book_checks`,
    )
    const checks = z.array(Check).parse(rows)
    const [wrong] = checks.flatMap(({ differences }) => differences)
    if (wrong !== undefined) throw new Error(`the books of the generated data do not balance: ${wrong}`)
    if (checks.every(({ checked }) => checked)) return
    await pause(200)
  }
  throw new Error('the books were not checked in time')
}
