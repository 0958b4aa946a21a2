/** Public status lookup of a request by its case number and the applicant's telephone number, without a sign-in. */
import { and, eq, isNull } from 'drizzle-orm'
import type { RateLimitName } from '../../../contract/platform/rate-limits.ts'
import { readMobileNumber, readPhoneNumber } from '../../people/sign-in/phone-number.ts'
import type { Core } from '../../platform/core.ts'
import { sameBytes, sha256 } from '../../platform/crypto.ts'
import { AppError } from '../../platform/errors.ts'
import { isBelowLimit, isWithinLimit, uncountRequest } from '../../platform/rate-limits.ts'
import { profiles } from '../../record/profiles/schema.ts'
import { isEarlierNumber, readCaseNumber } from './case-number.ts'
import { aidApplications } from './schema.ts'

interface Typed {
  readonly case_number: string
  readonly phone: string
}

/** A limit, the network and the subject. */
type Count = readonly [RateLimitName, string, string]

/**
 * Reads the status of a request. An unknown case number, another telephone number, a request whose earlier number can be guessed, and a caller
 * past the limits get the same answer after the same statements. Reading with the right numbers counts against no limit.
 * @param address the caller's network
 */
export async function readStanding(core: Core, typed: Typed, address: string) {
  const number = readCaseNumber(typed.case_number) ?? 0n
  const phone = numberOf(typed.phone)
  const ofNetwork = ['wrong_case_numbers', address, ''] as const
  const ofNumbers = [`case ${number}`, `phone ${phone}`].map((subject): Count => [
    'wrong_case_numbers_anywhere',
    '',
    subject,
  ])
  const counts = [ofNetwork, ...ofNumbers]
  const isAllowed = await isWithinLimit(core, ...ofNetwork)
  // Past its own limit, a network cannot use up those of numbers for everyone else.
  const count = isAllowed ? isWithinLimit : isBelowLimit
  const allowed = [isAllowed]
  for (const each of ofNumbers) allowed.push(await count(core, ...each))
  const found = await find(core, number)
  const isSame = sameBytes(sha256(phone), sha256(found ? numberOf(found.phone) : ''))
  const past = counts.find((_, place) => !allowed[place])
  if (past) core.metrics.rateLimited.inc({ limit: past[0] })
  if (past || !found || phone === '' || !isSame || isEarlierNumber(number))
    throw new AppError('not_found', { detail: 'No request has this number and this telephone number.' })
  for (const each of counts) await uncountRequest(core, ...each)
  return {
    status: found.status,
    waiting_for_you: found.waitingSince !== null,
    due_at: found.waitingSince ? null : found.dueAt,
  }
}

/** Digits with the country in front, as people type their number; empty for anything else. */
const numberOf = (phone: string) => readMobileNumber(phone) ?? readPhoneNumber(phone) ?? ''

async function find({ db }: Core, number: bigint) {
  const [found] = await db
    .select({
      status: aidApplications.status,
      dueAt: aidApplications.dueAt,
      waitingSince: aidApplications.waitingSince,
      phone: profiles.phone,
    })
    .from(aidApplications)
    .innerJoin(profiles, eq(profiles.userId, aidApplications.userId))
    .where(and(eq(aidApplications.number, number), isNull(aidApplications.erasedAt)))
  return found
}
