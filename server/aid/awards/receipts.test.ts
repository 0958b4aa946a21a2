/** Tests how long receipts of hand-overs are kept: as long as the request, also after the account that uploaded them is closed. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { DOCUMENTS_PER_PERSON_MAX, STORAGE_PATH } from '../../../contract/aid/document-limits.ts'
import {
  ADMINISTRATOR_PASSWORD,
  readAudit,
  signInAdministrator,
  type Administrator,
} from '../../../test/support/administering.ts'
import { ADDRESS, newPerson, PASSWORD, REQUEST, type Person } from '../../../test/support/asking.ts'
import { dataFolder, pdf } from '../../../test/support/documents.ts'
import { awardIn, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance, newKey } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const RECEIPT = pdf('the signed slip of Amina')
const JOBS = /^(applications\.retention|documents\.sweep)$/

const payouts = usePayouts({ DATA_DIR: dataFolder() })
let halima: Administrator
let musa: Administrator
let amina: Person
let request: string
beforeEach(async () => {
  const [first, second] = await payouts.administrators('halima', 'musa')
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
  amina = await newPerson(payouts.server)
  await payouts.fill(60_000)
  request = await payouts.approved(amina, halima)
})

const pathOf = (by: Administrator, name: string) => `${by.userId}/1768467600000_${name.replaceAll(' ', '-')}`
const send = async (by: Administrator, name: string, body: Uint8Array<ArrayBuffer>) => {
  const headers = { authorization: by.authorization, 'content-type': 'application/pdf' }
  const sent = { method: 'POST', headers, body }
  return (await payouts.server.app.request(`${STORAGE_PATH}/object/documents/${pathOf(by, name)}`, sent)).status
}
const upload = async (by: Administrator, name: string, body: Uint8Array<ArrayBuffer>) => {
  expect(await send(by, name, body)).toBe(200)
  return pathOf(by, name)
}
/** Records a hand-over by Musa. @returns reads his receipt as Halima */
const handOver = async (requestId: string, amount: number, evidence: string) => {
  const award = await payouts.granted(requestId, amount, [musa, halima])
  const id = await payouts.released(award.id, amount, [musa, halima])
  const [receipt] =
    awardIn(await payouts.handOver(musa, id, amount, { evidence: [evidence] })).payouts[0]?.evidence ?? []
  if (!receipt) throw new Error('the payout has no receipt')
  return receipt
}
const read = async ({ path, id }: { path: string; id: string }, by = halima) => {
  const signed = await by.call('POST', `${STORAGE_PATH}/object/sign/documents/${path}`, {
    expiresIn: 60,
    versionId: id,
  })
  if (signed.status !== 200) return null
  const url = z.string().parse(signed.body['signedURL'])
  return Buffer.from(await (await payouts.server.app.request(`${STORAGE_PATH}${url}`)).arrayBuffer())
}
const close = async (who: { call: Administrator['call'] }, password: string) =>
  (await who.call('POST', '/api/account/closure', { password })).status
const left = () =>
  onlyRow(
    payouts.server.core.db,
    sql`select (select count(*)::int from documents where user_id = ${musa.userId}) as documents,
               (select count(*)::int from data_keys where user_id = ${musa.userId}) as keys,
               (select count(*)::int from disbursement_evidence) as hashes`,
    z.object({ documents: z.number(), keys: z.number(), hashes: z.number() }),
  )

test('a receipt outlives the account of who recorded it, and goes with the request', async () => {
  const receipt = await handOver(request, 20_000, await upload(musa, 'slip.pdf', RECEIPT))
  await upload(musa, 'own.pdf', pdf('a paper of his own'))
  expect(await close(musa, ADMINISTRATOR_PASSWORD)).toBe(200)
  await payouts.server.pass(minutes(2), JOBS)
  expect(await read(receipt)).toEqual(RECEIPT)
  expect(await left()).toEqual({ documents: 1, keys: 1, hashes: 1 })

  expect(await close(amina, PASSWORD)).toBe(200)
  expect(await read(receipt)).toBeNull()
  expect(await left()).toEqual({ documents: 0, keys: 0, hashes: 1 })
  await expectBooksBalance(payouts.server)
})

test('a receipt is read as a paper of someone else, on record, and by no one who does not work here any more', async () => {
  const receipt = await handOver(request, 20_000, await upload(musa, 'slip-of-Amina.pdf', RECEIPT))
  await upload(musa, 'own.pdf', pdf('a paper of his own'))
  expect(await read(receipt, musa)).toEqual(RECEIPT)
  const opened = (await readAudit(payouts.server)).filter(({ subject_id: subject }) => subject === receipt.id)
  expect(opened.map(({ action, actor_id: actor }) => [action, actor])).toEqual([
    ['document.signed', musa.userId],
    ['document.opened', musa.userId],
  ])
  expect(await read(receipt)).toEqual(RECEIPT)
  const change = { email: musa.email, roles: [], reason: 'He leaves.' }
  const { body } = await halima.call('POST', '/api/admin/role-changes', change)
  const [, zainab] = await payouts.administrators('halima', 'zainab')
  expect((await payouts.act(zainab ?? halima, `/decisions/${String(body['id'])}/confirmation`)).status).toBe(200)
  musa = await signInAdministrator(payouts.server, 'musa')
  expect(await read(receipt, musa)).toBeNull()
  const listed = JSON.stringify((await musa.call('GET', '/api/documents')).body)
  expect([listed.includes('own.pdf'), listed.includes('slip-of-Amina')]).toEqual([true, false])
  for (const path of ['data', 'openings'])
    expect(JSON.stringify((await musa.call('GET', `/api/account/${path}`)).body)).not.toContain('slip-of-Amina')
  expect(await read(receipt)).toEqual(RECEIPT)
})

test('a receipt of two payouts stays until the second request goes', async () => {
  const path = await upload(musa, 'both.pdf', RECEIPT)
  const bello = await newPerson(payouts.server, 'bello')
  const second = await payouts.approved(bello, halima)
  await handOver(request, 20_000, path)
  const receipt = await handOver(second, 10_000, path)
  expect(await close(amina, PASSWORD)).toBe(200)
  expect(await read(receipt)).toEqual(RECEIPT)
  await payouts.server.pass(hours(24 * 2555), JOBS)
  expect(await left()).toMatchObject({ documents: 0, hashes: 2 })
  await expectBooksBalance(payouts.server)
})

test.each([
  ['withdrawn', async (own: string) => musa.call('POST', `/api/applications/${own}/withdrawal`)],
  [
    'erased with time',
    async (own: string) => {
      const sent = { status: 'rejected', reason: 'No.' }
      const rejected = await halima.call('PATCH', `/api/admin/applications/${own}`, sent)
      await payouts.server.pass(hours(24 * 731), JOBS)
      return rejected
    },
  ],
])('a receipt stays where its recorder named it in a request of their own that is %s', async (_how, end) => {
  const receipt = await handOver(request, 20_000, await upload(musa, 'slip.pdf', RECEIPT))
  await musa.call('PUT', '/api/profile', { full_name: 'Musa Bello', phone: '08030000009', address: ADDRESS })
  const documents = [receipt.path]
  const asked = await musa.call('POST', '/api/applications', { ...REQUEST, documents_provided: documents }, newKey())
  expect([asked.status, asked.body]).toEqual([201, expect.anything()])
  expect((await end(String(asked.body['id']))).status).toBe(200)
  await payouts.server.pass(minutes(2), JOBS)
  const [reader] = await payouts.administrators('halima')
  expect(await read(receipt, reader)).toEqual(RECEIPT)
  await payouts.server.pass(hours(24 * 2555), JOBS)
  expect(await left()).toMatchObject({ documents: 0, hashes: 1 })
  await expectBooksBalance(payouts.server)
})

test('a receipt takes none of the 200 places of who recorded it, and each paper of their own does', async () => {
  const slip = await upload(musa, 'slip.pdf', RECEIPT)
  // Handing over takes one more.
  const others = DOCUMENTS_PER_PERSON_MAX - 2
  await payouts.server.core.db.execute(
    sql`with file as (insert into stored_files select 'aa/' || n, null, now() from generate_series(1, ${others}::int) n returning key)
        insert into documents select gen_random_uuid(), ${musa.userId}::uuid, ${musa.userId} || '/' || key, 1, 'a.pdf', 'application/pdf', 9,
               decode(repeat('00', 32), 'hex'), key, 'unscanned', null, null, now() from file`,
  )
  await handOver(request, 20_000, slip)
  await upload(musa, 'next slip.pdf', RECEIPT)
  expect(await send(musa, 'refused.pdf', RECEIPT)).toBe(409)
  await expectBooksBalance(payouts.server)
})
