/**
 * Opens a document. Its address needs a signature, which lasts for minutes and is requested on the press; a picture or a PDF then
 * opens in a new tab, anything else is saved.
 */
import { DOCUMENTS_BUCKET, PREPARE, SIGNED_SECONDS_MAX, STORAGE_PATH } from '../../contract/aid/document-limits.ts'
import { sendAuthorized } from '../api/authorization.ts'
import type { Bearer } from '../api/authorization.ts'
import { NetworkFailure, type CallReply } from '../api/client.ts'
import { isRecord } from '../api/is-record.ts'
import { documentWords as words } from '#words/aid/documents.ts'
import { callProblems } from '#words/common/problems.ts'

export type NamedDocument = CallReply<'GET /api/applications/:id'>['documents'][number]

/** Types that browsers display; the server sends the others as downloads. */
export function isShown({ content_type: type }: NamedDocument): boolean {
  return type === 'application/pdf' || type.startsWith('image/')
}

/** @throws NetworkFailure; an error with the server's reason for refusing */
export async function openDocument(document: NamedDocument, bearer: Bearer): Promise<void> {
  // Within the press: browsers block a tab that is opened after a reply.
  const tab = isShown(document) ? window.open('', '_blank') : null
  if (tab) {
    // The document must not reach back into this page.
    tab.opener = null
    tab.document.title = document.name
    tab.document.body.textContent = words.opening
  }
  try {
    const address = await signDocument(document, bearer)
    // Without a new tab this one shows it, and Back returns here.
    if (tab) tab.location.replace(address)
    else window.location.assign(address)
  } catch (problem) {
    tab?.close()
    throw problem
  }
}

/** @returns an address that opens it for minutes. @throws as `openDocument` does */
export async function signDocument({ path, id }: Pick<NamedDocument, 'path' | 'id'>, bearer: Bearer): Promise<string> {
  const asked = JSON.stringify({ expiresIn: SIGNED_SECONDS_MAX, versionId: id })
  const response = await postToStorage('object/sign', path, bearer, 'application/json', asked)
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && isRecord(body) && typeof body.signedURL === 'string') {
    // The path contains the file name with its spaces: the published client encodes it the same way.
    return encodeURI(window.location.origin + STORAGE_PATH + body.signedURL)
  }
  throw refusalIn(body)
}

/** The server's own sentence for the user. */
export const refusalIn = (body: unknown) =>
  new Error(isRecord(body) && typeof body.message === 'string' ? body.message : callProblems.unexpected)

/**
 * @param purpose `prepare` for a page that may be opened next, which the audit names apart
 * @returns its content. @throws as `openDocument` does
 */
export async function fetchDocument(
  document: NamedDocument,
  bearer: Bearer,
  purpose: 'open' | typeof PREPARE = 'open',
): Promise<Blob> {
  const address = await signDocument(document, bearer)
  return download(purpose === PREPARE ? `${address}&purpose=${PREPARE}` : address)
}

/** Has it recorded that a document which was prepared is shown now. @throws as `openDocument` does */
export async function recordOpening(document: NamedDocument, bearer: Bearer): Promise<void> {
  await download(await signDocument(document, bearer), { Range: 'bytes=0-0' })
}

async function download(address: string, headers: Record<string, string> = {}): Promise<Blob> {
  let response: Response
  try {
    response = await fetch(address, { headers })
    if (response.ok) return await response.blob()
  } catch (cause) {
    throw new NetworkFailure({ cause })
  }
  throw new Error(callProblems.unexpected, { cause: response.status })
}

/** Posts to the storage protocol. @throws NetworkFailure */
export function postToStorage(
  to: 'object' | 'object/sign',
  path: string,
  bearer: Bearer,
  type: string,
  body: BodyInit,
): Promise<Response> {
  const place = [DOCUMENTS_BUCKET, ...path.split('/')].map(encodeURIComponent).join('/')
  return sendAuthorized(bearer, async (token) => {
    try {
      return await fetch(`${STORAGE_PATH}/${to}/${place}`, {
        method: 'POST',
        headers: { 'Content-Type': type, Authorization: `Bearer ${token}` },
        body,
      })
    } catch (cause) {
      throw new NetworkFailure({ cause })
    }
  })
}
