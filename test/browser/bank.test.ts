/** Bank statements on the administrators' page of the books, from the file to the moment when ledger, provider and bank agree. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession } from '../support/reviewing-page.ts'
import { PASSWORD, signIn, signUp, storeSession } from '../support/signing-in.ts'
import { ADMIN, arrange, useSite } from '../support/site.ts'

// A file that is no statement.
const open = useBrowser([/status of 422/])
const site = useSite()

/** A settlement in the books, as the provider's was booked. Kobo. */
async function book(id: number, day: string, amount: number) {
  const at = sql`${`${day}T00:00:00Z`}::timestamptz`
  await site.database.db.execute(sql`
    insert into settlements (id, status, total_processed, total_fees, effective_amount, settlement_date, read_at, booked_amount, booked_at)
    values (${id}, 'success', ${amount}, 0, ${amount}, ${at}, ${at}, ${amount}, ${at})`)
  await site.database.db.execute(sql`
    insert into transfers (id, key, debit_account, credit_account, amount, purpose, occurred_at, recorded_at)
    values (gen_random_uuid(), ${`settlement:${id}`}, 5, 1, ${amount}, 'settlement', ${at}, now())`)
}

const file = (text: string) => ({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
const STATEMENT = 'When;What;Sum\n05/01/2026;PAYSTACK 7001;985.00\n09/01/2026;NIP TRF;1,920.00\n'

arrange(site, async () => {
  await book(7001, '2026-01-05', 98_500)
  await book(7002, '2026-01-06', 197_000)
})

test('a statement is previewed, saved, matched by hand and undone, until all three agree', async () => {
  const page = await open('about:blank', { viewport: { width: 360, height: 800 } })
  await storeSession(page, await signIn(site.url, ADMIN))
  await page.goto(`${site.url}/admin/books/statements`)
  const card = page.locator('.card').filter({ has: page.getByRole('heading', { name: 'Bank statements' }) })
  await card.getByText('No statement has been uploaded yet.').waitFor()
  await card.getByRole('button', { name: 'Upload a statement' }).click()
  const dialog = page.getByRole('dialog')
  const preview = dialog.getByRole('button', { name: 'Preview', exact: true })
  await preview.click()
  await dialog.getByText('Enter the name of the bank.').waitFor()
  await dialog.getByText('Choose a file.').waitFor()
  await dialog.getByLabel('Bank', { exact: true }).fill('GTBank')
  await dialog.getByLabel('File').setInputFiles(file('%PDF-1.7'))
  await preview.click()
  await dialog.getByText('This is a PDF.').waitFor()

  await dialog.getByLabel('File').setInputFiles(file(STATEMENT))
  await preview.click()
  await dialog.getByText('The columns were not recognised.').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Date', { exact: true }).selectOption('When')
  await dialog.getByLabel('Description').selectOption('What')
  await dialog.getByLabel('Amount', { exact: true }).selectOption('Sum')
  await dialog.getByRole('button', { name: 'Preview with these columns' }).click()
  // Both dates can be days of January or the first of May and of September.
  await dialog.getByText('2 lines, 5 January 2026 to 9 January 2026').waitFor()
  expect(await dialog.getByRole('button', { name: /^Save/ }).count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Dates such as 05/11/2026').selectOption('Day first: 5 November')
  const understood =
    '2 lines, 5 January 2026 to 9 January 2026, ₦2,905.00 in, ₦0.00 out, no balance is printed to check them.'
  await dialog.getByText(understood).waitFor()
  await dialog.getByRole('button', { name: 'Save 2 lines' }).waitFor()
  await dialog.getByRole('cell', { name: '₦1,920.00' }).waitFor()
  await dialog.getByLabel('File').setInputFiles(file(`${STATEMENT}31/31/2026;x;1\n`))
  expect(await dialog.getByRole('button', { name: /^Save/ }).count()).toBe(0)
  await preview.click()
  await dialog.getByText('The columns were not recognised.').waitFor()
  await dialog.getByLabel('File').setInputFiles(file(STATEMENT.replace('When;What;Sum', 'Date;Details;Amount')))
  await preview.click()
  await dialog.getByLabel('Dates such as 05/11/2026').selectOption('Day first: 5 November')
  await dialog.getByRole('button', { name: 'Save 2 lines' }).click()

  await card.getByText('2 differences are open').waitFor()
  const line = 'GTBank 2026-01-09, line 2'
  await card.getByRole('button', { name: `Match ${line}` }).click()
  await dialog.getByRole('checkbox', { name: '₦1,970.00' }).check()
  await dialog.getByText('Left over: -₦50.00.').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Match', exact: true }).click()
  await card.getByText('1 difference is open').waitFor()
  await card.getByText('with another amount than its entries').waitFor()
  await card.getByRole('button', { name: `Undo the match of ${line}` }).click()
  await card.getByText('2 differences are open').waitFor()

  // It was the statement of another day.
  await page.route('**/bank/statements/*/removal', (route) =>
    route.fulfill({ status: 422, json: { code: 'invalid_input' } }),
  )
  await card.getByRole('button', { name: /^Remove the statement of GTBank/ }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByText('Say why it should not be here.').waitFor()
  const why = dialog.getByLabel('Why it should not be here')
  await why.fill('It is of another day.')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The statement was not removed').waitFor()
  expect(await why.inputValue()).toBe('It is of another day.')
  await page.unroute('**/bank/statements/*/removal')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  // The statement's lines are in differences, so a second person confirms it.
  await card.getByText('You proposed this. A second person must confirm it.').waitFor()
  expect(await card.getByRole('button', { name: /^Remove the statement/ }).count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await signUp(site.url, 'musa@mail.example')
  await site.database.db.execute(sql`update profiles set role = 'admin'`)
  const second = await open('about:blank', { viewport: { width: 360, height: 800 } })
  await storeSession(second, await administratorSession(site.url, { email: 'musa@mail.example', password: PASSWORD }))
  await second.goto(`${site.url}/admin/books/statements`)
  await second.getByText('It is of another day.').waitFor()
  await second.getByRole('button', { name: 'Confirm the decision on GTBank' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await second.getByText('No statement has been uploaded yet.').waitFor()
  await page.reload()
  await card.getByText('No statement has been uploaded yet.').waitFor()
  await card.getByRole('button', { name: 'Upload a statement' }).click()
  // A row that cannot be read, between two balances.
  const unread = 'Date,Details,Amount,Balance\n5-Jan-26,x,1.00,101.00\n6-Jan-26,y,2OO.00,301.00\n'
  await dialog.getByLabel('File').setInputFiles(file(unread))
  await preview.click()
  await dialog.getByRole('button', { name: 'Leave out what cannot be read' }).click()
  await dialog.getByText(/2 lines, .* in, ₦0\.00 out, row 3 left out, the balance agrees\.$/).waitFor()
  await dialog
    .getByText(/“6-Jan-26 \| y \| 2OO\.00 \| 301\.00” cannot be read\. By the balances it moved ₦200\.00\./)
    .waitFor()
  expect(await violations(page)).toEqual([])
  await dialog
    .getByLabel('File')
    .setInputFiles(file('Date,Details,Debit,Credit\n5-Jan-26,7001,,985\n6-Jan-26,NIP,,1970\n7-Jan-26,LEVY,0.00,0.00\n'))
  await preview.click()
  await dialog.getByText('Row 4: It has no amount.').waitFor()
  await dialog.getByRole('button', { name: 'Save 2 lines' }).click()
  await card.getByText('The ledger, the payment provider and the bank agree').waitFor()
  await card.getByRole('button', { name: 'Show all lines' }).click()
  await card.getByRole('cell', { name: 'settlement:7002' }).waitFor()
  expect(await violations(page)).toEqual([])
})

test('older statements are shown when they are asked for', async () => {
  const page = await open('about:blank', { viewport: { width: 1366, height: 900 } })
  await storeSession(page, await administratorSession(site.url))
  await site.database.db.execute(sql`
    with bank as (insert into banks (name, created_at) values ('Old Bank', now()) returning name)
    insert into bank_statements (id, bank, format, uploaded_by, uploaded_at, first_day, last_day, lines, lines_added)
    select gen_random_uuid(), name, 'csv', (select user_id from profiles where role = 'admin' limit 1), timestamptz '2025-01-01' + n * interval '1 day',
           date '2025-01-01' + n, date '2025-01-01' + n, 1, 1
      from bank, generate_series(1, 22) as n`)
  await page.goto(`${site.url}/admin/books/statements`)
  const rows = page.getByRole('table', { name: 'Uploaded statements' }).getByRole('row')
  const oldest = page.getByRole('rowheader', { name: 'Old Bank' })
  await oldest.first().waitFor()
  const shown = await rows.count()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('2 January 2025 to 2 January 2025').waitFor()
  expect([shown, await oldest.count()]).toEqual([21, 22])
  expect(await violations(page)).toEqual([])
})

test('a file without balances says that a second equal payment of a day takes a file with the whole day', async () => {
  const page = await open('about:blank', { viewport: { width: 360, height: 800 } })
  await storeSession(page, await administratorSession(site.url))
  await page.goto(`${site.url}/admin/books/statements`)
  const dialog = page.getByRole('dialog')
  const advice = dialog.getByText('upload a file with the whole day')
  for (const times of [0, 1]) {
    await page.getByRole('button', { name: 'Upload a statement' }).click()
    await dialog.getByLabel('Bank', { exact: true }).fill('Sterling Bank')
    await dialog.getByLabel('File').setInputFiles(file('Date,Details,Amount\n15-Jan-26,POS,-100\n16-Jan-26,POS,-100\n'))
    await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
    const save = dialog.getByRole('button', { name: times === 0 ? 'Save 2 lines' : 'Save, with no new lines' })
    await save.waitFor()
    expect(await advice.count()).toBe(times)
    expect(await violations(page)).toEqual([])
    await save.click()
    await dialog.waitFor({ state: 'detached' })
  }
})

test('of several accounts, one whose statements end before the others is named', async () => {
  const rests = sql`
    with known as (insert into banks (name, created_at) values ('Access Bank', now()), ('Zenith Bank', now()) returning name)
    insert into bank_statements (id, bank, format, uploaded_by, uploaded_at, first_day, last_day, lines, lines_added)
    select gen_random_uuid(), name, 'ofx', (select user_id from profiles where role = 'admin' limit 1), now(), '2026-01-02',
           case name when 'Access Bank' then date '2026-01-05' else '2026-02-09' end, 0, 0 from known`
  await site.database.db.execute(rests)
  const page = await open('about:blank', { viewport: { width: 360, height: 800 } })
  await storeSession(page, await administratorSession(site.url))
  await page.goto(`${site.url}/admin/books/statements`)
  await page.getByText('The statements of Access Bank end on 5 January 2026.').waitFor()
  expect(await page.getByText('The statements of Zenith Bank').count()).toBe(0)
  expect(await violations(page)).toEqual([])
})
