/** Messages that went out about a request, by mail or text message, and their delivery. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { DELIVERIES } from '../../../contract/office/admin-reports-fields.ts'
import { REQUEST_NEWS, type RequestNews } from '../../../contract/aid/queue-fields.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { deliveryIn } from '../../platform/delivery.ts'
import { newId } from '../../platform/ids.ts'
import { requestLetters } from './schema.ts'

type SentLetter = Omit<typeof requestLetters.$inferSelect, 'id' | 'stepId' | 'paperRequestId' | 'failedAt'> & {
  readonly stepId?: string | null
  readonly paperRequestId?: string | null
}

/** Records what went out. @param letter `mailId` and `textId` null: nothing did, which is recorded of a step or a request for papers */
export async function recordLetter(tx: Tx, letter: SentLetter): Promise<void> {
  const { mailId, textId, stepId = null, paperRequestId = null } = letter
  if ((mailId ?? textId ?? stepId ?? paperRequestId) === null) return
  await tx.insert(requestLetters).values({ id: newId(), ...letter })
}

const HeldLetter = z.object({ news: z.enum(REQUEST_NEWS), is_true: z.boolean() })

/** Finds the latest news of a held mail that is still true: papers may have come since, or the request was erased. @param held the latest of all */
export async function latestTrue(tx: Tx, mailId: string, held: RequestNews): Promise<RequestNews | null> {
  const letters = await rows(
    tx,
    sql`select news, request.erased_at is null and not ${haveCome(sql`paper_request_id`)} as is_true
          from request_letters join aid_applications as request on request.id = application_id
         where mail_id = ${mailId}::uuid and news <> 'code' order by told_at desc, request_letters.id desc`,
    HeldLetter,
  )
  // Messages about no request have no letter.
  if (!letters.some(({ news }) => news === held)) return held
  return letters.find(({ is_true: isTrue }) => isTrue)?.news ?? null
}

/** Tests that these papers came. Those that a decision closed are open again once it is undone. */
export const haveCome = (paperRequestId: SQL): SQL =>
  sql`exists (select from paper_requests where paper_requests.id = ${paperRequestId} and answered_at is not null)`

/** One of the contract's DELIVERIES, as an expression: of the text message or, without one, of a mail that may be held. */
export function newsDelivery(mailId: SQL, textId: SQL): SQL {
  return sql`case when ${textId} is not null then ${deliveryIn(textId, 'outgoing_text_messages')}
                  when exists (select from request_addresses where held_mail_id = ${mailId}) then 'held'
                  else ${deliveryIn(mailId, 'outgoing_mail')} end`
}

const deliveryOfLetter = sql`coalesce(${newsDelivery(sql`request_letters.mail_id`, sql`request_letters.text_id`)},
  case when request_letters.failed_at is not null then 'failed' end)`

/** One of the contract's DELIVERIES, as an expression; null without a letter. @param isIts picks its step or its request for papers */
export function letterOf(isIts: SQL): SQL {
  return sql`coalesce(
    (select 'waiting' from waiting_letters where ${isIts} limit 1),
    (select ${deliveryOfLetter} from request_letters where ${isIts} limit 1))`
}

const NewsRow = z.object({
  id: z.string(),
  news: z.enum([...REQUEST_NEWS, 'code']),
  by: z.enum(['mail', 'sms']),
  letter: z.enum(DELIVERIES).nullable(),
  created_at: z.coerce.date(),
})

/** The letters that no other line of the timeline shows, oldest first. */
export function readNews(tx: Tx, applicationId: string) {
  return rows(
    tx,
    sql`select id::text, news, case when text_id is null then 'mail' else 'sms' end as by, ${deliveryOfLetter} as letter, told_at as created_at
          from request_letters
         where application_id = ${applicationId}::uuid and step_id is null and paper_request_id is null and news <> 'message'
         order by told_at, id`,
    NewsRow,
  )
}
