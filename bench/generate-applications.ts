/** Makes requests for aid by the hundred thousand, ten a person. Their histories are left out: no list reads them. */
import type { BenchDatabase } from './bench.ts'

const PER_PERSON = 10
const PER_STATEMENT = 50_000
/** Numbers as ids: 'a' for a person, 'b' for a profile, 'c' for a request. */
const id = (letter: string, number = 'n') =>
  `(lpad(to_hex(${number}), 8, '0') || '-0000-7000-8000-00000000000${letter}')::uuid`
/** A person's requests lie far apart, as a year's do, and so in many places of the table. */
const PERSON = `n % $3::bigint`
const MOMENT = `(timestamptz '2025-01-01' + n * interval '30 seconds')`
const DECIDED = `n % 10 > 0`

const PEOPLE = [
  `insert into users (id, email, created_at, updated_at)
   select ${id('a')}, 'generated-' || n || '@bench.example', now(), now() from generate_series(0, $1::bigint - 1) as n`,
  `insert into profiles (id, user_id, full_name, phone, address, created_at, updated_at)
   select ${id('b')}, ${id('a')}, 'Generated person ' || n, '08030000000', n || ' Ahmadu Bello Way, Kaduna', now(), now()
     from generate_series(0, $1::bigint - 1) as n`,
]
const REQUESTS = `insert into aid_applications (id, user_id, beneficiary_id, application_type, description, amount_requested, location, urgency,
                                 status, idempotency_key_hash, request_hash, created_at, decided_at)
   select ${id('c')}, ${id('a', PERSON)}, ${id('b', PERSON)}, 'food', repeat('A request in words. ', 15), 100 * n, 'Kaduna', 'high',
          case when ${DECIDED} then 'approved' else 'pending' end, int8send(n), int8send(n), ${MOMENT},
          case when ${DECIDED} then ${MOMENT} + interval '3 days' end
     from generate_series($1::bigint, $2::bigint) as n`

/**
 * @param userId who asks in the bench: the ten requests of one of the generated people become this person's
 * @returns how long it took, in seconds
 */
export async function generateApplications({ pool }: BenchDatabase, requests: number, userId: string): Promise<number> {
  const started = performance.now()
  const people = requests / PER_PERSON
  for (const statement of PEOPLE) await pool.query(statement, [people])
  for (let first = 1; first <= requests; first += PER_STATEMENT) {
    const last = Math.min(first + PER_STATEMENT - 1, requests)
    await pool.query(REQUESTS, [first, last, people])
  }
  await pool.query(
    `update aid_applications set user_id = $1, beneficiary_id = (select id from profiles where user_id = $1)
      where user_id = ${id('a', '0')}`,
    [userId],
  )
  await pool.query('vacuum analyze')
  return (performance.now() - started) / 1000
}
