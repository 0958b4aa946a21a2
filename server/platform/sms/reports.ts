/**
 * Reports of delivery. The first final one wins; only a delivery replaces one that a phone was out of reach. What we never sent changes
 * nothing.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Core } from '../core.ts'
import { rows } from '../db/db.ts'
import type { ProviderId } from './sms.ts'
import { stopNumber } from './stopped-numbers.ts'

export interface TextReport {
  readonly providerId: string
  /** Digits only, with the country in front. */
  readonly to: string
  /** `open`: it is on its way, or the word is unknown to us. */
  readonly state: 'open' | 'delivered' | 'undelivered'
  /** The provider's word. */
  readonly report: string
  /** The number's owner wants no texts from us. */
  readonly isOptedOut: boolean
}

/**
 * Keeps the provider's id of an accepted message. A report that came before it was taken for this message: one of another id is undone.
 */
export async function keepProviderId({ db }: Core, id: string, providerId: ProviderId): Promise<void> {
  await db.execute(sql`
    update outgoing_text_messages
       set provider_id = ${providerId}::text,
           delivered_at = case when provider_id = ${providerId}::text then delivered_at end,
           undelivered_at = case when provider_id = ${providerId}::text then undelivered_at end,
           report = case when provider_id = ${providerId}::text then report end
     where id = ${id}::uuid`)
}

/** @returns whether it changed a message of ours */
export async function applyReport(core: Core, report: TextReport): Promise<boolean> {
  const changed = (await applyToKnown(core, report)) || (await applyToUnsent(core, report))
  if (changed && report.isOptedOut) await stopNumber(core, report.to)
  return changed
}

const Changed = z.object({ id: z.string() })

const setReport = ({ state, report }: TextReport, now: string) => sql`
  report = ${report},
  delivered_at = case when ${state} = 'delivered' then ${now}::timestamptz else delivered_at end,
  undelivered_at = case when ${state} = 'undelivered' then ${now}::timestamptz else undelivered_at end`

/** Termii's and Africa's Talking's words for a phone that was off or out of reach. */
const IS_OUT_OF_REACH = sql`lower(split_part(report, ' |', 1)) in ('expired', 'absentsubscriber')`

/** By the provider's id and the number: an id that two messages share says nothing about either. */
async function applyToKnown({ db, clock }: Core, report: TextReport): Promise<boolean> {
  const { providerId, to, state } = report
  const changed = await rows(
    db,
    sql`update outgoing_text_messages set ${setReport(report, clock.now().toISOString())}
         where id in (select min(id::text)::uuid from outgoing_text_messages
                       where provider_id = ${providerId} and recipient = ${to} having count(*) = 1)
           and delivered_at is null
           and (undelivered_at is null or (${state} = 'delivered' and ${IS_OUT_OF_REACH}))
        returning id::text`,
    Changed,
  )
  return changed.length > 0
}

/** A report may overtake the answer to our call: it is about the one message that is being sent to this number, unless its id is known. */
async function applyToUnsent({ db, clock }: Core, report: TextReport): Promise<boolean> {
  const { providerId, to } = report
  const now = clock.now().toISOString()
  const changed = await rows(
    db,
    sql`update outgoing_text_messages set ${setReport(report, now)}, provider_id = ${providerId}
         where id in (select min(id::text)::uuid from outgoing_text_messages
                       where recipient = ${to} and next_try_at is not null and claimed_until > ${now}::timestamptz having count(*) = 1)
           and provider_id is null
           and not exists (select from outgoing_text_messages where provider_id = ${providerId})
        returning id::text`,
    Changed,
  )
  return changed.length > 0
}
