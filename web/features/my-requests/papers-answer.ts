/** The form that answers a request for papers, as the list of requests uses it. The page provides it. */
import type { ComponentType } from 'react'
import type { Bearer } from '../../api/authorization.ts'

/** `arrived_before`: another answer reached the server first. */
export type AnswerEnd = 'done' | 'arrived_before'

interface PapersFormProps {
  applicationId: string
  paperRequestId: string
  owner: { email: string; userId: string }
  bearer: Bearer
  /** Addresses of the documents that the request already has. */
  there: readonly string[]
  onDone: (how: AnswerEnd) => void
}

export interface PapersAnswer {
  /** @throws TypeError when the form cannot be loaded */
  readonly load: () => Promise<ComponentType<PapersFormProps>>
  /** Undefined until the form has loaded. */
  readonly loaded: () => ComponentType<PapersFormProps> | undefined
  /** Deletes a saved answer that is no longer needed. */
  readonly discardDraft: (applicationId: string, paperRequestId: string) => void
}
