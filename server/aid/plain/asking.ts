/** Stores a request from the page without script, verifies its code, and submits it like the form's. */
import { writeFile, rm } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { PICTURE_TYPES } from '../../../contract/aid/document-limits.ts'
import { getAccount, hasVerifiedFactor } from '../../people/sign-in/accounts.ts'
import type { Auth } from '../../people/sign-in/auth.ts'
import { findDoubt } from '../../people/sign-in/number-doubt.ts'
import { findPhoneCode } from '../../people/sign-in/phone-codes.ts'
import { proveNumber, textSignInCode } from '../../people/sign-in/phone-sign-in.ts'
import type { Origin } from '../../people/sign-in/sessions.ts'
import { hashNetwork } from '../../people/sign-in/tries.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import { plainName, saveProfile, getProfile } from '../../record/profiles/profiles.ts'
import { deleteDocuments, findDocument, type Documents } from '../documents/documents.ts'
import { newIncomingFile } from '../documents/incoming-file.ts'
import { ingest } from '../documents/ingest.ts'
import { parsePath } from '../documents/paths.ts'
import { StorageRefusal } from '../documents/refusals.ts'
import { submitApplication } from '../requests/applications.ts'
import { caseNumber } from '../requests/case-number.ts'
import type { Application } from '../requests/schema.ts'
import { invariant } from '../../platform/errors.ts'
import type { PostedFile } from '../../platform/http/multipart.ts'
import {
  askerOf,
  closeBundle,
  findBundle,
  markProven,
  openBundle,
  sealBundle,
  type Answer,
  type Asked,
} from './bundles.ts'
import { PlainRefusal } from './refusals.ts'

export interface PlainForms extends Auth, Documents {}

/** Whether these bytes begin like a picture. They are scanned and decoded after the code. */
export async function isPicture(bytes: Buffer): Promise<boolean> {
  const mime = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  return PICTURE_TYPES.some((type) => type === mime)
}

/** Origin of a post. */
export interface Posted {
  readonly origin: Origin
  /** The origins of this instance's URLs. */
  readonly origins: readonly string[]
}

/**
 * @param asked the form that is posted now; null where it cannot be read
 * @returns the answer to a form whose code was typed before, which is sent now if that was interrupted; else null
 * @throws PlainRefusal `sent_before`: by someone else, or for something else
 */
export async function answerAgain(
  forms: PlainForms,
  secret: string,
  asked: Omit<Asked, 'privacy' | 'terms' | 'language'> | null,
  posted: Posted,
): Promise<Answer | null> {
  const bundle = await findBundle(forms, secret)
  const asker = bundle?.is === 'sent' ? bundle.answer.asker : null
  if (asker !== null && (asked === null || askerOf(forms, asked) !== asker)) throw new PlainRefusal('sent_before')
  return bundle && (bundle.is === 'sent' || bundle.userId !== null) ? sendRequest(forms, secret, '', posted) : null
}

/**
 * Seals a request and texts the code. Known, unknown, stopped and capped numbers get the same answer.
 * @returns null; the answer, if the code of the same form was typed at this moment
 * @throws PlainRefusal `full`; AppError `rate_limited`
 */
export async function holdRequest(
  forms: PlainForms,
  secret: string,
  request: { readonly asked: Asked; readonly photos: readonly PostedFile[] },
  posted: Posted,
): Promise<Answer | null> {
  if (!(await sealBundle(forms, secret, request, hashNetwork(forms, posted.origin))))
    return sendRequest(forms, secret, '', posted)
  await textCodeFor(forms, request.asked, posted.origin)
  return null
}

/** @throws AppError `rate_limited` */
export async function textCodeFor(forms: PlainForms, { phone, name, language }: Asked, origin: Origin): Promise<void> {
  await textSignInCode(forms, phone, { data: { full_name: name }, createsUser: true }, { ...origin, language })
}

/**
 * Sends a request whose code is typed, for the account of its number. Doing it again answers the same number.
 * @throws PlainRefusal `expired`, `wrong_code`, `second_step`, `in_doubt`, `trouble`; AuthRefusal `banned`; AppError of `submitApplication`
 */
export async function sendRequest(
  forms: PlainForms,
  secret: string,
  code: string,
  { origin, origins }: Posted,
): Promise<Answer> {
  const typed = await openBundle(forms, secret)
  if (typed.is === 'waiting' && typed.userId === null) await prove(forms, secret, typed.asked.phone, code, origin)
  // Read after the proof: from then on nothing else that is posted changes it.
  const bundle = await openBundle(forms, secret)
  if (bundle.is === 'sent') return bundle.answer
  const { asked, photos, createdAt, userId } = bundle
  if (userId === null) throw new PlainRefusal('wrong_code')
  const account = await getAccount(forms.db, userId)
  if (hasVerifiedFactor(account)) throw new PlainRefusal('second_step')
  // A session that sees state only sends nothing either: the account may be another person's (decision 0092).
  const number = await forms.db.transaction((tx) => findDoubt(tx, userId))
  if (number?.doubt) throw new PlainRefusal('in_doubt')
  const note = await fillProfile(forms, userId, asked)
  const { paths, notTaken } = await storePhotos(forms, userId, photos, createdAt)
  const sent = await submitApplication(
    forms,
    { userId, email: account.email ?? '' },
    {
      applicationType: asked.kind,
      description: note === null ? DESCRIPTION : `${DESCRIPTION} ${note}`,
      amountRequested: asked.amount === null ? null : BigInt(asked.amount),
      location: asked.place,
      urgency: null,
      documents: paths.map((url) => ({ url, label: null })),
      privacyVersion: asked.privacy,
      termsVersion: asked.terms,
      language: asked.language,
    },
    { idempotencyKey: `plain-form-${secret}`, origins },
  ).catch(async (error: unknown) => {
    await deletePhotos(forms, userId, paths)
    throw error
  })
  const answer = { ...answerOf(sent, notTaken), asker: askerOf(forms, asked) }
  await closeBundle(forms, secret, answer)
  return answer
}

/** Reviewers read it. The page asks for no story. */
const DESCRIPTION = 'Sent from the page without script, which asks for no description. Call to ask what happened.'

const answerOf = ({ number, dueAt }: Application, notTaken: string[]) => ({
  caseNumber: caseNumber(number),
  dueAt: dueAt?.toISOString() ?? null,
  notTaken,
})

/** Proves the number of a bundle, unless another post of the same form has. */
async function prove(forms: PlainForms, secret: string, phone: string, code: string, origin: Origin): Promise<void> {
  const found = await findPhoneCode(forms, 'sms', phone, code, origin)
  // Another post of the same form may have used the code.
  if (!found) return
  try {
    await forms.db.transaction(async (tx) => {
      const bundle = await findBundle(forms, secret, tx)
      if (bundle?.is !== 'waiting' || bundle.userId !== null) return
      // Another number was posted meanwhile.
      if (bundle.asked.phone !== found.phone) throw new PlainRefusal('wrong_code')
      const { userId } = await proveNumber(forms, tx, found)
      await markProven(forms, tx, secret, userId)
    })
  } catch (error) {
    // Another request proved the number at this moment.
    if (isUniqueViolation(error, 'users_phone_taken')) throw new PlainRefusal('wrong_code', { cause: error })
    throw error
  }
}

/** Fills empty fields of the profile, and overwrites none. @returns a note with the typed name, where the profile has another */
async function fillProfile(forms: PlainForms, userId: string, { name, phone, place }: Asked) {
  const own = await getProfile(forms, userId)
  const [fullName, address] = [own.fullName || name, own.address || place]
  await saveProfile(forms, userId, { fullName, address, phone: own.phone || `+${phone}`, bio: undefined })
  return plainName(fullName) === plainName(name) ? null : `The name typed there: ${name}.`
}

/** Scans, prepares and encrypts photos like any paper. One that is refused does not keep the request from being sent. */
async function storePhotos(forms: PlainForms, userId: string, photos: readonly PostedFile[], createdAt: Date) {
  const paths: string[] = []
  const notTaken: string[] = []
  for (const { place: number, bytes } of photos) {
    const place = parsePath(`${userId}/${createdAt.getTime()}_photo-${number}`)
    invariant(place, 'the path of a photo is valid')
    // An interrupted post may have stored it.
    if (!(await findDocument(forms.db, place.path))) {
      const file = await newIncomingFile(forms.env.dataDir)
      try {
        await writeFile(file, bytes, { mode: 0o600, flag: 'wx' })
        await ingest(forms, { file, place, overwrite: false })
      } catch (error) {
        if (!(error instanceof StorageRefusal)) throw error
        if (error.status >= 500) throw new PlainRefusal('trouble', { cause: error })
        if (error.refusal !== 'duplicate') {
          notTaken.push(`Photo ${number}: ${error.message}`)
          continue
        }
      } finally {
        await rm(file, { force: true })
      }
    }
    paths.push(place.path)
  }
  return { paths, notTaken }
}

/** A post at the same time may have sent them: they are evidence then, and stay. */
async function deletePhotos(forms: PlainForms, userId: string, paths: string[]): Promise<void> {
  await deleteDocuments(forms, userId, paths).catch((error: unknown) => {
    if (!(error instanceof StorageRefusal)) throw error
  })
}
