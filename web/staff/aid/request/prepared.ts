/** Loads the request that is probably opened next, with its first papers, so that it is there at once. The server records that it was only loaded ahead. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ApplicationDetailsJson, ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import { PREPARE } from '../../../../contract/aid/document-limits.ts'
import { LEASE_MINUTES } from '../../../../contract/aid/queue-fields.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { call } from '../../../api/client.ts'
import { useAdministration } from '../../desk/administration.ts'
import type { Neighbours } from './neighbours.ts'
import { Papers } from './papers.ts'
import { isSavingData } from './saving-data.ts'

export interface Prepared {
  readonly details: ApplicationDetailsJson
  /** The first papers are there, or on their way. */
  readonly papers: Papers
}

/** For the page that shows it: it reads what is there, and records its own look. */
export function preparedQuery(id: string, bearer: Bearer) {
  return queryOptions({
    queryKey: ['prepared request', id],
    queryFn: async ({ signal }): Promise<Prepared> => {
      const request = { params: { id }, query: { purpose: PREPARE }, bearer, signal } as const
      const details = await call('GET /api/admin/applications/:id', request)
      signal.throwIfAborted()
      const papers = new Papers()
      papers.prepare(details.documents, bearer)
      return { details, papers }
    },
  })
}

/** @param next the request to load; the one before it leaves the cache */
export function usePrepared(next: string | undefined): void {
  const { bearer } = useAdministration()
  const { data } = useQuery({ ...preparedQuery(next ?? '', bearer), enabled: next !== undefined && isWorthIt() })
  useEffect(() => {
    if (!data) return undefined
    // The page that follows says first whether it shows them.
    return () => void setTimeout(() => data.papers.closeUnused())
  }, [data])
}

/**
 * Takes the request that follows in the view Next, so that nobody else gets what is loaded ahead here. Going on opens just this one, and
 * leaving without going on gives it back.
 * @returns undefined while it is not known, or where nothing is loaded ahead
 */
export function useTakenAhead(
  id: string | undefined,
  { isServerChoosing, passed }: Pick<Neighbours, 'isServerChoosing' | 'passed'>,
): ReviewedApplicationJson | undefined {
  const { bearer, may } = useAdministration()
  const [taken, setTaken] = useState<{ readonly after: string; readonly next: ReviewedApplicationJson }>()
  const ahead = useRef<string>(undefined)
  const shown = useRef(id)
  /** A request that is opened now keeps its lease: its page renews it. */
  const giveBack = useEffectEvent(async (next: string | undefined) => {
    if (next === undefined || next === shown.current || (await bearer.token()) === '') return
    await call('DELETE /api/admin/applications/:id/lease', { params: { id: next }, bearer })
  })
  const take = useEffectEvent(async (after: string) => {
    const next = await takeNext(after, passed, bearer)
    if (shown.current !== after) return giveBack(next?.id)
    ahead.current = next?.id
    setTaken(next && { after, next })
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
  return taken?.after === id ? taken?.next : undefined
}

/**
 * Takes the next request of the view Next after this one: not one that was passed over, unless no other is left.
 * @param passed as {@link Neighbours} has it
 */
export async function takeNext(
  id: string,
  passed: readonly string[],
  bearer: Bearer,
): Promise<ReviewedApplicationJson | undefined> {
  const take = async (except: readonly string[]) => {
    const { taken } = await call('POST /api/admin/queue/next', { body: { except: [...except] }, bearer })
    return taken?.application
  }
  return (await take([...passed, id])) ?? (passed.length > 0 ? take([id]) : undefined)
}

function notAhead(problem: unknown): void {
  console.warn('Not taken ahead.', problem)
}

/** Not on phones, nor where the reader saves data. */
function isWorthIt(): boolean {
  return !isSavingData() && window.matchMedia('(min-width: 48rem)').matches
}
