/** Files whose amounts no JSON carries together. */
import { expect, test } from 'vitest'
import { newAdministrator } from '../../../test/support/administering.ts'
import { useGiving } from '../../../test/support/giving.ts'

const giving = useGiving()

test('files that are together too large are refused, and the books can still be read', async () => {
  const halima = await newAdministrator(giving.server, 'halima')
  const upload = (bank: string, path: string) =>
    halima.call('POST', `/api/admin/books/bank/${path}`, {
      bank,
      content: Buffer.from('Date,Narration,Amount\n31/12/2025,NIP ADA,-999999999999.99\n').toString('base64'),
    })
  for (let number = 1; number <= 9; number += 1) expect((await upload(`Bank ${number}`, 'statements')).status).toBe(201)
  const refused = { status: 422, body: { code: 'statement_unreadable' } }
  expect(await upload('Bank 10', 'preview')).toMatchObject(refused)
  expect(await upload('Bank 10', 'statements')).toMatchObject(refused)
  expect(await upload('Bank 9', 'preview')).toMatchObject({ status: 200, body: { lines_added: 0 } })
  expect((await halima.call('GET', '/api/admin/books/bank')).body).toMatchObject({ bank: -8999999999999.91 })
})
