/** A kind of aid beside the spec's six: published by two people, asked for, paid out, and named wherever the six are. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { TYPE_CLOSED_SENTENCE } from '../../../contract/aid/offered-types.ts'
import type { Administrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { forge } from '../../../test/support/forging.ts'
import { newFund, setFund } from '../../../test/support/funds.ts'
import {
  ORGANISATION_PATH,
  OrganisationView,
  publishOrganisation,
  readOrganisation,
  saveOrganisation,
} from '../../../test/support/organisation.ts'
import { insertPaidHouseholds } from '../../../test/support/paid-households.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { exportOrganisation, importOrganisation } from '../../office/organisation/organisation-file.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { hours } from '../../platform/clock.ts'
import { makeCheckpoint } from '../../proof/log/checkpoints.ts'
import { publishPayments } from '../../proof/log/publish.ts'

const payouts = usePayouts()
const BURIAL = { key: 'burial', title: 'Burial', purpose: 'Pays for a burial.', icon: 'people', fund: 'emergency' }
let halima: Administrator
let musa: Administrator
beforeEach(async () => {
  const [first, second] = await payouts.administrators('halima', 'musa')
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
  await payouts.server.core.organisation.refresh()
})

const draft = async () => (await readOrganisation(halima)).draft

/** @param more of the aid in the draft */
const save = (more: object) => saveOrganisation(halima, (of) => ({ ...of, aid: { ...of.aid, ...more } }))

/** Halima publishes, and where it takes a second administrator, Musa confirms. @returns whether it took one */
async function publish(more: object): Promise<boolean> {
  expect((await save(more)).status).toBe(200)
  const { proposal } = OrganisationView.parse((await publishOrganisation(halima)).body)
  if (proposal) await payouts.act(musa, `/decisions/${proposal.id}/confirmation`)
  // Processes ask every two seconds.
  await payouts.server.core.organisation.refresh()
  const { published } = await readOrganisation(halima)
  expect(published.aid).toMatchObject(more)
  return proposal !== null
}

const refused = (field: string) => ({ status: 400, body: { code: 'invalid_input', fields: [{ field }] } })

test('two people publish a kind, which is asked for, found, answered, paid from its fund first and in the log by its key', async () => {
  const amina = await newPerson(payouts.server)
  const asking = { application_type: 'burial' }
  expect((await amina.ask({ ...asking, description: 'A coffin.', location: 'Kano' })).body).toMatchObject({
    fields: [{ field: 'application_type', message: 'There is no such kind of aid.' }],
  })
  expect(await publish({ own_kinds: [BURIAL] })).toBe(true)
  for (const fund of ['general', 'emergency']) await payouts.fill(20_000, fund)
  const request = await payouts.approved(amina, halima, asking)

  const read = (path: string) => halima.call('GET', `/api/admin/${path}`)
  const found = await read('applications?view=all&type=burial')
  expect(found.body).toMatchObject({ items: [{ id: request, application_type: 'burial' }] })
  expect((await read('applications?view=all&type=food')).body).toMatchObject({ items: [] })
  const templates = z.object({ items: z.array(z.looseObject({ text: z.string() })) })
  const { items } = templates.parse((await read('reason-templates?type=burial')).body)
  expect(items.map(({ text }) => text)).toEqual(
    templates.parse((await read('reason-templates?type=other')).body).items.map(({ text }) => text),
  )
  const shown = await read(`applications/${request}`)
  expect(shown.body).toMatchObject({ funds: [{ fund: 'emergency' }, { fund: 'general' }] })

  await payouts.expectRefused(() => payouts.propose(halima, request, 5_000, 'school'), 'invalid_input')
  const award = await payouts.granted(request, 10_000, [halima, musa], 'emergency')
  const paid = await payouts.released(award.id, 10_000, [halima, musa])
  expect((await payouts.handOver(musa, paid, 10_000)).status).toBe(200)
  expect(await payouts.balance('disbursed:emergency')).toBe(1_000_000n)
  await expectBooksBalance(payouts.server)

  // Payments of this kind are public as those of the six are: once ten households share them.
  const told = async () => {
    payouts.server.clock.advance(hours(24 * 31))
    await publishPayments(payouts.server.core)
    return (await payouts.server.call('GET', '/api/transparency/payments')).body['rows']
  }
  const insertPaid = (many: number, handed: Date) => {
    const each = { fund: 'emergency', kind: 'burial', amount: 1_000_000n, granted: handed, handed }
    const paidOut = Array.from({ length: many }, () => ({ userId: crypto.randomUUID(), ...each }))
    return insertPaidHouseholds(payouts.server, [halima, musa], paidOut)
  }
  const day = payouts.server.clock.now()
  await insertPaid(8, day)
  expect(await told()).toEqual([])
  await insertPaid(1, day)
  expect(await told()).toMatchObject([{ kind: 'burial', households: 10, payments: 10 }])
  await makeCheckpoint(payouts.server.core)
  const { entry } = await onlyRow(
    payouts.server.core.db,
    sql`select convert_from(substr(content, 2), 'UTF8') as entry from log_entries where type = 'rows'`,
    z.object({ entry: z.string() }),
  )
  expect(entry).toContain('"burial"')
})

test('a published kind keeps its name and stays; closed, it takes no new request, and a fund can be opened for it', async () => {
  await publish({ own_kinds: [BURIAL] })
  await setFund(payouts, [halima, musa], newFund({ kinds: ['burial'] }))
  const amina = await newPerson(payouts.server)
  const request = await amina.askLater({ application_type: 'burial' })
  const shown = await halima.call('GET', `/api/admin/applications/${request}`)
  expect(shown.body).toMatchObject({ funds: [{ fund: 'emergency' }, { fund: 'water' }, { fund: 'general' }] })

  const own = 'content.aid.own_kinds'
  expect(await save({ own_kinds: [] })).toMatchObject(refused(own))
  expect(await save({ own_kinds: [{ ...BURIAL, title: 'Funeral' }] })).toMatchObject(refused(`${own}.0.title`))
  for (const [kind, field] of [
    [{ ...BURIAL, key: 'food', title: 'Meals' }, 'title'],
    [{ ...BURIAL, key: 'aid', title: 'Aid' }, 'title'],
    [{ ...BURIAL, key: 'meals', title: 'food' }, 'title'],
    [{ ...BURIAL, key: 'burials', title: 'burial' }, 'title'],
    [{ ...BURIAL, key: 'fuel', title: 'Fuel', fund: 'gold' }, 'fund'],
    [{ ...BURIAL, key: 'Fuel!', title: 'Fuel' }, 'key'],
    [{ ...BURIAL, key: 'fuel', title: 'Fuel', icon: 'skull' }, 'icon'],
    [{ ...BURIAL, key: 'fuel', title: '' }, 'title'],
    [{ ...BURIAL, key: 'fuel', title: 'Fuel', purpose: '' }, 'purpose'],
  ] as const)
    expect(await save({ own_kinds: [BURIAL, kind] })).toMatchObject(refused(`${own}.1.${field}`))
  for (const statement of [
    sql`update aid_kinds set title = 'Funeral' where name = 'burial'`,
    sql`delete from aid_kinds where name = 'burial'`,
  ])
    expect(await payouts.refusedByDatabase(statement)).toBe('TK001')

  // Texts and closing take one person; the fund takes two.
  expect(await publish({ kinds: { burial: 'closed' }, own_kinds: [{ ...BURIAL, purpose: 'Helps to bury.' }] })).toBe(
    false,
  )
  expect(await amina.ask({ application_type: 'burial', description: 'A coffin.', location: 'Kano' })).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'application_type', message: TYPE_CLOSED_SENTENCE }] },
  })
  expect(await publish({ own_kinds: [{ ...BURIAL, fund: 'water' }] })).toBe(true)
  expect((await amina.call('GET', '/api/applications')).body).toMatchObject({ items: [{ application_type: 'burial' }] })

  // A version from before the kind has it as a closed one.
  const { revision } = await draft()
  await halima.call('POST', `${ORGANISATION_PATH}/draft/discard`, { revision, version: 1 })
  expect((await draft()).content.aid.own_kinds.map(({ title }) => title)).toEqual(['Burial'])
})

test('a file carries the kinds to an instance without their fund, and leaves out none that was published there', async () => {
  await publish({ own_kinds: [BURIAL] })
  await setFund(payouts, [halima, musa], newFund({ kinds: ['burial'] }))
  await publish({ own_kinds: [{ ...BURIAL, fund: 'water' }] })
  const file = await exportOrganisation(payouts.server.core)
  await publish({ own_kinds: [BURIAL, { ...BURIAL, key: 'fuel', title: 'Fuel' }] })
  await importOrganisation(payouts.server.core, file)
  const { aid } = (await draft()).content
  expect(aid.own_kinds.map(({ key, fund }) => [key, fund])).toEqual([
    ['burial', 'general'],
    ['fuel', 'emergency'],
  ])
  expect(aid.kinds['fuel']).toBe('closed')
})

test('a kind that draws on another fund than was published is named by the nightly check', async () => {
  await publish({ own_kinds: [BURIAL] })
  const forged = [sql`update aid_kinds set fund = 'school' where name = 'burial'`]
  expect(await forge(payouts.server, forged)).toEqual(['aid_kinds burial: fund'])
})
