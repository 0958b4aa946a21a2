/** Reads the state of a request: by its case number and the applicant's telephone number, typed or proven, or in a session that sees no more. */
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { RateLimitName } from '../../../contract/platform/rate-limits.ts'
import { CALL_NUMBER } from '../../people/sign-in/people.ts'
import { readMobileNumber, readPhoneNumber } from '../../people/sign-in/phone-number.ts'
import { users } from '../../people/sign-in/schema.ts'
import type { Core } from '../../platform/core.ts'
import { sameBytes, sha256 } from '../../platform/crypto.ts'
import { AppError } from '../../platform/errors.ts'
import { isBelowLimit, isWithinLimit, uncountRequest } from '../../platform/rate-limits.ts'
import { profiles } from '../../record/profiles/schema.ts'
import { caseNumber, isEarlierNumber, readCaseNumber } from './case-number.ts'
import { aidApplications, type Application } from './schema.ts'

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
  const isSame = [found?.proven, found?.phone]
    .map((known) => sameBytes(sha256(phone), sha256(numberOf(known ?? ''))))
    .includes(true)
  const past = counts.find((_, place) => !allowed[place])
  if (past) core.metrics.rateLimited.inc({ limit: past[0] })
  if (past || !found || phone === '' || !isSame || isEarlierNumber(number))
    throw new AppError('not_found', { detail: 'No request has this number and this telephone number.' })
  for (const each of counts) await uncountRequest(core, ...each)
  return standingOf(found)
}

/** The most requests of one person. */
const LISTED_MAX = 50

/** Lists the state of a person's requests, newest first, for a session whose number may have a new owner. */
export async function listStandings({ db }: Core, userId: string) {
  const found = await db
    .select({ number: aidApplications.number, ...STANDING })
    .from(aidApplications)
    .where(and(eq(aidApplications.userId, userId), isNull(aidApplications.erasedAt)))
    .orderBy(desc(aidApplications.createdAt), desc(aidApplications.id))
    .limit(LISTED_MAX)
  return { items: found.map((request) => withNumber(request)) }
}

const withNumber = (request: Pick<Application, 'number' | 'status' | 'dueAt' | 'waitingSince'>) => ({
  case_number: caseNumber(request.number),
  ...standingOf(request),
})

const STANDING = {
  status: aidApplications.status,
  dueAt: aidApplications.dueAt,
  waitingSince: aidApplications.waitingSince,
}

const standingOf = ({ status, dueAt, waitingSince }: Pick<Application, 'status' | 'dueAt' | 'waitingSince'>) => ({
  status,
  waiting_for_you: waitingSince !== null,
  due_at: waitingSince ? null : dueAt,
})

/** Digits with the country in front, as people type their number; empty for anything else. */
const numberOf = (phone: string) => readMobileNumber(phone) ?? readPhoneNumber(phone) ?? ''

async function find({ db }: Core, number: bigint) {
  const [found] = await db
    .select({ ...STANDING, phone: profiles.phone, proven: CALL_NUMBER })
    .from(aidApplications)
    .innerJoin(profiles, eq(profiles.userId, aidApplications.userId))
    .innerJoin(users, eq(users.id, aidApplications.userId))
    .where(and(eq(aidApplications.number, number), isNull(aidApplications.erasedAt)))
  return found
}
