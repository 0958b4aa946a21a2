/** The limits of documents, which the browser says before a person chooses: in a file of their own, so that no schema travels with them. */

/** Where the storage's protocol is mounted. */
export const STORAGE_PATH = '/storage/v1'
/** The one bucket there is. */
export const DOCUMENTS_BUCKET = 'documents'
/** Where resumable uploads begin (tus). */
export const RESUMABLE_PATH = `${STORAGE_PATH}/upload/resumable`

/** Of one document: 10 MB. */
export const DOCUMENT_BYTES_MAX = 10 * 1024 * 1024
/** What one application can name. */
export const DOCUMENTS_MAX = 10
/** What one person can keep, earlier versions included. */
export const DOCUMENTS_PER_PERSON_MAX = 200
/** Of a file's name, with its ending. */
export const FILENAME_CHARACTERS_MAX = 200
/** A larger picture is refused, however few bytes it takes: it would fill the memory. */
export const PICTURE_PIXELS_MAX = 50_000_000

/** What a document can be, by its content. */
export const DOCUMENT_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** The longest that a signed address opens a document. */
export const SIGNED_SECONDS_MAX = 600
/** How long an upload that was begun can be gone on with. */
export const UPLOAD_HOURS_MAX = 24

/** Whether a virus scanner of the instance has looked at it. */
export const SCANS = ['clean', 'unscanned'] as const
