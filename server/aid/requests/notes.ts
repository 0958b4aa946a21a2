/** Reviewers' notes about a request, encrypted with the data key of the applicant, whom they are about. */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lockOpenAccount } from '../../people/sign-in/open-account.ts'
import { joinPerson, PERSON, PersonRow } from '../../people/sign-in/people.ts'
import { minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { getDataKey, unwrapDataKey } from '../../platform/encryption/data-keys.ts'
import { openText, sealText } from '../../platform/encryption/sealed-bytes.ts'
import { invariant } from '../../platform/errors.ts'
import { onEach, type Job } from '../../platform/jobs.ts'
import { aidApplications, applicationNotes } from './schema.ts'
import { noSuchRequest } from './wake.ts'

export interface NewNote {
  readonly id: string
  readonly applicationId: string
  /** The reviewer. */
  readonly userId: string
  readonly text: string
  readonly createdAt: Date
}

const contextOf = (applicantId: string, id: string) => ['note', applicantId, id]

/** Call {@link lockApplicantOf} first. */
export async function insertNote({ keys, clock }: Core, tx: Tx, applicantId: string, note: NewNote): Promise<void> {
  const { text, ...row } = note
  const dataKey = await getDataKey(keys, tx, applicantId, clock.now())
  await tx
    .insert(applicationNotes)
    .values({ ...row, textSealed: sealText(dataKey, contextOf(applicantId, note.id), text) })
}

/**
 * Locks the account of a request's applicant. Take this lock before that of the request, as closing an account does.
 * @returns the applicant's id
 */
export async function lockApplicantOf(tx: Tx, applicationId: string): Promise<string> {
  const [found] = await tx
    .select({ userId: aidApplications.userId })
    .from(aidApplications)
    .where(eq(aidApplications.id, applicationId))
  if (!found || !(await lockOpenAccount(tx, found.userId, 'key share'))) throw noSuchRequest()
  return found.userId
}

const NoteRow = z.object({
  by: PersonRow,
  id: z.string(),
  text: z.string().nullable(),
  text_sealed: z.instanceof(Uint8Array).nullable(),
  wrapped: z.instanceof(Uint8Array).nullable(),
  created_at: z.coerce.date(),
})

/** Oldest first. @throws AppError `unavailable` under another SECRET_KEY */
export async function readNotes({ keys }: Pick<Core, 'keys'>, tx: Tx, applicationId: string, applicantId: string) {
  const found = await rows(
    tx,
    sql`select application_notes.id::text, text, text_sealed,
               (select wrapped from data_keys where data_keys.user_id = ${applicantId}::uuid) as wrapped, application_notes.created_at,
               ${PERSON} as by
          from application_notes ${joinPerson(sql`application_notes.user_id`)}
         where application_id = ${applicationId}::uuid order by application_notes.created_at, application_notes.id`,
    NoteRow,
  )
  const wrapped = found[0]?.wrapped
  const dataKey = wrapped && unwrapDataKey(keys, applicantId, Buffer.from(wrapped))
  return found.map(({ id, by, text, text_sealed: sealed, created_at }) => {
    if (text !== null) return { id, text, by, created_at }
    invariant(dataKey && sealed, 'an encrypted note has the data key of the applicant')
    return { id, text: openText(dataKey, contextOf(applicantId, id), Buffer.from(sealed)), by, created_at }
  })
}

/** Encrypts the notes that were written before encryption existed, one request at a time. */
export const notesEncryption: Job = {
  name: 'applications.encrypt-notes',
  everyMilliseconds: minutes(1),
  async run(core, signal) {
    const found = await core.db
      .selectDistinct({ id: applicationNotes.applicationId })
      .from(applicationNotes)
      .where(isNotNull(applicationNotes.text))
    await onEach(found, async ({ id }) => signal.aborted || core.db.transaction((tx) => encryptNotesOf(core, tx, id)))
  },
}

async function encryptNotesOf({ keys, clock }: Core, tx: Tx, applicationId: string): Promise<void> {
  const applicantId = await lockApplicantOf(tx, applicationId)
  const dataKey = await getDataKey(keys, tx, applicantId, clock.now())
  const notes = await tx
    .select()
    .from(applicationNotes)
    .where(and(eq(applicationNotes.applicationId, applicationId), isNotNull(applicationNotes.text)))
    .for('update')
  for (const { id, text } of notes) {
    const textSealed = sealText(dataKey, contextOf(applicantId, id), text ?? '')
    await tx.update(applicationNotes).set({ text: null, textSealed }).where(eq(applicationNotes.id, id))
  }
}
