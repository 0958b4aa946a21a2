/** The state of the running instance in the database: books, jobs, outbox, payments, administrators. Read only. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { DUTY_OF_ACT, type UncoveredAct } from '../../../contract/aid/payout-fields.ts'
import { rolesWith } from '../../../contract/platform/staff-roles.ts'
import { staffWithoutSecondStep, listAdministrators } from '../../people/sign-in/administrators.ts'
import { checkChain } from '../../record/audit/chain.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import type { Job } from '../../platform/jobs.ts'
import { wasGivenUp } from '../../platform/mail/outbox.ts'
import { STOPPED } from '../../platform/sms/sms.ts'
import { countUnread } from '../../aid/complaints/complaints.ts'
import { hasLostFocalPerson } from '../../aid/complaints/readers.ts'
import { FOR_REVIEW } from '../../money/payments/review.ts'
import { readUncoveredActs } from '../../aid/awards/uncovered-acts.ts'
import { findDifferences, readBooksState } from '../../proof/books/books.ts'
import { readFrozenWallets } from '../../proof/books/wallet-books.ts'
import { count, findingsAbout, type Finding } from './finding.ts'

const books = findingsAbout('books')

/** The results of the running instance's checks, or of a full check if there are none yet. */
export async function checkBooksState({ db }: Core): Promise<Finding[]> {
  const state = await readBooksState(db, null)
  const balanced = state === 'unchecked' ? (await findDifferences(db)).length === 0 : state !== 'unbalanced'
  if (!balanced)
    return [
      books.problem(
        'The books do not balance. Change nothing by hand: /admin/books and the log line "the books do not add up" say what differs.',
      ),
    ]
  const said =
    state === 'differs'
      ? books.warning('The books add up, and differ from the provider, the bank, or what a fund holds: /admin/books.')
      : books.ok('The books balance.')
  return [said, ...(await checkMoneyThatWaits({ db }))]
}

const Waiting = z.object({ review: z.coerce.number() })

async function checkMoneyThatWaits({ db }: Pick<Core, 'db'>): Promise<Finding[]> {
  const found: Finding[] = []
  const { review } = await onlyRow(
    db,
    sql`select count(*) as review from payment_attempts where ${FOR_REVIEW}`,
    Waiting,
  )
  if (review > 0)
    found.push(
      books.warning(
        `${count(review, 'payment came', 'payments came')}, but not as asked. Two administrators decide: /admin/books.`,
      ),
    )
  const frozen = (await readFrozenWallets(db)).length
  if (frozen > 0)
    found.push(
      books.warning(
        `${count(frozen, 'wallet is', 'wallets are')} frozen: money was taken back after it had been given away. Talk to the people: /admin/books.`,
      ),
    )
  return found
}

/** Checks that no event of the audit was changed or removed. */
export async function checkAudit({ db }: Core): Promise<Finding[]> {
  const { ok, problem } = findingsAbout('audit')
  const { faults, head } = await checkChain(db)
  if (faults.length > 0)
    return faults.map((fault) => problem(`${fault} Compare with a backup, and find out who has access.`))
  return head === null ? [] : [ok(`The chain of the audit is whole: ${count(head.position, 'entry', 'entries')}.`)]
}

const work = findingsAbout('jobs')

/** An overdue job is not running at all: due jobs are started every second. */
const LATE_MILLISECONDS = minutes(5)

export async function checkJobs({ db, clock }: Core, jobs: readonly Job[]): Promise<Finding[]> {
  const known = new Set(jobs.map(({ name }) => name))
  const found = await rows(
    db,
    sql`select name, next_run_at < ${after(clock.now(), -LATE_MILLISECONDS).toISOString()}::timestamptz as late, last_error from jobs order by name`,
    z.object({ name: z.string(), late: z.boolean(), last_error: z.string().nullable() }),
  )
  const ours = found.filter(({ name }) => known.has(name))
  const late = ours.filter((job) => job.late).map(({ name }) => name)
  const failing = ours.filter((job) => !job.late && job.last_error !== null).map(({ name }) => name)
  const frequent = jobs.filter(({ everyMilliseconds }) => everyMilliseconds <= minutes(1))
  if (late.length > 0 && frequent.every(({ name }) => late.includes(name)))
    return [
      work.problem(
        'No job has run for five minutes: no server is running on this database, or its clock is behind. Start it.',
      ),
    ]
  return [
    ...(late.length > 0
      ? [work.problem(`Overdue: ${late.join(', ')}. Restart the server, and look for "a job failed" in its log.`)]
      : []),
    ...(failing.length > 0
      ? [
          work.warning(
            `Failed at the last run: ${failing.join(', ')}. The log says why ("a job failed"); each is tried again.`,
          ),
        ]
      : []),
    ...(late.length + failing.length === 0 ? [work.ok('Every job runs on time.')] : []),
  ]
}

const GIVEN_UP_WITHIN = hours(7 * 24)
const WAITS_LONG = minutes(10)
const Backlog = z.object({ waiting: z.coerce.number(), given_up: z.coerce.number(), reason: z.string().nullable() })

/** Mail that could not be sent, or has been waiting for a while. */
export async function checkMailBacklog({ db, clock }: Core): Promise<Finding[]> {
  const now = clock.now()
  const { waiting, given_up, reason } = await onlyRow(
    db,
    sql`select count(*) filter (where next_try_at is not null and created_at < ${after(now, -WAITS_LONG).toISOString()}) as waiting,
               count(*) filter (where ${wasGivenUp(now)}) as given_up,
               (array_agg(last_error order by created_at desc) filter (where last_error is not null))[1] as reason
          from outgoing_mail where next_try_at is not null or failed_at is not null`,
    Backlog,
  )
  const { warning } = findingsAbout('mail')
  const why = reason === null ? '' : ` Last answer of the mail server: ${reason}.`
  return [
    ...(waiting > 0
      ? [warning(`${count(waiting, 'email has', 'emails have')} been waiting for more than ten minutes.${why}`)]
      : []),
    ...(given_up > 0
      ? [warning(`${count(given_up, 'email', 'emails')} could not be sent in the last week.${why}`)]
      : []),
  ]
}

const GivenUp = z.object({ given_up: z.coerce.number(), reason: z.string().nullable() })

/** Text messages that could not be sent: codes to sign in, which no list has, and news of requests. Numbers that want none are not meant. */
export async function checkTextBacklog({ db, clock }: Core): Promise<Finding[]> {
  const { given_up, reason } = await onlyRow(
    db,
    sql`select count(*) as given_up, (array_agg(last_error order by failed_at desc))[1] as reason from outgoing_text_messages
         where failed_at > ${after(clock.now(), -GIVEN_UP_WITHIN).toISOString()} and last_error is distinct from ${STOPPED}`,
    GivenUp,
  )
  if (given_up === 0) return []
  const why = reason === null ? '' : ` Last answer of the provider: ${reason}.`
  const { warning } = findingsAbout('text messages')
  return [warning(`${count(given_up, 'text message', 'text messages')} could not be sent in the last week.${why}`)]
}

/** Checks that the provider's messages come in when payments do: if not, its dashboard has another address. */
export async function checkWebhooks({ db, clock, env }: Core): Promise<Finding[]> {
  if (env.mode === 'sandbox') return []
  const since = after(clock.now(), -GIVEN_UP_WITHIN).toISOString()
  const { paid, heard } = await onlyRow(
    db,
    sql`select exists (select from payment_attempts where paid_at > ${since}) as paid,
               exists (select from webhook_events where received_at > ${since}) as heard`,
    z.object({ paid: z.boolean(), heard: z.boolean() }),
  )
  const { ok, warning } = findingsAbout('payments')
  if (heard) return [ok("The provider's webhooks arrive.")]
  if (!paid) return []
  return [
    warning(
      `Payments arrived in the last week, but no webhook. Set ${env.publicUrl}/webhooks/paystack at the provider's dashboard.`,
    ),
  ]
}

export async function checkAdministrators(core: Core): Promise<Finding[]> {
  const { ok, warning } = findingsAbout('people')
  const all = await listAdministrators(core)
  if (all.length === 0) return [warning('There is no administrator yet. Run: npm run admin -- create EMAIL')]
  const found: Finding[] = []
  if (all.length === 1 && core.env.mode !== 'sandbox')
    found.push(warning('There is only one administrator: decisions about money and roles need two.'))
  const bare = await staffWithoutSecondStep(core)
  if (bare.length > 0)
    found.push(warning(`Without a second step: ${bare.join(', ')}. They can set one up at /account.`))
  return found.length > 0
    ? found
    : [ok(`${count(all.length, 'administrator', 'administrators')}, each with a second step.`)]
}

const WHAT = {
  decide: ['a request waits for a decision', 'requests wait for a decision'],
  propose: ['an award waits to be proposed', 'awards wait to be proposed'],
  grant: ['an award waits to be granted', 'awards wait to be granted'],
  check_account: ['a bank account waits to be checked', 'bank accounts wait to be checked'],
  confirm_account: [
    'the check of a bank account waits to be confirmed',
    'checks of bank accounts wait to be confirmed',
  ],
  release: ['a payment waits to be released', 'payments wait to be released'],
  hand_over: ['a payment waits to be handed over', 'payments wait to be handed over'],
} as const satisfies Readonly<Record<UncoveredAct, readonly [string, string]>>

/** Everyone with the role is tied to the request, or has signed before. */
export async function checkUncoveredActs(core: Core): Promise<Finding[]> {
  const { warning } = findingsAbout('people')
  const found = await readUncoveredActs(core, core.db, core.clock.now())
  return [...Map.groupBy(found, ({ act }) => act)].map(([act, waiting]) => {
    const [one, many] = WHAT[act]
    const what = waiting.length === 1 ? one : `${waiting.length} ${many}`
    const roles = rolesWith(DUTY_OF_ACT[act]).join(' or ')
    return warning(
      `No one may act: ${what}. Everyone with the role is tied to the request or has signed already. Add someone with the role ${roles}.`,
    )
  })
}

/** One about a person who works here is shown to the focal person alone: without them it waits unseen. */
export async function checkComplaints(core: Core): Promise<Finding[]> {
  const { problem } = findingsAbout('people')
  const unread = await countUnread(core)
  const waits = count(unread, 'complaint waits', 'complaints wait')
  const name = 'Name an administrator under Settings, Organisation, Complaints, or in FOCAL_PERSON.'
  return [
    ...(unread === 0 ? [] : [problem(`${waits}, and no one may read it. ${name}`)]),
    ...((await hasLostFocalPerson(core, core.db))
      ? [
          problem(
            `Who is named to read them is no administrator, so complaints about people who work here are refused. ${name}`,
          ),
        ]
      : []),
  ]
}
