/** Taking requests: a lease keeps two people from deciding about the same one. */
import { useState } from 'react'
import { useLocation, useNavigateLater } from '../../../lib/router.tsx'
import type { ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import { call } from '../../../api/client.ts'
import { showToast } from '../../../lib/toast-store.ts'
import { queue as words } from '#words/aid/admin-queue.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { requestAddress } from '../../desk/places.ts'

export interface Taking {
  readonly busy: boolean
  /** Takes the first request that nobody else holds, and opens it. */
  readonly takeNext: () => void
  /** Takes this request, and opens it. */
  readonly take: (application: ReviewedApplicationJson) => void
}

export function useTaking(): Taking {
  const { bearer } = useAdministration()
  const { pathname, search } = useLocation()
  const navigate = useNavigateLater()
  const onProblem = useFailureToast(words.notTaken)
  const [busy, setBusy] = useState(false)
  const open = ({ id, case_number: caseNumber }: ReviewedApplicationJson) =>
    navigate(requestAddress(caseNumber), { state: { id, from: pathname + search } })
  const run = async (taking: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    try {
      await taking()
    } catch (problem) {
      onProblem(problem)
    } finally {
      setBusy(false)
    }
  }
  const takeNext = async () => {
    const { taken } = await call('POST /api/admin/queue/next', { body: { except: [] }, bearer })
    if (taken) return open(taken.application)
    showToast({ kind: 'plain', title: words.nothingLeft, description: words.nothingLeftMore })
    return undefined
  }
  const take = async ({ id }: ReviewedApplicationJson) => {
    const { application } = await call('POST /api/admin/applications/:id/lease', {
      params: { id },
      body: { take_over: false },
      bearer,
    })
    return open(application)
  }
  return {
    busy,
    takeNext: () => void run(takeNext),
    take: (application) => void run(() => take(application)),
  }
}
