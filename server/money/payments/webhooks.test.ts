import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { useGiving } from '../../../test/support/giving.ts'
import { SECRET_KEY, passHours } from '../../../test/support/server.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { decrypt } from '../../platform/crypto.ts'
import { onlyRow } from '../../platform/db/db.ts'

const giving = useGiving()

describe('webhooks', () => {
  const sign = (body: string, key = SECRET_KEY) => createHmac('sha512', key).update(body).digest('hex')
  const send = (body: string, signature?: string) =>
    giving.server.call(
      'POST',
      '/webhooks/paystack',
      body,
      signature === undefined ? {} : { 'x-paystack-signature': signature },
    )

  test('settle a gift whose tab was closed', async () => {
    const gift = await giving.start()
    await giving.pay(gift.reference, { silently: false })
    await giving.server.idle()
    expect(await giving.payment(gift)).toBe('success')
  })

  test('are a hint only: a signed success for an unpaid gift credits nothing', async () => {
    const gift = await giving.start()
    const body = JSON.stringify({
      event: 'charge.success',
      data: { id: 1, reference: gift.reference, status: 'success', amount: 150_000 },
    })
    expect((await send(body, sign(body))).status).toBe(200)
    await giving.server.idle()
    expect(await giving.payment(gift)).toBe('pending')
    expect(await giving.transfers(gift.reference)).toBe(0)
  })

  test('that come within ten seconds of a question are not forgotten', async () => {
    const gift = await giving.start()
    expect(await giving.verify(gift)).toBe('abandoned')
    await giving.pay(gift.reference, { silently: false })
    await giving.server.idle()
    expect(await giving.payment(gift)).toBe('pending')
    await giving.server.pass(seconds(10), /^(payments|settlements|sandbox)/)
    expect(await giving.payment(gift)).toBe('success')
  })

  test.each([
    ['no signature', undefined],
    ['an empty one', ''],
    ['one of another key', sign('{"event":"charge.success","data":{}}', 'sk_test_another_key')],
    ['one in capitals', sign('{"event":"charge.success","data":{}}').toUpperCase()],
    ['a short one', 'abcdef'],
  ])('with %s: 401, and nothing is stored', async (_name, signature) => {
    const answer = await send('{"event":"charge.success","data":{}}', signature)
    expect(answer.body).toMatchObject({ status: 401, code: 'invalid_signature' })
    const counted = await onlyRow(
      giving.server.core.db,
      sql`select count(*)::int as found from webhook_events`,
      z.object({ found: z.number() }),
    )
    expect(counted.found).toBe(0)
  })

  test('whose bytes were changed on the way are refused', async () => {
    const body = '{"event":"charge.success","data":{}}'
    expect((await send(`${body} `, sign(body))).status).toBe(401)
  })

  test('for a payment of somebody else, unknown, or unreadable: 200, kept, and harmless', async () => {
    for (const body of [
      '{"event":"charge.success","data":{"reference":"not-ours-at-all-0000"}}',
      '{"event":"subscription.not_renew","data":[{"id":1}]}',
      '{"event":"transfer.success","data":{"reference":"x"}}',
      'not json',
      '{"event":7}',
    ]) {
      expect((await send(body, sign(body))).body).toEqual({ received: true })
    }
    await giving.server.idle()
    const { outcomes } = await onlyRow(
      giving.server.core.db,
      sql`select string_agg(outcome, ', ' order by outcome) as outcomes from webhook_events`,
      z.object({ outcomes: z.string() }),
    )
    expect(outcomes).toBe('ignored, ignored, ignored, not ours, not ours')
  })

  test('with a NUL in a field are refused with 400', async () => {
    const body = JSON.stringify({ event: 'charge.success', data: { reference: 'gift-\u0000' } })
    expect((await send(body, sign(body))).body).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  test('are kept by named fields; the body is encrypted, and forgotten within 72 hours', async () => {
    const gift = await giving.start()
    const body = JSON.stringify({
      event: 'charge.success',
      data: { reference: gift.reference, customer: { email: 'ada@example.com' } },
    })
    await send(body, sign(body))
    await giving.server.idle()
    const kept = () =>
      onlyRow(
        giving.server.core.db,
        sql`select encode(body, 'hex') as body, row_to_json(webhook_events)::text as row from webhook_events`,
        z.object({ body: z.string().nullable(), row: z.string() }),
      )
    const stored = await kept()
    expect(stored.row).not.toContain(Buffer.from('ada@example.com').toString('hex'))
    expect(decrypt(giving.server.core.keys.encryption, Buffer.from(stored.body ?? '', 'hex')).toString()).toBe(body)
    await passHours(giving.server, 72)
    expect((await kept()).body).toBeNull()
    expect(giving.server.logged()).not.toContain('ada@example.com')
  })

  test('that cannot be handled hold up none that came later', async () => {
    const { db } = giving.server.core
    const refused = Array.from({ length: 50 }, (_, each) => `gift-refused-${each}`)
    const gift = await giving.start()
    await giving.pay(gift.reference)
    // Their process died between storing and handling them; all but the last fail each time.
    await db.execute(
      sql`create function refuse_handling() returns trigger language plpgsql as $$ begin raise 'not handled'; end $$`,
    )
    await db.execute(sql`create trigger refuse_handling before update on webhook_events for each row
                           when (new.reference like 'gift-refused-%') execute function refuse_handling()`)
    try {
      for (const reference of [...refused, gift.reference])
        await db.execute(sql`insert into webhook_events (id, event, reference, body_sha256, received_at)
          values (gen_random_uuid(), 'charge.success', ${reference}, sha256(${reference}::bytea), ${giving.server.clock.now().toISOString()}::timestamptz)`)
      await giving.server.pass(minutes(1), /^payments\.webhooks/)
      expect(await giving.payment(gift)).toBe('success')
    } finally {
      await db.execute(sql`drop trigger refuse_handling on webhook_events`)
      await db.execute(sql`drop function refuse_handling()`)
    }
  })
})
