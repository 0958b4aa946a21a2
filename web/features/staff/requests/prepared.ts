/** Loads the request that is probably opened next, with its first papers, so that it is there at once. The server records that it was only loaded ahead. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/admin.ts'
import { PREPARE } from '../../../../contract/document-limits.ts'
import { call } from '../../../api/client.ts'
import { useAdministration } from '../administration.ts'
import { Papers } from './papers.ts'
import { isSavingData } from './saving-data.ts'

export interface Prepared {
  readonly details: ApplicationDetailsJson
  /** Its first ones are there, or on their way. */
  readonly papers: Papers
}

/** @returns what was loaded ahead last */
export function usePrepared(next: string | undefined): Prepared | undefined {
  const { bearer } = useAdministration()
  const [prepared, setPrepared] = useState<Prepared>()
  const prepare = useEffectEvent(async (id: string, signal: AbortSignal) => {
    const request = { params: { id }, query: { purpose: PREPARE }, bearer, signal } as const
    const details = await call('GET /api/admin/applications/:id', request)
    const papers = new Papers()
    papers.prepare(details.documents, bearer)
    return { details, papers }
  })
  useEffect(() => {
    if (next === undefined || !isWorthIt()) return undefined
    const leaving = new AbortController()
    prepare(next, leaving.signal).then(setPrepared, (problem: unknown) => console.warn('Not loaded ahead.', problem))
    return () => leaving.abort()
  }, [next])
  return prepared
}

/** Not on phones, nor where the reader saves data. */
function isWorthIt(): boolean {
  return !isSavingData() && window.matchMedia('(min-width: 48rem)').matches
}
