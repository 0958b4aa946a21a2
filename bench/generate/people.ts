/**
 * People and their requests. Person 0 reads personal pages in the bench, person 1 is the administrator. Status histories are
 * left out, because no list reads them.
 */
import { URGENCIES } from '../../contract/aid/application-fields.ts'
import { APPLICATION_TYPES } from '../../contract/aid/offered-types.ts'
import { hashPassword } from '../../server/people/sign-in/passwords.ts'
import type { BenchDatabase } from '../bench.ts'
import { anyOf, fill, fillTables, idOf, momentOf, oneOf } from './fill.ts'

export const READER = 'generated-0@bench.example'
export const ADMINISTRATOR = 'generated-1@bench.example'
export const PASSWORD = 'correct horse battery'

/** The owner of row n. The reader's rows are far apart in the table, like rows of a whole year. */
export function ownerOf(rows: number, readers: number, people: number): string {
  return `(case when n % ${rows / readers} = 0 then 0 else 2 + n % ${people - 2} end)`
}

const EACH = 'from generate_series($1::bigint, $2::bigint) as n'
const READERS_APPLICATIONS = 10
/** People are numbered from 0. */
const PERSON = '(n - 1)'
const FIRST_NAMES = ['Amina', 'Bello', 'Chidi', 'Ngozi', 'Yusuf', 'Halima', 'Ibrahim', 'Ladi', 'Musa', 'Zainab']
const LAST_NAMES = ['Okafor', 'Abubakar', 'Adeyemi', 'Danjuma', 'Eze', 'Garba', 'Lawal']
/** The last name gives many different words, most of them rare. */
const NAME = `(${oneOf(FIRST_NAMES, 1)} || ' ' || substr(md5(n::text), 1, 4) || ' ' || ${oneOf(LAST_NAMES, 2)})`

export async function generatePeople(database: BenchDatabase, people: number): Promise<void> {
  const moment = momentOf(people)
  // One hash for all: each takes as long as a sign-in.
  const hash = await hashPassword(PASSWORD)
  const email = `'generated-' || ${PERSON} || '@bench.example'`
  await fillTables(database, ['users', 'profiles'], async (client) => {
    await fill(client, {
      rows: people,
      insert: `insert into users (id, email, email_confirmed_at, password_hash, created_at, updated_at)
        select ${idOf('a', PERSON)}, ${email}, ${moment}, '${hash}', ${moment}, ${moment} ${EACH}`,
    })
    await fill(client, {
      rows: people,
      insert: `insert into profiles (id, user_id, full_name, phone, address, role, staff_roles, is_approved, created_at, updated_at, search_words)
        select ${idOf('b', PERSON)}, ${idOf('a', PERSON)}, ${NAME}, '0803' || lpad(n::text, 7, '0'), n || ' Ahmadu Bello Way, Kaduna',
               case when n = 2 then 'admin' else 'beneficiary' end, case when n = 2 then '{administrator}'::text[] else '{}' end, n % 3 = 0, ${moment}, ${moment},
               search_words(${NAME}, ${email}, '0803' || lpad(n::text, 7, '0'), array[${idOf('a', PERSON)}, ${idOf('b', PERSON)}]) ${EACH}`,
    })
  })
}

/** Seven requests in ten are decided; one in twenty is late on any day of the week. */
export function generateApplications(database: BenchDatabase, applications: number, people: number): Promise<void> {
  const moment = momentOf(applications)
  const person = ownerOf(applications, READERS_APPLICATIONS, people)
  return fillTables(database, ['aid_applications'], (client) =>
    fill(client, {
      rows: applications,
      insert: `insert into aid_applications (id, user_id, beneficiary_id, application_type, description, amount_requested, location, urgency,
                                             status, idempotency_key_hash, request_hash, created_at, decided_at, waiting_since, due_at)
        select ${idOf('c')}, ${idOf('a', person)}, ${idOf('b', person)},
               ${oneOf(APPLICATION_TYPES, 3)}, repeat('A request in words. ', 15), case when n % 5 > 0 then 100 * ${anyOf(50_000, 4)} end,
               'Kaduna', ${oneOf(URGENCIES, 5)},
               (array['pending', 'under_review', 'rejected', 'approved', 'approved', 'rejected', 'approved', 'approved', 'approved', 'pending'])[1 + n % 10],
               int8send(n), int8send(n), ${moment}, case when n % 10 between 2 and 8 then ${moment} + interval '3 days' end,
               case when n % 40 = 1 then ${moment} end,
               case when n % 10 not between 2 and 8 then due_after(${oneOf(URGENCIES, 5)}, ${moment}) end
                 - case n % 20 when 0 then interval '40 days' else '0' end ${EACH}`,
    }),
  )
}
