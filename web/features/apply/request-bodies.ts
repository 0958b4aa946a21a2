/** The bodies of a draft, sent by the page or by the worker that gets it. */
import { URGENCIES } from '../../../contract/aid/application-fields.ts'
import { HELPER_RELATIONS } from '../../../contract/aid/handling-fields.ts'
import { DOCUMENTS_BUCKET, STORAGE_PATH } from '../../../contract/aid/document-limits.ts'
import { koboToNaira } from '../../../contract/platform/money.ts'
import { readNaira } from '../../../contract/platform/typed-naira.ts'
import { shownVersion } from '../../words/site.ts'
import type { Draft } from './draft.ts'
import type { DraftAim } from './draft-storage.ts'
import { fullName } from './full-name.ts'

export function profileOf(aim: DraftAim, draft: Draft) {
  const { phone = '', address = '' } = draft.texts
  // Signed-in users have given their name before.
  const name = aim.is === 'registration' ? { full_name: fullName(draft) } : {}
  return { ...name, phone: phone.trim(), address: address.trim() }
}

export function requestForOtherOf(draft: Draft) {
  const { full_name: name = '', phone = '', address = '', relation: typed } = draft.texts
  const relation = HELPER_RELATIONS.find((each) => each === typed)
  if (relation === undefined) throw new TypeError('the form asks how they know each other first')
  const person = { full_name: name.trim(), phone: phone.trim(), address: address.trim() }
  return { ...applicationOf(draft), location: null, person, relation, consent: true as const }
}

/** The documents of a draft, and what each one is. */
export function namedBy({ documents, earlier }: Draft) {
  return {
    urls: [...documents.flatMap(({ storedAt }) => (storedAt === null ? [] : [urlOf(storedAt)])), ...earlier],
    labels: [...documents.map(({ label }) => label.trim() || null), ...earlier.map(() => null)],
  }
}

export function applicationOf(draft: Draft) {
  const { address = '', aid_type, description = '', amount_requested = '', urgency } = draft.texts
  if (aid_type === undefined) throw new TypeError('the form asks for a type first')
  const { urls, labels } = namedBy(draft)
  const amount = readNaira(amount_requested)
  return {
    application_type: aid_type,
    description: description.trim(),
    amount_requested: amount.is === 'amount' ? koboToNaira(amount.kobo) : null,
    location: address.trim(),
    language: import.meta.env.TRANSLATED ? (globalThis.taimakoLanguage?.tag ?? null) : null,
    privacy_version: shownVersion('privacy'),
    terms_version: shownVersion('terms'),
    urgency: URGENCIES.find((name) => name === urgency) ?? null,
    documents_provided: urls.length > 0 ? urls : null,
    document_labels: urls.length > 0 ? labels : null,
  }
}

function urlOf(path: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return `${window.location.origin}${STORAGE_PATH}/object/${DOCUMENTS_BUCKET}/${encoded}`
}
