/** A request as the list had it; and as it is after its applicant has answered a request for documents. */
import { useState } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import { loadDetails, type Application, type ApplicationDetails } from './load-applications.ts'
import type { AnswerEnd, PapersAnswer } from './papers-answer.ts'

interface Current {
  readonly application: Application
  /** Undefined when they have yet to be loaded. */
  readonly details: ApplicationDetails | undefined
}

export function useCurrentApplication(
  listed: Application,
  loaded: ApplicationDetails | undefined,
  bearer: Bearer,
  papers: PapersAnswer,
) {
  const [current, setCurrent] = useState<Current>({ application: listed, details: loaded })
  const [ended, setEnded] = useState<AnswerEnd>()
  const onAnswered = async (how: AnswerEnd) => {
    setEnded(how)
    // Immediately: the form must not stay for a request that has ended.
    setCurrent(({ application, details }) => ({
      application: { ...application, waiting_for: null },
      details: details && { ...details, waiting_for: null },
    }))
    try {
      const details = await loadDetails(bearer, papers, listed.id)
      setCurrent({ application: details, details })
    } catch {
      // The details load themselves, and show the failure.
      setCurrent(({ application }) => ({ application, details: undefined }))
    }
  }
  return { ...current, ended, onAnswered }
}
