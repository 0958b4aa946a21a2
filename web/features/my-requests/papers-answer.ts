/** The forms about a sent request, as the list of requests uses them: its papers, and its correction. The page provides them. */
import type { ComponentType } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import type { CallReply } from '../../api/client.ts'

/** `arrived_before`: another answer reached the server first. */
export type AnswerEnd = 'done' | 'arrived_before'

interface PapersFormProps {
  applicationId: string
  /** Null to add papers unasked. */
  paperRequestId: string | null
  owner: { email: string; userId: string }
  bearer: Bearer
  /** Addresses of the documents that the request already has. */
  there: readonly string[]
  onDone: (how: AnswerEnd) => void
}

interface CorrectFormProps {
  application: CallReply<'GET /api/applications/:id'>
  bearer: Bearer
  onDone: () => void
}

export interface PapersAnswer {
  /** @throws TypeError when the form cannot be loaded */
  readonly load: () => Promise<ComponentType<PapersFormProps>>
  /** Undefined until the form has loaded. */
  readonly loaded: () => ComponentType<PapersFormProps> | undefined
  /** @throws TypeError when the form cannot be loaded */
  readonly loadCorrection: () => Promise<ComponentType<CorrectFormProps>>
  /** Deletes a saved answer that is no longer needed. */
  readonly discardDraft: (applicationId: string, paperRequestId: string | null) => void
}
