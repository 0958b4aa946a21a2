/** What the demo's staff left to each other: proposals that wait for a second administrator, notes, a call and a shared view. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordCall } from '../applications/calls-and-prints.ts'
import { saveView } from '../applications/queue/saved-views.ts'
import { addNote } from '../applications/reviews.ts'
import type { Administering } from '../audit/audit.ts'
import type { Core } from '../lib/core.ts'
import { onlyRow } from '../lib/db/db.ts'
import { proposeInvitation } from '../team/invitations.ts'
import { proposeRoleChange } from '../team/role-changes.ts'
import { demoEmail } from './demo-people.ts'

const Found = z.object({ id: z.string() })

/** @param halima leaves notes @param musa proposes, so that she can confirm */
export async function fillTeam(core: Core, halima: Administering, musa: Administering): Promise<void> {
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
  const { id: rashida } = await onlyRow(
    core.db,
    sql`select id::text from users where email = 'rashida@taimako.example'`,
    Found,
  )
  await addNote(core, halima, await requestOf(core, 'Ngozi Eze'), {
    text: '@Rashida Bello, the school confirmed the fees by telephone. Please read the report once more before we decide.',
    mentions: [rashida],
    expectedVersion: undefined,
  })
  await recordCall(core, halima, await requestOf(core, 'Chiamaka Obi'), {
    answered: true,
    text: 'The cast comes off in three weeks. The hospital still waits for the second half of the bill.',
    expectedVersion: undefined,
  })
  await saveView(core, halima, { name: 'School fees, urgent', query: 'type=schoolfees&urgency=high', shared: true })
}

async function requestOf(core: Core, name: string): Promise<string> {
  const { id } = await onlyRow(
    core.db,
    sql`select aid_applications.id::text from aid_applications join users on users.id = user_id where email = ${demoEmail(name)}`,
    Found,
  )
  return id
}
