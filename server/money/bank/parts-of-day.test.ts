/** Two files that each have a part of a day: the balances tell that a line of the second is another than an equal one of the first. */
import { beforeEach, expect, test } from 'vitest'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'

const payouts = usePayouts()
let halima: Administrator
beforeEach(async () => {
  halima = await newAdministrator(payouts.server, 'halima')
})

/** @param rows day, narration, amount and the balance after it */
const file = (...rows: readonly (readonly [day: number, text: string, amount: number, balance: number])[]) =>
  `Date,Narration,Amount,Balance\n${rows.map(([day, text, amount, balance]) => `${day}/10/2025,${text},${amount}.00,${balance}.00\n`).join('')}`
const added = async (content: string) => {
  const upload = { bank: 'GTBank', content: Buffer.from(content).toString('base64') }
  const { body } = await halima.call('POST', '/api/admin/books/bank/statements', upload)
  return body['lines_added']
}

const MORNING = file([12, 'FEE', -5, 1000], [13, 'POS', -100, 900])
const EVENING = file([13, 'POS', -100, 800], [14, 'FEE', -5, 795])
const WHOLE = file([13, 'POS', -100, 900], [13, 'POS', -100, 800])

test.each([
  ['the earlier part first', [MORNING, EVENING]],
  ['the later part first', [EVENING, MORNING]],
])('an equal line in each is two lines, %s; all of it again adds none', async (_, [first = '', second = '']) => {
  expect([await added(first), await added(second)]).toEqual([2, 2])
  expect([await added(WHOLE), await added(MORNING), await added(EVENING)]).toEqual([0, 0, 0])
})

test('parts of a day that is there as a whole add none', async () => {
  expect([await added(WHOLE), await added(MORNING), await added(EVENING)]).toEqual([2, 1, 1])
})

test('without balances, an equal line of another part is taken for the same, and a file with the whole day adds it', async () => {
  const bare = (content: string) => content.replaceAll(/,[^,]*$/gm, '')
  expect([await added(bare(MORNING)), await added(bare(EVENING))]).toEqual([2, 1])
  expect([await added(bare(WHOLE)), await added(bare(MORNING))]).toEqual([1, 0])
})

test('a day again whose lines add up to nothing is the same day', async () => {
  const taken = [13, 'POS', -100, 900] as const
  const back = [13, 'POS BACK', 100, 1000] as const
  expect(await added(file([12, 'FEE', -5, 1000], taken, back))).toBe(3)
  expect(await added(file(taken, back, [14, 'FEE', -5, 995]))).toBe(1)
})
