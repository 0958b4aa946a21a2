/** Typed texts end in the file of a month as text, like in every other file. */
import { beforeEach, expect, test } from 'vitest'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { parseCsv } from '../../../test/support/parse-csv.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'

const payouts = usePayouts()
let halima: Administrator
beforeEach(async () => {
  halima = await newAdministrator(payouts.server, 'halima')
})

test.each(['＝1+1', '\u200B=HYPERLINK("https://x.example")', ' @SUM(A1)', '=1+1'])(
  'a bank that is called %j is no formula in the statement of a month',
  async (bank) => {
    await payouts.fill(1000)
    const content = Buffer.from('Date,Narration,Amount\n14/01/2026,FEE,-5.00\n').toString('base64')
    const uploaded = await halima.call('POST', '/api/admin/books/bank/statements', { bank, content })
    expect([uploaded.status, uploaded.body]).toEqual([201, expect.objectContaining({ lines_added: 1 })])
    const { body } = await halima.call('GET', '/api/admin/month-statement.csv?month=2026-01')
    const differences = parseCsv(String(body['text'])).filter(({ part }) => part === 'differences')
    expect(differences.map(({ of }) => of)).toEqual([
      expect.stringMatching(new RegExp(String.raw`^'${RegExp.escape(bank.trim())} 2026-01-14, line \d+$`)),
    ])
  },
)
