/**
 * Versions of privacy notice, terms and refunds. A publication that changes what one says makes a new version, as does a build whose
 * own text differs; each stays readable, as consents name it (decision 0083).
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { policiesOf, type WholePolicy } from '../../../contract/platform/our-policies.ts'
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { ourOrganisation } from '../../../contract/platform/our-organisation.ts'
import { OUR_POLICY_VERSION } from '../../../contract/platform/our-policy-version.ts'
import { POLICIES_STORED_SINCE, POLICY_NAMES, type PolicyName } from '../../../contract/platform/policy-names.ts'
import type { Core } from '../core.ts'
import { sha256 } from '../crypto.ts'
import { rows, type Db, type Tx } from '../db/db.ts'
import { AppError, refusedField } from '../errors.ts'
import { dayInLagos } from '../lagos-days.ts'

const Content = z.object({
  language: z.string(),
  sections: z.array(z.object({ title: z.string(), text: z.string(), isOurs: z.boolean() })),
})

const Row = z.object({
  policy: z.enum(POLICY_NAMES),
  version: z.string(),
  digest: z.string(),
  since: z.coerce.date(),
})
type Listed = z.output<typeof Row>

/** Oldest first. */
export const listPolicyVersions = (db: Db | Tx): Promise<Listed[]> =>
  rows(db, sql`select policy, version, digest, since from policy_versions order by since, policy_versions.version`, Row)

/** @returns null: it was not stored */
export async function findPolicyVersion(db: Db, policy: PolicyName, version: string) {
  const [found] = await rows(
    db,
    sql`select policy, version, digest, since, content from policy_versions where policy = ${policy} and version = ${version}`,
    Row.extend({ content: Content }),
  )
  return found ?? null
}

/** The versions in force. */
export async function currentPolicyVersions(db: Db): Promise<PolicyVersions> {
  const stored = await listPolicyVersions(db)
  const newest = (policy: PolicyName) => stored.findLast((row) => row.policy === policy)?.version ?? OUR_POLICY_VERSION
  return { privacy: newest('privacy'), terms: newest('terms'), refunds: newest('refunds') }
}

/** Whether people can read a version here. */
export async function isPolicyStored(db: Db | Tx, policy: PolicyName, version: string): Promise<boolean> {
  const where = sql`policy = ${policy} and version = ${version}`
  return (await rows(db, sql`select version from policy_versions where ${where}`, z.unknown())).length > 0
}

/**
 * Accepts every version that was ever in force: a form may have been opened before the newest, and its person agreed to what it showed.
 * @throws AppError `invalid_input`: there was none of this name
 */
export async function requirePolicyVersion(
  db: Db | Tx,
  policy: keyof typeof AGREED,
  version: string | null,
): Promise<void> {
  if (version === null || version < POLICIES_STORED_SINCE || version === OUR_POLICY_VERSION) return
  const known = knownTo.get(db) ?? new Set()
  if (known.has(`${policy} ${version}`)) return
  if (await isPolicyStored(db, policy, version)) {
    knownTo.set(db, known.add(`${policy} ${version}`))
    return
  }
  throw refusedField(`${policy}_version`, `Load the page again: there is no such version of ${AGREED[policy]}.`)
}

/** Those that a process found: a gift has no round trip more, and no version is ever deleted. */
const knownTo = new WeakMap<Db | Tx, Set<string>>()

/** Named by what people send. */
const AGREED = { privacy: 'the privacy notice', terms: 'the terms of use' } as const

export const digestOf = ({ language, sections }: WholePolicy): string =>
  sha256(JSON.stringify([language, ...sections.map(({ title, text, isOurs }) => [title, text, isOurs])])).toString(
    'hex',
  )

interface Named {
  readonly version: string
  readonly digest: string
  readonly content: WholePolicy
  readonly isNew: boolean
}

/** The three texts of an organisation, each with its version. */
export interface NamedPolicies {
  readonly organisation: Organisation
  /** When they were named. */
  readonly at: Date
  readonly named: Readonly<Record<PolicyName, Named>>
}

/** Names the versions of an organisation's texts. One that differs from the version in force is a new one of this day. */
export async function namePolicies(db: Db | Tx, organisation: Organisation, now: Date): Promise<NamedPolicies> {
  const stored = await listPolicyVersions(db)
  const [whole, ours] = [policiesOf(organisation), policiesOf(ourOrganisation)]
  const day = dayInLagos(now)
  const nameOf = (policy: PolicyName): Named => {
    const content = whole[policy]
    const digest = digestOf(content)
    const before = stored.filter((row) => row.policy === policy)
    const newest = before.at(-1)
    const same = newest ? newest.digest === digest : digest === digestOf(ours[policy])
    if (same) return { version: newest?.version ?? OUR_POLICY_VERSION, digest, content, isNew: !newest }
    const taken = new Set([OUR_POLICY_VERSION, ...before.map(({ version }) => version)])
    let version = day
    for (let place = 2; taken.has(version); place += 1) version = `${day}.${place}`
    return { version, digest, content, isNew: true }
  }
  const named = { privacy: nameOf('privacy'), terms: nameOf('terms'), refunds: nameOf('refunds') }
  return { organisation, at: now, named }
}

/** Stores the new ones among them. @throws AppError `draft_changed`: another process stored one meanwhile, so that these have other names */
export async function storePolicies(tx: Tx, { organisation, at, named }: NamedPolicies, now: Date): Promise<void> {
  if (!POLICY_NAMES.some((policy) => named[policy].isNew)) return
  await tx.execute(sql`lock table policy_versions in share row exclusive mode`)
  const { named: current } = await namePolicies(tx, organisation, at)
  for (const policy of POLICY_NAMES) {
    const { version, digest, content, isNew } = current[policy]
    if (version !== named[policy].version) throw new AppError('draft_changed')
    if (isNew)
      await tx.execute(sql`
        insert into policy_versions (policy, version, content, digest, since)
        values (${policy}, ${version}, ${JSON.stringify(content)}::jsonb, ${digest}, ${now.toISOString()}::timestamptz)`)
  }
}

/** Names and stores those of what is in force: a new build may bring another text of ours. */
export function ensurePolicies({ db, clock }: Pick<Core, 'db' | 'clock'>, shown: Organisation): Promise<NamedPolicies> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table policy_versions in share row exclusive mode`)
    const policies = await namePolicies(tx, shown, now)
    await storePolicies(tx, policies, now)
    return policies
  })
}

/** Before the first publication, pages show those of the build: their version is ours, whatever the day. */
export async function storeOurPolicies({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const whole = policiesOf(ourOrganisation)
  for (const policy of POLICY_NAMES)
    await db.execute(sql`
      insert into policy_versions (policy, version, content, digest, since)
      values (${policy}, ${OUR_POLICY_VERSION}, ${JSON.stringify(whole[policy])}::jsonb, ${digestOf(whole[policy])}, ${clock.now().toISOString()}::timestamptz)
      on conflict do nothing`)
}

/** Those that pages of a build without an organisation show. */
export const OUR_POLICY_VERSIONS: PolicyVersions = {
  privacy: OUR_POLICY_VERSION,
  terms: OUR_POLICY_VERSION,
  refunds: OUR_POLICY_VERSION,
}
export type PolicyVersions = Readonly<Record<PolicyName, string>>

export const versionsOf = ({ named }: NamedPolicies): PolicyVersions => ({
  privacy: named.privacy.version,
  terms: named.terms.version,
  refunds: named.refunds.version,
})
