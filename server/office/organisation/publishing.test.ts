/** Confirmations that arrive at once: each publishes the pages that were rendered for it. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAdministrator } from '../../../test/support/administering.ts'
import {
  OrganisationView,
  publishOrganisation,
  readOrganisation,
  saveOrganisation,
} from '../../../test/support/organisation.ts'
import { testServer, type TestServer } from '../../../test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('a confirmation whose transaction fails takes nothing from one that waits for it', async () => {
  const halima = await newAdministrator(server, 'halima')
  const others = [await newAdministrator(server, 'musa'), await newAdministrator(server, 'chika')]
  await saveOrganisation(halima, (content) => ({ ...content, name: 'Nakowa Relief' }))
  const { proposal } = OrganisationView.parse((await publishOrganisation(halima)).body)
  // A sequence does not roll back: the first of the two fails.
  await server.core.db.execute(sql`
    create sequence stored_versions;
    create function fail_first() returns trigger language plpgsql as
      $$ begin if nextval('stored_versions') = 1 then raise exception 'on purpose'; end if; return new; end $$;
    create trigger fail_first before insert on organisation_versions for each row execute function fail_first()`)
  const answers = await Promise.all(
    others.map((by) => by.call('POST', `/api/admin/decisions/${proposal?.id}/confirmation`)),
  )
  await server.core.db.execute(sql`
    drop trigger fail_first on organisation_versions; drop function fail_first; drop sequence stored_versions`)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 500])
  expect((await readOrganisation(halima)).published.name).toBe('Nakowa Relief')
})
