/**
 * A person for whom staff entered a request claims their profile: their account gets its requests and papers. They need a case number,
 * and the code that a text message brings to the telephone in the profile (decision 0031).
 */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { detachDocuments } from '../requests/application-documents.ts'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import { isNumberOfHelper } from '../requests/helpers.ts'
import { languageOf } from '../requests/spoken-language.ts'
import { leaveTiedOwners } from '../requests/tied-owners.ts'
import { takeActsBack } from '../requests/undone-acts.ts'
import { accountWords } from '../../people/sign-in/account-texts.ts'
import { isEarlierNumber, readCaseNumber } from '../requests/case-number.ts'
import { moveRequests } from '../review/move-requests.ts'
import { aidApplications } from '../requests/schema.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { lockOpenAccounts } from '../../people/sign-in/open-account.ts'
import { CAN_SIGN_IN } from '../../people/sign-in/people.ts'
import { trySignedIn } from '../../people/sign-in/tries.ts'
import { readPhoneNumber } from '../../people/sign-in/phone-number.ts'
import { deleteClaim, findClaim, recordClaim } from '../../people/households/claimed.ts'
import { isEnded } from '../../people/households/ended.ts'
import { linkClaimed, requireOthers, unlinkClaimed } from '../../people/households/links.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { countRequest, isWithinLimit, uncountRequest } from '../../platform/rate-limits.ts'
import { enqueueText } from '../../platform/sms/outbox.ts'
import { voidAwards } from '../awards/awards.ts'
import { completeProfile, emptyFilled, getProfile, lockProfile } from '../../record/profiles/profiles.ts'
import { deleteCodes, matchCode, refused, requireTexts, sendCode } from './claim-codes.ts'

const NO_SUCH = { detail: 'There is no such person.' }

/** Sends a code for a person at the request of staff. */
export function sendClaimCode(core: Core, by: Administering, profileId: string) {
  requireTexts(core)
  return core.db.transaction(async (tx) => {
    const person = await lockPerson(tx, profileId)
    if (!person) throw new AppError('not_found', NO_SUCH)
    if (person.can_sign_in) throw refused('This person can sign in already.')
    if (person.has_ended) throw refused('This profile has ended: merged into another, or claimed already.')
    if (person.number === null) throw refused('This person has no request.')
    const { phone, number } = person
    const sent = await sendCode(core, tx, { profileId, phone, number, by: { sentBy: by.userId } })
    const about = { subject: 'beneficiary', subjectId: profileId, personId: person.user_id } as const
    await recordAudit(tx, { by, action: 'beneficiary.claim_code_sent', ...about }, core.clock.now())
    return sent
  })
}

/**
 * Sends a code at the request of the person, after the answer: neither it nor its time tells whether there is such a request. For an earlier
 * number, which can be guessed, only staff send one.
 * @throws AppError `claim_refused` (staff, or no text messages are sent here), `rate_limited`
 */
export async function requestClaimCode(core: Core, caller: Caller, typed: string): Promise<void> {
  requireTexts(core)
  refuseStaff(caller)
  await countRequest(core, 'text_messages', '', caller.userId)
  core.background.run('claim.code', () =>
    core.db.transaction(async (tx) => {
      const found = await findByCase(tx, typed)
      const person = found && (await lockPerson(tx, found.profileId))
      if (
        !found ||
        found.enteredBy === caller.userId ||
        isEarlierNumber(found.number) ||
        !person ||
        person.can_sign_in ||
        person.has_ended ||
        // Their helper would get it. Staff, who know the person, can send one.
        person.is_of_helper
      )
        return
      const { profileId, number } = found
      try {
        await sendCode(core, tx, { profileId, phone: person.phone, number, by: { askedBy: caller.userId } })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
    }),
  )
}

/**
 * Claims a profile. An unknown case number, a profile that is claimed or never was entered by staff, a wrong, expired or used-up code
 * are refused alike. Claiming again what is the caller's own changes nothing.
 * @returns how many requests are the caller's now that were not before
 * @throws AppError `code_not_accepted`, `claim_refused` (staff), `rate_limited`
 */
export async function claimProfile(
  core: Core,
  caller: Caller,
  typed: { case_number: string; code: string },
  address: string,
) {
  refuseStaff(caller)
  // Accounts are free, so a session's own limit alone would let one network try them all.
  await countRequest(core, 'wrong_claim_codes', address)
  let requests = null as number | null
  await trySignedIn(core, 'code', caller.sessionId, async () => {
    requests = await core.db.transaction((tx) => redeem(core, tx, caller, typed))
    return requests !== null
  })
  if (requests === null) {
    // Never refuses: the alert counts it.
    if (!(await isWithinLimit(core, 'wrong_claim_codes_anywhere', '')))
      core.metrics.rateLimited.inc({ limit: 'wrong_claim_codes_anywhere' })
    throw new AppError('code_not_accepted')
  }
  await uncountRequest(core, 'wrong_claim_codes', address)
  return { requests }
}

async function redeem(core: Core, tx: Tx, caller: Caller, typed: { case_number: string; code: string }) {
  const found = await findByCase(tx, typed.case_number)
  if (found?.userId === caller.userId) return 0
  // Whoever asked for a person could read and confirm everything as them.
  if (found?.enteredBy === caller.userId)
    throw refused('You asked for this person. They can take over with an account of their own.')
  if (!(await lockOpenAccounts(tx, [caller.userId, ...(found ? [found.userId] : [])], 'no key update'))) return null
  // Finds it moved by the same call, sent twice.
  if ((await findByCase(tx, typed.case_number))?.userId === caller.userId) return 0
  const person = found && (await lockPerson(tx, found.profileId))
  const isOpen = person && !person.can_sign_in && !person.has_ended && person.user_id === found.userId
  const claimed = { profileId: isOpen ? found.profileId : null, userId: caller.userId }
  const code = await matchCode(core, tx, claimed, typed.code)
  if (!code || !found || (isEarlierNumber(found.number) && code.sentBy === null)) return null
  const now = core.clock.now()
  const [from, to] = [await getProfile({ db: tx }, found.userId), await getProfile({ db: tx }, caller.userId)]
  const language = await languageOf(core, tx, found.userId, null)
  const moved = await moveRequests(tx, { userId: caller.userId }, { from, to, only: null }, now)
  const filled = await completeProfile(tx, caller.userId, from, now)
  const before = await linkClaimed(tx, [from.userId, caller.userId], code.sentBy ?? caller.userId, now)
  await recordClaim(tx, {
    profileId: from.id,
    claimedBy: caller.userId,
    requests: moved,
    claimedAt: now,
    filled,
    linkBefore: before?.link ?? null,
    saidBeforeBy: before?.saidBy ?? null,
    saidBeforeAt: before?.saidAt ?? null,
  })
  const by = { applicantId: caller.userId }
  await leaveTiedOwners(tx, caller.userId, now)
  await deleteCodes(tx, from.id)
  await tellPhone(core, tx, from.phone, language)
  await voidAwards(tx, by, moved, now)
  const audited = { by, action: 'beneficiary.claimed', subject: 'beneficiary' } as const
  await recordAudit(tx, { ...audited, subjectId: from.id, personId: from.userId, after: { claimed_by: to.id } }, now)
  await recordAudit(tx, { ...audited, subjectId: to.id, personId: to.userId, before: { merged: from.id } }, now)
  return moved.length
}

/**
 * Undoes a claim. The requests that moved return without what the claimer added to them: papers, changes of undecided requests, a bank account,
 * wishes. Their papers are closed to the account, and the fields that the claim filled in its profile are emptied.
 * @param id of the profile that was claimed
 * @throws AppError `not_found`, `own_request`: the caller is of the household of these people
 */
export async function undoClaim({ db, clock }: Core, by: Administering, id: string) {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const found = await findClaim(tx, id)
    // A closed account has nothing that could move back.
    if (found) await lockOpenAccounts(tx, [found.claimedBy, found.userId], 'no key update')
    const claim = await deleteClaim(tx, id)
    if (!found || claim?.claimedBy !== found.claimedBy)
      throw new AppError('not_found', { detail: 'There is no such claim.' })
    const [from, to] = [await getProfile({ db: tx }, claim.claimedBy), await getProfile({ db: tx }, claim.userId)]
    await requireOthers(tx, by, [from, to])
    // Comes before the requests, as in an approval.
    await lockProfile(tx, from.id)
    await moveRequests(tx, by, { from, to, only: claim.requests }, now)
    await detachDocuments(tx, claim.claimedBy, now)
    await takeActsBack(tx, by, { requestIds: claim.requests, since: claim.claimedAt }, now)
    await voidAwards(tx, by, claim.requests, now)
    await emptyFilled(tx, from.userId, to, claim.filled, now)
    const { linkBefore: link, saidBeforeBy: saidBy, saidBeforeAt: saidAt } = claim
    const before = link && saidBy && saidAt ? { link, saidBy, saidAt } : null
    await unlinkClaimed(tx, [from.userId, to.userId], before)
    for (const { id: subjectId, userId: personId } of [from, to]) {
      const about = { subject: 'beneficiary', subjectId, personId } as const
      await recordAudit(tx, { by, action: 'beneficiary.claim_undone', ...about }, now)
    }
    return { id }
  })
}

/** Staff could enter a request with their own telephone, and read and confirm it as its applicant. */
function refuseStaff({ role }: Caller): void {
  if (role === 'admin') throw refused('Staff cannot claim a profile. Use an account without a role.')
}

/** The request with a typed case number, with its person's profile; null without one. */
async function findByCase(tx: Tx, typed: string) {
  const number = readCaseNumber(typed)
  if (number === undefined) return null
  const [found] = await tx.select().from(aidApplications).where(eq(aidApplications.number, number))
  if (!found || found.erasedAt || found.beneficiaryId === null) return null
  return { profileId: found.beneficiaryId, userId: found.userId, enteredBy: found.enteredBy, number }
}

const PersonRow = z.object({
  user_id: z.string(),
  phone: z.string(),
  can_sign_in: z.boolean(),
  has_ended: z.boolean(),
  is_of_helper: z.boolean(),
  number: z.coerce.bigint().nullable(),
})

/** A beneficiary, locked until the transaction ends; with the number of their newest request. */
async function lockPerson(tx: Tx, profileId: string) {
  const [found] = await rows(
    tx,
    sql`select profiles.user_id::text, profiles.phone, ${CAN_SIGN_IN} as can_sign_in, ${isEnded(sql`profiles.id`)} as has_ended,
               ${isNumberOfHelper(sql`users.id`, sql`profiles.phone`)} as is_of_helper,
               (select max(number)::text from aid_applications where user_id = profiles.user_id and erased_at is null) as number
          from profiles join users on users.id = profiles.user_id
         where profiles.id = ${profileId}::uuid and profiles.role = 'beneficiary' and users.closed_at is null
           for no key update of profiles, users`,
    PersonRow,
  )
  return found
}

/** Texts the applicant's number about a claim, in case a stranger made it. The text does not name the request. */
async function tellPhone(core: Core, tx: Tx, phone: string, language: LanguageTag | null): Promise<void> {
  const to = readPhoneNumber(phone)
  if (to === null || !core.env.accounts.phoneFactor) return
  const { short_name: name, support } = core.organisation.shown
  const text = accountWords(language).texts.claimed(name, support.phone)
  await enqueueText(core, tx, { to, text, expiresAt: after(core.clock.now(), hours(24)) })
}
