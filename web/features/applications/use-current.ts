/** A request as the list had it; and once its applicant has answered what reviewers asked for, as it is since then. */
import { useState } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import { loadDetails, type Application, type ApplicationDetails } from './load-applications.ts'
import type { AnswerEnd, PapersAnswer } from './papers-answer.ts'

interface Current {
  readonly application: Application
  /** Undefined when they have to be asked for. */
  readonly details: ApplicationDetails | undefined
}

export function useCurrent(
  listed: Application,
  loaded: ApplicationDetails | undefined,
  bearer: Bearer,
  papers: PapersAnswer,
) {
  const [current, setCurrent] = useState<Current>({ application: listed, details: loaded })
  const [ended, setEnded] = useState<AnswerEnd>()
  const onAnswered = async (how: AnswerEnd) => {
    setEnded(how)
    // At once: the form must not stand there for something that is over.
    setCurrent(({ application, details }) => ({
      application: { ...application, waiting_for: null },
      details: details && { ...details, waiting_for: null },
    }))
    try {
      const details = await loadDetails(bearer, papers, listed.id)
      setCurrent({ application: details, details })
    } catch {
      // They ask for themselves, and say what stands in the way.
      setCurrent(({ application }) => ({ application, details: undefined }))
    }
  }
  return { ...current, ended, onAnswered }
}
