/** A gift is found by the reference of each of its attempts: payments to review and the provider's dashboard name the other one. */
import { expect, test } from 'vitest'
import { newAdministrator } from '../../../test/support/administering.ts'
import { useGiving } from '../../../test/support/giving.ts'

const giving = useGiving()

test('the search of gifts and its file know the references of all attempts', async () => {
  const { lost, again } = await giving.loseFirst()
  const { body } = await again()
  const paid = { reference: String(body['reference']), receipt: String(body['receipt_code']) }
  await giving.pay(paid.reference)
  expect(await giving.verify(paid)).toBe('success')
  const halima = await newAdministrator(giving.server, 'halima')
  const found = { items: [{ transaction_reference: paid.reference }], total: 1 }
  for (const search of [paid.reference, lost.reference, ` ${lost.reference.toUpperCase()}`]) {
    const query = `search=${encodeURIComponent(search)}`
    expect((await halima.call('GET', `/api/admin/donations?${query}`)).body).toMatchObject(found)
    const csv = await giving.server.app.request(`/api/admin/donations.csv?${query}`, {
      headers: { authorization: halima.authorization },
    })
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(2)
  }
  const other = await halima.call('GET', `/api/admin/donations?search=${lost.reference}0`)
  expect(other.body).toMatchObject({ items: [], total: 0 })
})
