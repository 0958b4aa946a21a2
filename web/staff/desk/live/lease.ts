/** Takes a request while its reader writes, renews the lease, and reads who else has it when the reader comes back. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { LEASE_MINUTES } from '../../../../contract/aid/queue-fields.ts'
import { call } from '../../../api/client.ts'
import { useAdministration } from '../administration.ts'
import { useReturn } from './return.ts'

/** The reader's work on the request on the screen. */
export type Work = 'reading' | 'writing' | 'deciding'

type Held = Pick<ApplicationDetailsJson, 'held_by' | 'version'>

/**
 * @param work `writing` takes the request, unless someone else holds it; `deciding` stops that, since a decided request is not taken
 * @param onNewer called when the request has changed since the page read it
 * @returns who holds it, perhaps the reader
 */
export function useLease(
  details: ApplicationDetailsJson,
  work: Work,
  onNewer: () => void,
): ApplicationDetailsJson['held_by'] {
  const { bearer, user } = useAdministration()
  const [latest, setLatest] = useState<{ readonly of: ApplicationDetailsJson; readonly held: Held }>()
  const holder = (latest?.of === details ? latest.held : details).held_by
  const canTake = work === 'writing' && details.due_at !== null && !details.own
  const isMine = ({ held_by: by }: Pick<Held, 'held_by'>) => by?.user_id === user.id
  const isHeld = useRef(false)
  const { inTurn, stop, start } = useTurns()
  const request = { params: { id: details.id }, bearer }
  const read = () => call('GET /api/admin/applications/:id/lease', request)
  const show = (held: Held) => {
    isHeld.current = isMine(held)
    // Show a holder of a newer version with that version: a decision about the one on the screen would be refused.
    if (held.version > details.version) onNewer()
    else setLatest({ of: details, held })
  }
  const take = async (signal: AbortSignal) => {
    if (signal.aborted) return
    // Without an answer it may be taken all the same.
    isHeld.current = true
    const taken = call('POST /api/admin/applications/:id/lease', { ...request, signal, body: { take_over: false } })
    const held = await taken.then(
      ({ application }) => application,
      () => (signal.aborted ? undefined : read()),
    )
    if (held && !signal.aborted) show(held)
  }
  const refresh = async (signal: AbortSignal) => {
    const held = await read()
    // The version after the reader's own decision is no news.
    if (signal.aborted) return
    if (isMine(held) || (canTake && held.held_by === null)) await take(signal)
    else show(held)
  }
  const release = async () => {
    if (!isHeld.current || (await bearer.token()) === '') return
    isHeld.current = false
    await call('DELETE /api/admin/applications/:id/lease', request)
  }
  const startOrStop = useEffectEvent(() => {
    if (work === 'deciding') return stop()
    start()
    if (work === 'reading') inTurn(release)
    else if (canTake && (holder === null || isMine({ held_by: holder }))) inTurn(take)
  })
  const renew = useEffectEvent(() => {
    if (isHeld.current && !document.hidden) inTurn(refresh)
  })
  const confirm = useEffectEvent(() => inTurn(refresh))
  const leave = useEffectEvent(() => inTurn(release))
  useReturn(() => inTurn(refresh))
  const known = useRef(work)
  useEffect(() => {
    if (known.current !== work) startOrStop()
    known.current = work
  }, [work])
  // A lease taken by the list, ahead or over from a colleague: renewed from now on, and released with the page.
  const isTaken = isMine(details)
  useEffect(() => {
    if (isTaken) confirm()
  }, [isTaken])
  useEffect(() => {
    const timer = setInterval(renew, (LEASE_MINUTES * 60_000) / 2)
    return () => {
      clearInterval(timer)
      leave()
    }
  }, [])
  return holder
}

/** Runs one step after the other: a late answer must not undo a newer one. `stop` ends those so far, and `start` allows new ones. */
function useTurns() {
  const line = useRef(Promise.resolve())
  const turns = useRef(new AbortController())
  return {
    inTurn: (step: (signal: AbortSignal) => Promise<void>) => {
      const { signal } = turns.current
      line.current = line.current.then(() => step(signal)).catch(ignore)
    },
    stop: () => turns.current.abort(),
    start: () => {
      if (turns.current.signal.aborted) turns.current = new AbortController()
    },
  }
}

/** Without a lease a decision is still refused when another one came first. */
function ignore(problem: unknown): void {
  console.warn('The lease could not be changed.', problem)
}
