/** Every column of every CSV file, by the value of a known row. A gift at 23:30 in UTC is of the next day in Lagos. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/platform/endpoint.ts'
import { newAdministrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { insertReturnedDisbursement } from '../../../test/support/paying-out.ts'
import { parseCsv } from '../../../test/support/parse-csv.ts'
import { newKey } from '../../../test/support/server.ts'
import { useWallets } from '../../../test/support/wallet.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

const wallets = useWallets()
const PAYOUTS = 'GET /api/admin/payouts.csv'
const BOOKS = ['month-statement', 'trial-balance', 'journal'].map((name) => `GET /api/admin/${name}.csv`)

/** The ids and moments of the only row, as the database has them. */
async function idsOf(table: string, columns: readonly string[], where = 'true'): Promise<Record<string, string>> {
  const pairs = columns.map((name) => `'${name}', coalesce(${name}::text, '')`).join(', ')
  const found = await rows(
    wallets.server.core.db,
    sql.raw(`select json_build_object(${pairs}) as row from ${table} where ${where} limit 1`),
    z.object({ row: z.record(z.string(), z.string()) }),
  )
  return found[0]?.row ?? {}
}

/** Everything that the files list, each once. @returns the expected first row of each file */
async function fill() {
  const { server } = wallets
  server.clock.advance(Date.parse('2026-01-15T23:30:00.000Z') - server.clock.now().getTime())
  const at = server.clock.now().toISOString()
  const day = '2026-01-16'
  expect(at).toBe('2026-01-15T23:30:00.000Z')
  const halima = await newAdministrator(server)
  const amina = await wallets.person()
  await amina.call('PUT', '/api/profile', { full_name: 'Amina Yusuf', phone: '08031234567', address: '1 Way, "Kano"' })
  const reference = await amina.topUp(5000)
  const ask = { application_type: 'food', description: 'Rice.', location: 'Kano', urgency: 'high' }
  const asked = await amina.call('POST', '/api/applications', { ...ask, amount_requested: 700.5 }, newKey())
  const letter = { first_name: 'Bola', last_name: 'Ade', email: 'b@mail.example', subject: '=Hi', message: '0803' }
  await server.call('POST', '/api/contact-messages', letter, newKey())
  await server.core.db.execute(sql`
    insert into donations (id, amount, amount_reversed, status, donation_type, transaction_reference, receipt_code_hash, customer_email,
                           is_anonymous, message, created_at, updated_at)
    values (gen_random_uuid(), 12345, 0, 'pending', 'food', '0012E5', sha256('x'), 'ada@mail.example', false, '12E5', ${at}::timestamptz, ${at}::timestamptz)`)
  const file = 'Date,Narration,Reference,Amount\n15/01/2026,1E10,000101,-12.30\n'
  const content = Buffer.from(file).toString('base64')
  const statement = await halima.call('POST', '/api/admin/books/bank/statements', { bank: 'GTBank', content })
  expect(statement.status).toBe(201)
  const gift = await idsOf('donations', ['id'])
  const topUp = await idsOf('wallet_transactions', ['id', 'wallet_id'])
  const line = await idsOf('bank_lines', ['id', 'number'])
  const profile = await idsOf('profiles', ['id'], `user_id = '${amina.userId}'`)
  const request = await idsOf('aid_applications', ['id', 'due_at'])
  const event = await idsOf('audit_events', ['id', 'request_id'], "action = 'bank_statement.uploaded'")
  const created = { created_at: at, created_day: day }
  const person = { full_name: 'Amina Yusuf', email: amina.email }
  const due = new Date(request['due_at'] ?? '')
  return {
    halima,
    amina,
    expected: {
      'GET /api/admin/donations.csv': {
        id: gift['id'],
        amount: '123.45',
        amount_reversed: '0.00',
        status: 'pending',
        customer_email: 'ada@mail.example',
        donation_type: 'food',
        is_anonymous: 'false',
        message: "'12E5",
        transaction_reference: "'0012E5",
        ...created,
        updated_at: at,
        updated_day: day,
        paid_at: '',
        paid_day: '',
      },
      'GET /api/admin/wallet-transactions.csv': {
        id: topUp['id'],
        user_id: amina.userId,
        ...person,
        wallet_id: topUp['wallet_id'],
        amount: '5000.00',
        type: 'credit',
        description: 'Wallet Top-up',
        reference,
        status: 'completed',
        paystack_reference: reference,
        ...created,
        completed_at: at,
        completed_day: day,
        canceled_at: '',
        canceled_day: '',
      },
      'GET /api/admin/bank-lines.csv': {
        id: line['id'],
        number: line['number'],
        bank: 'GTBank',
        day: '2026-01-15',
        amount: '-12.30',
        description: "'1E10",
        reference: "'000101",
        entries: '',
        matched: '0.00',
        matched_by: '',
        matched_at: '',
        matched_day: '',
      },
      'GET /api/admin/contact-messages.csv': {
        id: (await idsOf('contact_messages', ['id']))['id'],
        ...letter,
        subject: "'=Hi",
        message: "'0803",
        state: 'new',
        ...created,
        case_number: '',
      },
      'GET /api/admin/beneficiaries.csv': {
        id: profile['id'],
        user_id: amina.userId,
        ...person,
        phone: "'08031234567",
        address: '1 Way, "Kano"',
        is_approved: 'false',
        applications: '1',
        approved: '0',
        ...created,
      },
      'GET /api/admin/applications.csv': {
        id: request['id'],
        case_number: asked.body['case_number'],
        user_id: amina.userId,
        ...person,
        phone: "'08031234567",
        address: '1 Way, "Kano"',
        is_approved: 'false',
        application_type: 'food',
        amount_requested: '700.50',
        urgency: 'high',
        status: 'pending',
        waiting_since: '',
        'waiting_since in Lagos': '',
        ...created,
        decided_at: '',
        decided_day: '',
        due_at: due.toISOString(),
        due_day: new Date(due.getTime() + 3_600_000).toISOString().slice(0, 10),
        owner: '',
        decided_by: '',
        reason: '',
        reason_code: '',
        tags: '',
      },
      'GET /api/admin/audit-events.csv': {
        id: event['id'],
        ...created,
        actor_kind: 'administrator',
        actor_id: halima.userId,
        actor_role: 'admin',
        full_name: 'Halima Musa',
        email: halima.email,
        actor_profile: '',
        action: 'bank_statement.uploaded',
        subject: 'bank_statement',
        subject_id: statement.body['id'],
        before: '',
        after: '{"bank": "GTBank", "rows": 1}',
        request_id: event['request_id'],
      },
      'GET /api/wallet/transactions.csv': {
        Date: at,
        'Date in Lagos': day,
        Type: 'In',
        'Amount (NGN)': '5000.00',
        Status: 'completed',
        Description: 'Wallet Top-up',
        Reference: reference,
        'Provider reference': reference,
        Completed: at,
        'Completed in Lagos': day,
      },
    },
  }
}

test('each file has these columns, and a known row has these values in them', async () => {
  const { expected, halima, amina } = await fill()
  const files = Object.entries<Endpoint>(api).filter(([key]) => key.endsWith('.csv'))
  expect([...Object.keys(expected), PAYOUTS, ...BOOKS].toSorted()).toEqual(files.map(([key]) => key).toSorted())
  for (const [key, values] of Object.entries(expected)) {
    const by = key.startsWith('GET /api/admin/') ? halima : amina
    const filter = key.includes('audit-events') ? '?action=bank_statement.uploaded' : ''
    const { status, body } = await by.call('GET', `${key.slice('GET '.length)}${filter}`)
    expect([key, status]).toEqual([key, 200])
    const [row, ...more] = parseCsv(String(body['text']))
    expect([key, Object.keys(row ?? {})]).toEqual([key, Object.keys(values)])
    expect([key, row]).toEqual([key, values])
    expect([key, more]).toEqual([key, []])
  }
})

test('a payout that came back, in its file', async () => {
  const { server } = wallets
  const [halima, musa] = [await newAdministrator(server), await newAdministrator(server, 'musa')]
  const amina = await newPerson(server)
  const asked = await amina.ask()
  const id = await insertReturnedDisbursement(server, z.uuid().parse(asked.body['id']), [halima, musa])
  const columns = ['proposed_at', 'released_at', 'sent_at'].flatMap((name) => [
    `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`,
    `to_char(${name} at time zone 'Africa/Lagos', 'YYYY-MM-DD') as ${name.replace('_at', '_day')}`,
  ])
  const moments = await onlyRow(
    server.core.db,
    sql.raw(`select ${columns.join(', ')} from disbursements`),
    z.record(z.string(), z.string()),
  )
  const { status, body } = await halima.call('GET', PAYOUTS.slice('GET '.length))
  expect(status).toBe(200)
  const rest = { reference: '', fee: '', account_name: '', bank_name: '', account_ending: '', item: '' }
  expect(parseCsv(String(body['text']))).toEqual([
    {
      id,
      case_number: asked.body['case_number'],
      full_name: 'Amina Yusuf',
      kind: 'manual_bank',
      amount: '123.00',
      funds_of_award: 'school 123.00',
      state: 'sent',
      slip: "'00000000",
      proposed_by: 'Halima Musa',
      released_by: 'Musa Musa',
      ...moments,
      sent_on: '2026-01-15',
      returned: '123.00',
      lost: '0.00',
      ended_at: '',
      ended_day: '',
      ...rest,
    },
  ])
})

test('the books of a month, in their files', async () => {
  const { halima } = await fill()
  const { reference } = await idsOf('wallet_transactions', ['reference'])
  const fileOf = async (name: string) => {
    const { status, body } = await halima.call('GET', `/api/admin/${name}.csv?month=2026-01`)
    expect(status).toBe(200)
    return parseCsv(String(body['text']))
  }
  const entry = { entry: '1', day: '2026-01-16', purpose: 'top_up', reference: `top_up:${reference}` }
  expect((await fileOf('journal')).slice(0, 2)).toEqual([
    { ...entry, account: 'provider', type: 'Assets', debit: '5000.00', credit: '0.00' },
    { ...entry, account: 'wallets', type: 'Liabilities', debit: '0.00', credit: '5000.00' },
  ])
  const wallets = {
    account: 'wallets',
    type: 'Liabilities',
    opening: '0.00',
    debits: '0.00',
    credits: '5000.00',
    closing: '-5000.00',
  }
  expect(await fileOf('trial-balance')).toContainEqual({ month: '2026-01', ...wallets })
  const line = {
    month: '2026-01',
    state: 'open',
    part: 'wallets',
    of: 'wallets',
    figure: 'topped_up',
    amount: '5000.00',
  }
  expect(await fileOf('month-statement')).toContainEqual(line)
})
