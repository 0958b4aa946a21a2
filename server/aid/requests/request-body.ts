/** The content of a request as it arrives, from the applicant or from staff. */
import type { z } from 'zod'
import type { applicationEndpoints } from '../../../contract/aid/applications.ts'
import { refusedField } from '../../platform/errors.ts'
import type { SubmittedDocument } from './application-documents.ts'
import type { AidRequest } from './applications.ts'

type RequestBody = z.output<(typeof applicationEndpoints)['POST /api/applications']['body']>

/** @throws AppError `invalid_input`: more labels than documents */
export function readRequest(body: RequestBody): AidRequest {
  return {
    applicationType: body.application_type,
    description: body.description,
    amountRequested: body.amount_requested ?? null,
    location: body.location ?? null,
    urgency: body.urgency ?? null,
    documents: withLabels(body.documents_provided ?? [], body.document_labels ?? []),
    privacyVersion: body.privacy_version ?? null,
    termsVersion: body.terms_version ?? null,
    language: body.language ?? null,
  }
}

/** An empty label counts as none. Labels without a document are refused, because they would be lost. */
export function withLabels(urls: readonly string[], labels: readonly (string | null)[]): SubmittedDocument[] {
  if (labels.length > urls.length) throw refusedField('document_labels', 'There are more labels than documents.')
  return urls.map((url, place) => ({ url, label: labels[place] || null }))
}
