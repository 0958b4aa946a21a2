/** Start of the payment tests: an award of ₦40,000 to Amina from a fund of ₦60,000, and her bank account. */
import type { AwardJson } from '../../contract/aid/payout-shapes.ts'
import type { Administrator } from './administering.ts'
import { newPerson, type Person } from './asking.ts'
import type { Payouts } from './paying-out.ts'
import type { Answer } from './server.ts'

export interface Promised {
  readonly halima: Administrator
  readonly musa: Administrator
  readonly amina: Person
  /** The id of her request. */
  readonly request: string
  readonly award: AwardJson
}

export async function promiseToAmina(payouts: Payouts): Promise<Promised> {
  const [halima, musa] = await payouts.administrators('halima', 'musa')
  if (!halima || !musa) throw new Error('two administrators')
  const amina = await newPerson(payouts.server)
  await payouts.fill(60_000)
  const request = await payouts.approved(amina, halima)
  return { halima, musa, amina, request, award: await payouts.granted(request, 40_000, [halima, musa]) }
}

/** An account whose bank gives her name. */
export const HERS = { bank_code: '058', account_number: '0123456785', account_name: 'YUSUF AMINA HAUWA' }

export function nameAccount({ amina, request }: Pick<Promised, 'amina' | 'request'>): Promise<Answer> {
  return amina.call('POST', `/api/applications/${request}/payee`, HERS)
}

/** The same, with her account. */
export async function promiseToAccount(payouts: Payouts): Promise<Promised> {
  const promised = await promiseToAmina(payouts)
  await nameAccount(promised)
  return promised
}
