/** One of each mail about an account, with example facts; of those with several forms, each. */
import { deviceFacts, factorFacts, type AccountMail, type FactsIn } from '../../server/people/sign-in/letters.ts'

const ISSUED = { link: '/email/link#token', code: '123456' }
const DEVICE = { userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0', address: '192.0.2.7' }
const issued: FactsIn = () => ISSUED
const codeAlone: FactsIn = () => ({ code: ISSUED.code })
const newAddress: FactsIn = () => ({ ...ISSUED, values: { address: 'a@mail.example' } })
const app = factorFacts({ factorType: 'totp', phone: null })
const phone = factorFacts({ factorType: 'phone', phone: '2348031112222' })

export const ACCOUNT_MAILS: readonly (readonly [AccountMail, FactsIn?])[] = [
  ['confirmation', issued],
  ['recovery', issued],
  ['recovery', () => ({ ...ISSUED, without: ['firstProof'] })],
  ['alreadyRegistered'],
  ['passwordChanged'],
  ['newDevice', deviceFacts(DEVICE)],
  ['newDevice', deviceFacts({ ...DEVICE, userAgent: 'curl' })],
  ['phoneChanged'],
  ['phoneLost'],
  ['doubtLifted'],
  ['numberReported'],
  ['addressProof', codeAlone],
  ['reauthentication', codeAlone],
  ['deviceCode', issued],
  ['addressReserved'],
  ['newAddress', issued],
  ['currentAddress', newAddress],
  ['addressChangeRequested', newAddress],
  ['addressChanged', newAddress],
  ['addressUndone'],
  ['factorAdded', app],
  ['factorAdded', phone],
  ['factorRemoved', app],
  ['factorRemoved', phone],
  ['recoveryCodesMade'],
  ['recoveryCodeUsed', () => ({ values: { left: '3' }, without: ['none'] })],
  ['recoveryCodeUsed', () => ({ values: { left: '0' }, without: ['some'] })],
  ['identityLinked', () => ({ values: { method: 'Google' } })],
  ['identityUnlinked', ({ method }) => ({ values: { method: method.email } })],
  ['identityUnlinked', ({ method }) => ({ values: { method: method.phone } })],
  ['accountClosed'],
]
