/**
 * Proposals of money for an approved request: an award, with the payout of all of it where the payee is known, or a payout under an award
 * that is granted. A second person releases them (releases.ts), or grants the award alone (awards.ts).
 */
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { PayoutKind } from '../../../contract/aid/payout-fields.ts'
import type { newAward } from '../../../contract/aid/payout-shapes.ts'
import type { FieldError } from '../../../contract/platform/errors.ts'
import { formatNaira, koboToNaira, type Kobo } from '../../../contract/platform/money.ts'
import { fundsFor } from '../../money/funds/funds.ts'
import type { Application } from '../requests/schema.ts'
import { keepDigest } from '../../record/audit/act-digests.ts'
import type { Administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { sha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { requireSeenApplicant } from '../payees/standing.ts'
import { propose } from '../../record/two-person/proposals.ts'
import { AWARD, PAYMENT } from './acts.ts'
import { requireSameAward } from './agreements.ts'
import { endProposedAward, requireUsable } from './awards.ts'
import { lockCounting, readCounted, readGranted, readTotalWith } from './counted-awards.ts'
import { GRANTS, RELEASES } from './proposal-kinds.ts'
import { awardFunds, awards, disbursements, type Award, type Disbursement } from './schema.ts'
import { signersForAward, signersForDisbursement } from './sole-administrator.ts'
import { requireSpendable, type Share } from './spending.ts'
import { lockAward, lockRequest } from './subjects.ts'
import { choosePayee } from './transfers/attempts.ts'

/** How a payout reaches the applicant. */
export interface PayoutWay {
  readonly kind: PayoutKind
  /** The goods handed over, with their quantity; null for money. */
  readonly item: string | null
  /** Null: of a bank payment, the account that the applicant named. */
  readonly payee: string | null
}

export interface NewAward {
  /** In kobo. */
  readonly amount: Kobo
  readonly funds: readonly Share[]
  /** Pays out all of it, on the same release. Null: proposed later. */
  readonly payout: PayoutWay | null
  readonly idempotencyKey: string
}

type CalledAward = z.output<typeof newAward>

/** The way of a payout as a call describes it. */
export const wayOf = ({ kind, item, payee }: NonNullable<CalledAward['payout']>): PayoutWay => ({
  kind,
  item: item ?? null,
  payee: payee ?? null,
})

/** An award as a call describes it. */
export const newAwardOf = ({ amount, funds, payout }: CalledAward) => ({
  amount,
  funds,
  payout: payout ? wayOf(payout) : null,
})

export interface NewDisbursement extends PayoutWay {
  /** In kobo. */
  readonly amount: Kobo
  readonly idempotencyKey: string
}

/** Free text would be kept permanently, and be about a person. */
const REASONS = { award: 'An award for an approved request.', payout: 'A payout of an award.' } as const

const selectAwards = prepared('awards_of_request', { id: awards.applicationId }, (db, { id }) =>
  db.select().from(awards).where(eq(awards.applicationId, id)),
)

/**
 * Proposes an award, with its payout where the way is given. The same Idempotency-Key finds the same award.
 * @returns its id
 * @throws AppError as {@link proposeAwardIn}
 */
export function proposeAward(core: Core, by: Administering, applicationId: string, wanted: NewAward): Promise<string> {
  return core.db.transaction((tx) => proposeAwardIn(core, tx, by, applicationId, wanted))
}

/**
 * Proposes an award in the transaction of a decision, which has locked nothing of the request or its account before.
 * @throws AppError `not_found` (also when the account is closed), `own_request`, `request_not_approved`, `invalid_input`, `award_open`,
 *   `already_proposed`, `fund_short`, `idempotency_key_reused`; with a payout `applicant_changed`, `payee_not_usable`
 */
export async function proposeAwardIn(
  core: Core,
  tx: Tx,
  by: Administering,
  applicationId: string,
  { amount, funds, payout, idempotencyKey }: NewAward,
): Promise<string> {
  const now = core.clock.now()
  const idempotencyKeyHash = sha256(idempotencyKey)
  const way = payout ? [[payout.kind, payout.item, payout.payee]] : []
  const requestHash = sha256(
    JSON.stringify([String(amount), funds.map((share) => [share.fund, String(share.amount)]), ...way]),
  )
  const request = await lockRequest(tx, by, applicationId)
  if (request.erasedAt) throw new AppError('not_found', { detail: 'There is no such request.' })
  const before = await selectAwards(tx, { id: applicationId })
  const repeated = before.find((award) => award.idempotencyKeyHash.equals(idempotencyKeyHash))
  if (repeated && !repeated.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
  if (repeated) return repeated.id
  if (request.status !== 'approved') throw new AppError('request_not_approved')
  if (before.some(({ state }) => state === 'granted')) throw new AppError('award_open')
  await lockCounting(tx)
  await requireFitting(tx, request, { amount, funds }, await readGranted(tx, applicationId))
  await requireSpendable(tx, funds)
  const id = newId()
  const counted = await readCounted(tx, [applicationId], now, { withProposed: true })
  const signers = await signersForAward(core, tx, (counted.get(applicationId) ?? 0n) + amount)
  const proposal = { subjectId: applicationId, choice: 'grant', signers, reason: REASONS.award } as const
  await propose(tx, GRANTS, by, proposal, { subjectId: id, after: { state: 'proposed' } }, now)
  // Their proposals have lapsed.
  for (const { id: dead, state } of before) if (state === 'proposed') await endProposedAward(tx, dead, now)
  const [award] = await tx
    .insert(awards)
    .values({ id, applicationId, amount, proposedBy: by.userId, proposedAt: now, idempotencyKeyHash, requestHash })
    .returning()
  invariant(award, 'the award was just inserted')
  await tx
    .insert(awardFunds)
    .values(funds.map(({ fund, amount: part }, place) => ({ awardId: id, place, fund, amount: part })))
  await keepDigest(core, tx, AWARD, id)
  if (payout) await insertDisbursement(core, tx, by, award, { ...payout, amount, idempotencyKeyHash, requestHash })
  return id
}

/** @throws AppError `invalid_input`: over what the request may be granted in all, a fund that it may not draw on, or funds that do not add up */
async function requireFitting(
  tx: Tx,
  { applicationType, urgency }: Application,
  { amount, funds }: Pick<NewAward, 'amount' | 'funds'>,
  { granted, most }: { readonly granted: Kobo; readonly most: Kobo | null },
): Promise<void> {
  const allowed = await fundsFor(tx, applicationType, urgency)
  const fields: FieldError[] = funds.flatMap(({ fund }, place) => {
    const twice = funds.findIndex((share) => share.fund === fund) !== place
    if (!twice && allowed.includes(fund)) return []
    return {
      field: `funds.${place}.fund`,
      message: twice ? 'Name each fund once.' : 'This request cannot draw on this fund.',
    }
  })
  if (funds.reduce((sum, share) => sum + share.amount, 0n) !== amount)
    fields.push({ field: 'funds', message: 'The amounts of the funds must add up to the award.' })
  if (most !== null && granted + amount > most) {
    const of = `This request may be granted ${formatNaira(koboToNaira(most))} in all`
    const message = granted > 0n ? `${of}. ${formatNaira(koboToNaira(granted))} of it is granted already.` : `${of}.`
    fields.push({ field: 'amount', message })
  }
  const [first] = fields
  if (first) throw new AppError('invalid_input', { detail: first.message, fields })
}

/** Proposes a disbursement under a granted award. The same Idempotency-Key finds the same one. */
export async function proposeDisbursement(
  core: Core,
  by: Administering,
  awardId: string,
  { kind, amount, item, payee, idempotencyKey }: NewDisbursement,
): Promise<void> {
  const idempotencyKeyHash = sha256(idempotencyKey)
  const requestHash = sha256(JSON.stringify([kind, String(amount), item, ...(payee === null ? [] : [payee])]))
  await core.db.transaction(async (tx) => {
    const { award, request } = await lockAward(tx, by, awardId)
    const before = await tx.select().from(disbursements).where(eq(disbursements.awardId, awardId))
    const repeated = before.find((each) => each.idempotencyKeyHash.equals(idempotencyKeyHash))
    if (repeated && !repeated.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
    if (repeated) return
    await requireUsable(tx, { award, request })
    await requireSameAward(core, tx, awardId)
    if (amount > award.amount - award.inPayouts) throw new AppError('award_exceeded')
    await insertDisbursement(core, tx, by, award, { kind, amount, item, payee, idempotencyKeyHash, requestHash })
  })
}

/** @throws AppError `applicant_changed`, `payee_not_usable` */
async function insertDisbursement(
  core: Core,
  tx: Tx,
  by: Administering,
  award: Award,
  { payee, ...wanted }: PayoutWay & Pick<Disbursement, 'amount' | 'idempotencyKeyHash' | 'requestHash'>,
): Promise<void> {
  const now = core.clock.now()
  const { applicationId } = award
  await requireSeenApplicant(core, tx, { applicationId, proposedAt: null })
  const payeeId = await choosePayee(tx, { kind: wanted.kind, payee }, applicationId, now)
  const id = newId()
  const proposed = { proposedBy: by.userId, proposedAt: now }
  await tx.insert(disbursements).values({ id, awardId: award.id, ...wanted, payeeId, ...proposed })
  const signers = await signersForDisbursement(core, tx, await readTotalWith(tx, award, now), wanted.amount)
  await keepDigest(core, tx, PAYMENT, id)
  const proposal = { subjectId: id, choice: 'release', reason: REASONS.payout, signers } as const
  await propose(tx, RELEASES, by, proposal, { subjectId: id, after: { state: 'proposed' } }, now)
}
