/** The staff of the demo. Made up. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { StaffRole } from '../../../contract/platform/staff-roles.ts'
import { makeAdministrator } from '../../people/sign-in/administrators.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import type { Approver } from '../../aid/awards/subjects.ts'
import { saveProfile, setStaffRoles } from '../../record/profiles/profiles.ts'

/** The first three act in the demo; the others show what each role sees. Bilkisu is away, with work to hand over. */
const STAFF = {
  halima: ['Halima Musa', 'administrator'],
  musa: ['Musa Adamu', 'administrator'],
  ladi: ['Ladi Pam', 'administrator'],
  rashida: ['Rashida Bello', 'reviewer'],
  femi: ['Femi Adeyemi', 'finance'],
  sarah: ['Sarah Okafor', 'caller'],
  chidi: ['Chidi Eze', 'auditor'],
  bilkisu: ['Bilkisu Tanko', 'reviewer'],
} as const satisfies Readonly<Record<string, readonly [fullName: string, role: StaffRole]>>

export type DemoMember = keyof typeof STAFF
export type DemoStaff = Readonly<Record<DemoMember, Approver>>

const addressOf = (member: string) => `${member}@taimako.example`
export const staffAddresses = Object.keys(STAFF).map(addressOf)

/** Staff who sign in, each with their role. Not Bilkisu, who has a second step. */
export const staffSignIns = Object.entries(STAFF)
  .filter(([member]) => member !== 'bilkisu')
  .map(([member, [, role]]) => `${addressOf(member)} (${role})`)

export async function makeStaff(core: Core, tx: Tx, passwordHash: string): Promise<DemoStaff> {
  const credentials = { passwordHash, passwordExpiresAt: null, passwordChangeRequired: false }
  const make = async (member: DemoMember): Promise<Approver> => {
    const [fullName, role] = STAFF[member]
    const email = addressOf(member)
    await makeAdministrator(core, email, credentials, { reset: false })
    const account = sql`select id::text from users where email = ${email}`
    const { id: userId } = await onlyRow(tx, account, z.object({ id: z.string() }))
    await setStaffRoles(tx, userId, [role], core.clock.now())
    await saveProfile(core, userId, { fullName, phone: undefined, address: undefined, bio: undefined })
    return { userId, role: 'admin', requestId: 'demo', sessionId: randomUUID() }
  }
  return {
    halima: await make('halima'),
    musa: await make('musa'),
    ladi: await make('ladi'),
    rashida: await make('rashida'),
    femi: await make('femi'),
    sarah: await make('sarah'),
    chidi: await make('chidi'),
    bilkisu: await make('bilkisu'),
  }
}
