/** The limits of documents that pages share with the server, in a separate file so that pages load no schemas. */

/** Mount path of the storage protocol. */
export const STORAGE_PATH = '/storage/v1'
/** The only bucket. */
export const DOCUMENTS_BUCKET = 'documents'
/** Start of resumable uploads (tus). */
export const RESUMABLE_PATH = `${STORAGE_PATH}/upload/resumable`

/** The maximum size of a document: 10 MB. */
export const DOCUMENT_BYTES_MAX = 10 * 1024 * 1024
/** The most documents sent with one request. */
export const DOCUMENTS_MAX = 10
/** The most documents of one person, including earlier versions, without the receipts of hand-overs. */
export const DOCUMENTS_PER_PERSON_MAX = 200
/** The most unfinished resumable uploads of one person. */
export const UNFINISHED_UPLOADS_MAX = 10
/** The most bytes that one person's unfinished uploads may announce together: 50 MB. */
export const UNFINISHED_BYTES_MAX = 50 * 1024 * 1024
/** The most files that one person may send at the same time to one process, besides resumable uploads. */
export const UPLOADS_AT_ONCE_MAX = 20
/** For a file name with its extension. */
export const FILENAME_CHARACTERS_MAX = 200
/** Larger pictures are refused, because decoding them takes too much memory. */
export const PICTURE_PIXELS_MAX = 24_000_000

/** The content type of a Word document. */
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The accepted types, detected from the content. */
export const DOCUMENT_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', DOCX] as const
/** The endings of their names, for choosers that do not know the types. */
export const DOCUMENT_ENDINGS = ['.pdf', '.jpg', '.jpeg', '.png', '.webp', '.docx'] as const
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** The longest validity of a signed URL. */
export const SIGNED_SECONDS_MAX = 600
/** How long an interrupted upload can be resumed. */
export const UPLOAD_HOURS_MAX = 24

/** Whether a virus scanner has checked the document. */
export const SCANS = ['clean', 'unscanned'] as const

/** The `purpose` of a download that only prepares a page which may be opened next. */
export const PREPARE = 'prepare'

/** The first kilobyte of a PDF. Some printers write a few bytes before its first line; a page or a drawing before it is another file. */
export const PDF_BEGINNING = /^[^<]*%PDF-/
