/** Plays the work of the demo's staff: the inbox, notes and calls, tags, and proposals that wait for a second person. Made up. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { answerComplaint, listComplaints, receiveComplaint } from '../../aid/complaints/complaints.ts'
import { caseNumber } from '../../aid/requests/case-number.ts'
import { recordCall } from '../../aid/review/calls.ts'
import { tagRequest } from '../../aid/review/queue/tags.ts'
import { addNote } from '../../aid/review/reviews.ts'
import { waitingLettersJob } from '../../aid/review/waiting-letters.ts'
import { sendContactMessage } from '../../office/messages/contact-messages.ts'
import { answerOnPage } from '../../office/messages/own-threads.ts'
import { sendReply } from '../../office/messages/replies.ts'
import { linkMessage, writeToApplicant } from '../../office/messages/threads.ts'
import { waitingRepliesJob } from '../../office/messages/waiting-replies.ts'
import { invitationDecision, proposeInvitation } from '../../office/team/invitations.ts'
import { proposeRoleChange } from '../../office/team/role-changes.ts'
import { makeAdministrator } from '../../people/sign-in/administrators.ts'
import { createAuth } from '../../people/sign-in/auth.ts'
import { openSession } from '../../people/sign-in/sessions.ts'
import { after, hours } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { saveProfile, setStaffRoles } from '../../record/profiles/profiles.ts'
import { DEMO_RECIPIENT, demoEmail, STAFF, staffEmail, type DemoMember } from './people.ts'
import { confirmAbout, daysBefore, requestOf, type DemoStaff, type Stage } from './stage.ts'

export async function makeStaff({ core, tx }: Stage, passwordHash: string): Promise<DemoStaff> {
  const credentials = { passwordHash, passwordExpiresAt: null, passwordChangeRequired: false }
  const make = async (member: DemoMember) => {
    const [fullName, role] = STAFF[member]
    const email = staffEmail(member)
    await makeAdministrator(core, email, credentials, { reset: false })
    const account = sql`select id::text from users where email = ${email}`
    const { id: userId } = await onlyRow(tx, account, z.object({ id: z.string() }))
    await setStaffRoles(tx, userId, [role], core.clock.now())
    await saveProfile(core, userId, { fullName, phone: undefined, address: undefined, bio: undefined })
    return { userId, role: 'admin', requestId: 'demo', sessionId: randomUUID() } as const
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

const MESSAGES = [
  {
    from: 'Uche Madu',
    subject: 'Receipt for my office',
    message: 'I gave ₦10,000 in March. My office needs the receipt again. Where do I find it?',
    daysAgo: 6,
    reply:
      'Dear Uche,\n\nplease open taimako.example/receipts and enter the code of your gift. You can print it there.\n\nHalima',
  },
  {
    from: 'Bukola Ojo',
    subject: 'Helping in Ibadan',
    message: 'Our thrift group would like to carry goods to people in Ibadan. Whom do we talk to?',
    daysAgo: 3,
  },
  {
    from: 'Samuel Okorie',
    subject: 'My number has changed',
    message: 'I asked for school fees last week. My phone was stolen, and the number in my request is no longer mine.',
    daysAgo: 1,
    isAboutRequest: true,
  },
] as const

const COMPLAINTS = [
  {
    kind: 'goods',
    text: 'One of the two bags of rice that I got in Kaduna was wet.',
    daysAgo: 20,
    answer: 'We are sorry. The shop has agreed to replace it: show your slip there until the end of the month.',
  },
  { kind: 'conduct', text: 'I was told to come back three times, and waited all day each time.', daysAgo: 2 },
] as const

const TAGGED = [
  ['School list 2026', ['Ngozi Eze', 'Titi Adebayo', 'Tunde Adeyemi']],
  ['Home visit', ['Bisi Adeyemi', 'Ngozi Eze']],
  ['Flood in Borno', ['Blessing Ita']],
] as const

/** When the team was last here, in hours ago. The others have not signed in yet. */
const SEEN: readonly (readonly [DemoMember, number])[] = [
  ['bilkisu', 24 * 5],
  ['chidi', 30],
  ['femi', 9],
  ['ladi', 7],
  ['rashida', 3],
  ['musa', 1],
]

export async function playOffice(stage: Stage, staff: DemoStaff): Promise<void> {
  const { core, now, setTime } = stage
  const { halima } = staff
  const at = (hoursAgo: number) => setTime(after(now, -hours(hoursAgo)))
  for (const { daysAgo, from, subject, message, ...rest } of MESSAGES) {
    at(24 * daysAgo)
    const [firstName = '', lastName = ''] = from.split(' ')
    const content = { firstName, lastName, email: demoEmail(from), subject, message }
    const { id } = await sendContactMessage(core, content, { idempotencyKey: randomUUID(), privacyVersion: null })
    if ('isAboutRequest' in rest) await linkMessage(core, halima, id, caseNumber((await requestOf(stage, from)).number))
    if (!('reply' in rest)) continue
    at(24 * daysAgo - 5)
    await sendReply(core, halima, id, { text: rest.reply, channel: 'mail', expectedReplies: 0 })
  }
  const ngozi = await requestOf(stage, 'Ngozi Eze')
  at(7)
  const question =
    'Dear Ngozi,\n\nwhich of your three children has her exam this term? We want to pay that school first.'
  const { thread_id: thread } = await writeToApplicant(core, halima, ngozi.id, { text: question, channel: 'both' })
  at(2)
  const text = 'It is Adaeze, the eldest. Her exam fee is due on Friday. Thank you.'
  await answerOnPage(core, ngozi.user_id, thread, { text, idempotencyKey: randomUUID() })
  for (const { kind, text: said, daysAgo, ...rest } of COMPLAINTS) {
    at(24 * daysAgo)
    const complaint = { kind, about: 'none', text: said, contact: null, channel: 'page', enteredBy: null } as const
    await receiveComplaint(core, complaint, randomUUID())
    if (!('answer' in rest)) continue
    const [newest] = (await listComplaints(core, halima.userId, { view: 'all', after: undefined })).items
    at(24 * daysAgo - 30)
    if (newest) await answerComplaint(core, halima, newest.id, rest.answer)
  }
  await playTeam(stage, staff, at)
  at(0)
  for (const [tag, names] of TAGGED)
    for (const name of names) await tagRequest(core, halima, await requestOf(stage, name), { tag, on: true })
  await settleOldMessages(stage)
}

/** Musa proposes, so that Halima can confirm; she leaves notes and calls. Bilkisu has a second step. */
async function playTeam(stage: Stage, staff: DemoStaff, at: (hoursAgo: number) => void): Promise<void> {
  const { core, tx, now } = stage
  const { halima, musa, ladi, rashida, bilkisu } = staff
  const userAgent = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const from = { userAgent, address: '192.0.2.7', device: randomUUID(), language: null }
  for (const [member, hoursAgo] of SEEN) {
    at(hoursAgo)
    await openSession(
      createAuth(core, () => []),
      tx,
      staff[member].userId,
      'password',
      from,
    )
  }
  const since = daysBefore(now, 60).toISOString()
  await tx.execute(
    sql`insert into factors (id, user_id, friendly_name, factor_type, status, phone, created_at, updated_at)
        values (${newId()}, ${bilkisu.userId}, 'Telephone', 'phone', 'verified', '2348030000096', ${since}, ${since})`,
  )
  at(26)
  const { id } = await proposeInvitation(core, halima, {
    email: staffEmail('grace.john'),
    roles: ['reviewer'],
    reason: 'She decided requests at our partner.',
  })
  at(20)
  await confirmAbout(stage, invitationDecision(core), ladi, id)
  await proposeInvitation(core, musa, {
    email: staffEmail('amara.obi'),
    roles: ['caller'],
    reason: 'She speaks Igbo and calls people in the south-east on Saturdays.',
  })
  await proposeRoleChange(core, musa, {
    email: staffEmail('rashida'),
    roles: ['reviewer', 'caller'],
    reason: 'Rashida speaks Kanuri. She can call the people whose requests she does not decide.',
  })
  const idOf = async (name: string) => (await requestOf(stage, name)).id
  const expectedVersion = undefined
  await addNote(core, halima, await idOf('Ngozi Eze'), {
    text: 'The school confirmed the fees by telephone. The report needs one more reading before we decide.',
    expectedVersion,
  })
  at(3)
  await addNote(core, rashida, await idOf('Samuel Okorie'), {
    text: 'He called from a new number, and knew his case number. The bill fits the list of the school.',
    expectedVersion,
  })
  await recordCall(core, halima, await idOf('Chiamaka Obi'), {
    outcome: 'reached',
    text: 'The cast comes off in three weeks. The hospital still waits for the second half of the bill.',
    expectedVersion,
  })
  await recordCall(core, halima, await idOf('Dauda Garba'), {
    outcome: 'not_reached',
    text: 'He did not answer twice. His neighbour says that he is on the farm this week.',
    callAgainOn: daysBefore(now, -4).toISOString().slice(0, 10),
    expectedVersion,
  })
}

/** Letters, mail and text messages of weeks ago count as sent, and do not go out now. Mail to the recipient who signs in does. */
async function settleOldMessages({ core, tx, now }: Stage): Promise<void> {
  for (const job of [waitingLettersJob, waitingRepliesJob]) await job.run(core, new AbortController().signal)
  const support = core.organisation.shown.support.email
  const unreachable = demoEmail('Yakubu Danladi')
  const sent = sql`sent_at = next_try_at, next_try_at = null`
  await tx.execute(
    sql`update outgoing_mail set ${sent}, reply_to = null, subject = null, text = null, html = null
         where next_try_at is not null
           and (recipient like '%@taimako.example' and recipient <> ${support}
             or recipient like '%@mail.example' and recipient not in (${demoEmail(DEMO_RECIPIENT)}, ${unreachable})
             or recipient = ${support} and created_at < ${after(now, -hours(1)).toISOString()}::timestamptz)`,
  )
  await tx.execute(
    sql`update outgoing_mail set failed_at = next_try_at, next_try_at = null where recipient = ${unreachable} and next_try_at is not null`,
  )
  await tx.execute(
    sql`update outgoing_text_messages set ${sent}, text_sealed = null
         where next_try_at is not null and recipient like '23480300000%'`,
  )
}
