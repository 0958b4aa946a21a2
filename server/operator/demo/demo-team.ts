/** The demo staff's open work: proposals that wait for a second administrator, notes, calls and a shared view. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordCall } from '../../aid/review/calls.ts'
import { addNote } from '../../aid/review/reviews.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { createAuth } from '../../people/sign-in/auth.ts'
import { openSession } from '../../people/sign-in/sessions.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { invitationDecision, proposeInvitation } from '../../office/team/invitations.ts'
import { proposeRoleChange } from '../../office/team/role-changes.ts'
import { confirmAbout } from './demo-decisions.ts'
import { demoEmail } from './demo-people.ts'
import type { DemoMember, DemoStaff } from './demo-staff.ts'

export interface Team extends DemoStaff {
  readonly core: Core
  readonly tx: Tx
  readonly now: Date
  readonly setTime: (to: Date) => void
}

const Found = z.object({ id: z.string() })

/** Musa proposes, so that Halima can confirm; she leaves notes and calls. */
export async function fillTeam(team: Team): Promise<void> {
  const { core, now, setTime, halima, musa, ladi, rashida } = team
  await recordSignIns(team)
  setTime(after(now, -hours(26)))
  const invitation = { email: 'grace.john@taimako.example', roles: ['reviewer'] as const }
  const { id } = await proposeInvitation(core, halima, {
    ...invitation,
    reason: 'She decided requests at our partner.',
  })
  setTime(after(now, -hours(20)))
  await confirmAbout(core, invitationDecision(core), ladi, id)
  await proposeInvitation(core, musa, {
    email: 'amara.obi@taimako.example',
    roles: ['caller'],
    reason: 'She speaks Igbo and calls people in the south-east on Saturdays.',
  })
  await proposeRoleChange(core, musa, {
    email: 'rashida@taimako.example',
    roles: ['reviewer', 'caller'],
    reason: 'Rashida speaks Kanuri. She can call the people whose requests she does not decide.',
  })
  await addNote(core, halima, await requestOf(core, 'Ngozi Eze'), {
    text: '@Rashida Bello, the school confirmed the fees by telephone. Please read the report once more before we decide.',
    mentions: [rashida.userId],
    expectedVersion: undefined,
  })
  setTime(after(now, -hours(3)))
  await addNote(core, rashida, await requestOf(core, 'Samuel Okorie'), {
    text: '@Halima Musa, he called from a new number, and knew his case number. The bill fits the list of the school.',
    mentions: [halima.userId],
    expectedVersion: undefined,
  })
  await recordCalls(core, halima, now)
}

async function recordCalls(core: Core, halima: Administering, now: Date): Promise<void> {
  await recordCall(core, halima, await requestOf(core, 'Chiamaka Obi'), {
    outcome: 'reached',
    text: 'The cast comes off in three weeks. The hospital still waits for the second half of the bill.',
    expectedVersion: undefined,
  })
  await recordCall(core, halima, await requestOf(core, 'Dauda Garba'), {
    outcome: 'not_reached',
    text: 'He did not answer twice. His neighbour says that he is on the farm this week.',
    callAgainOn: after(now, hours(24 * 4))
      .toISOString()
      .slice(0, 10),
    expectedVersion: undefined,
  })
}

/** Hours ago. Who is not here has not signed in yet. */
const SEEN: readonly (readonly [DemoMember, number])[] = [
  ['bilkisu', 24 * 5],
  ['chidi', 30],
  ['femi', 9],
  ['ladi', 7],
  ['rashida', 3],
  ['musa', 1],
]

/** When the team was last here. Bilkisu also has a second step. */
async function recordSignIns({ core, tx, now, setTime, bilkisu, ...team }: Team): Promise<void> {
  const auth = createAuth(core)
  const from = {
    userAgent: 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    address: '192.0.2.7',
    device: randomUUID(),
  }
  for (const [member, ago] of SEEN) {
    setTime(after(now, -hours(ago)))
    const { userId } = { ...team, bilkisu }[member]
    await openSession(auth, tx, userId, 'password', from)
  }
  const at = after(now, -hours(24 * 60)).toISOString()
  await tx.execute(
    sql`insert into factors (id, user_id, friendly_name, factor_type, status, phone, created_at, updated_at)
        values (${newId()}, ${bilkisu.userId}, 'Telephone', 'phone', 'verified', '2348030000096', ${at}, ${at})`,
  )
}

/** @returns the id of the request that this person of the demo sent */
export async function requestOf(core: Core, name: string): Promise<string> {
  const { id } = await onlyRow(
    core.db,
    sql`select aid_applications.id::text from aid_applications join users on users.id = user_id where email = ${demoEmail(name)}`,
    Found,
  )
  return id
}
