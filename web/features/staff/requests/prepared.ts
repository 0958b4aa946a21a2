/** Loads the request that is probably opened next, with its first papers, so that it is there at once. The server records that it was only loaded ahead. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/admin.ts'
import { PREPARE } from '../../../../contract/document-limits.ts'
import { LEASE_MINUTES } from '../../../../contract/queue-fields.ts'
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

/**
 * Takes the request that follows in the view Next, so that nobody else gets what is loaded ahead here. Going on opens just this one, and
 * leaving without going on gives it back.
 * @returns its id; undefined while it is not known, or where nothing is loaded ahead
 */
export function useTakenAhead(id: string | undefined, isServerChoosing: boolean): string | undefined {
  const { bearer, may } = useAdministration()
  const [taken, setTaken] = useState<{ readonly after: string; readonly id: string }>()
  const ahead = useRef<string>(undefined)
  const shown = useRef(id)
  /** A request that is opened now keeps its lease: its page renews it. */
  const giveBack = useEffectEvent(async (next: string | undefined) => {
    if (next === undefined || next === shown.current || (await bearer.token()) === '') return
    await call('DELETE /api/admin/applications/:id/lease', { params: { id: next }, bearer })
  })
  const take = useEffectEvent(async (after: string) => {
    const answer = await call('POST /api/admin/queue/next', { body: { except: [after] }, bearer })
    const next = answer.taken?.application.id
    if (shown.current !== after) return giveBack(next)
    ahead.current = next
    setTaken(next === undefined ? undefined : { after, id: next })
    return undefined
  })
  const isTaking = isServerChoosing && may('decide_requests')
  useEffect(() => {
    if (id === undefined || !isTaking || !isWorthIt()) return undefined
    shown.current = id
    const renew = () => void take(id).catch(notAhead)
    renew()
    // Before the lease ends.
    const timer = setInterval(renew, (LEASE_MINUTES * 60_000) / 2)
    return () => {
      clearInterval(timer)
      shown.current = undefined
      const left = ahead.current
      ahead.current = undefined
      // The page that follows says first which request it shows.
      setTimeout(() => void giveBack(left).catch(notAhead))
    }
  }, [id, isTaking])
  return taken?.after === id ? taken?.id : undefined
}

function notAhead(problem: unknown): void {
  console.warn('Not taken ahead.', problem)
}

/** Not on phones, nor where the reader saves data. */
function isWorthIt(): boolean {
  return !isSavingData() && window.matchMedia('(min-width: 48rem)').matches
}
