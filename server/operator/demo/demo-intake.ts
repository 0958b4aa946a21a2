/** People whom the demo's staff entered twice, each linked as one person. Made up. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ApplicationType, IntakeChannel } from '../../../contract/aid/application-fields.ts'
import { enterRequest } from '../../aid/review/intake.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { createStorage } from '../../platform/storage/create-storage.ts'
import { linkPeople } from '../../people/households/links.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow } from '../../platform/db/db.ts'

interface Entered {
  readonly name: string
  readonly phone: string
  readonly address: string
  readonly channel: IntakeChannel
  readonly type: ApplicationType
  readonly naira: bigint
  readonly text: string
  readonly daysAgo: number
}

const TWICE: readonly { readonly first: Entered; readonly again: Entered }[] = [
  {
    first: {
      name: 'Hajara Suleiman',
      phone: '08030000091',
      address: 'Behind the grain market, Maiduguri',
      channel: 'walk_in',
      type: 'food',
      naira: 18_000n,
      text: 'She came with two of her five children. They eat once a day since the harvest failed.',
      daysAgo: 6,
    },
    again: {
      name: 'Hajara Suleman',
      phone: '08030000091',
      address: 'Behind the grain market, Maiduguri',
      channel: 'call',
      type: 'schoolfees',
      naira: 24_000n,
      text: 'She called about the fees of her eldest daughter. The school sends her home from Monday.',
      daysAgo: 2,
    },
  },
  {
    first: {
      name: 'Garba Isa',
      phone: '08030000092',
      address: 'Camp gate 3, Gwoza',
      channel: 'field',
      type: 'shelter',
      naira: 30_000n,
      text: 'His tent let in the rain. He asks for a tarpaulin and poles.',
      daysAgo: 12,
    },
    again: {
      name: 'Garba Isah',
      phone: '08030000092',
      address: 'Gate 3, Gwoza camp',
      channel: 'field',
      type: 'medical_fee',
      naira: 9_000n,
      text: 'Malaria drugs for his mother, who lives with him.',
      daysAgo: 9,
    },
  },
]

export interface Intake {
  readonly core: Core
  readonly now: Date
  readonly setTime: (to: Date) => void
  readonly musa: Administering
}

export async function fillIntake(intake: Intake): Promise<void> {
  const { core, musa } = intake
  for (const { first, again } of TWICE) {
    const id = await enter(intake, first)
    const other = await enter(intake, again)
    await linkPeople(core, musa, { id, other }, 'same_person')
  }
}

/** @returns the id of their profile */
async function enter({ core, now, setTime, musa }: Intake, entered: Entered): Promise<string> {
  setTime(after(now, -hours(24 * entered.daysAgo)))
  const { name, phone, address, channel, type, naira, text } = entered
  const request = {
    applicationType: type,
    description: text,
    amountRequested: naira * 100n,
    location: null,
    urgency: 'high',
    documents: [],
    privacyVersion: null,
  } as const
  const person = { is: 'new', full_name: name, phone, address } as const
  const sent = { idempotencyKey: randomUUID(), origins: [] }
  const documents = { ...core, storage: createStorage(core.env) }
  const { application } = await enterRequest(documents, musa, { channel, person, request, beyondReason: null }, sent)
  const profile = sql`select beneficiary_id::text as id from aid_applications where id = ${application.id}::uuid`
  return (await onlyRow(core.db, profile, z.object({ id: z.string() }))).id
}
