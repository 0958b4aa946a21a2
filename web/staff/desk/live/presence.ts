/** Says on the server that this page shows a request, and learns who else has it open and who has taken it. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { HEARTBEAT_SECONDS, type PresenceMode } from '../../../../contract/aid/queue-fields.ts'
import { call } from '../../../api/client.ts'
import { useAdministration } from '../administration.ts'
import { useReturn } from './return.ts'

export type Present = Pick<ApplicationDetailsJson, 'here' | 'held_by' | 'version'>

/**
 * @param mode `writing` also takes the request, unless someone else holds it
 * @param onNewer called when the request has changed since the page read it
 * @returns who is there as of the latest answer
 */
export function usePresence(details: ApplicationDetailsJson, mode: PresenceMode, onNewer: () => void): Present {
  const { id, version } = details
  const { bearer, user } = useAdministration()
  const [present, setPresent] = useState<Present>(details)
  const isHeld = useRef(details.held_by?.user_id === user.id)
  const params = { id }
  const beat = async () => {
    if (document.hidden) return
    const answer = await call('POST /api/admin/applications/:id/presence', { params, body: { mode }, bearer })
    isHeld.current = answer.held_by?.user_id === user.id
    // Who holds a newer version is shown with it: a decision about the version on the screen would be refused.
    if (answer.version > version) onNewer()
    else setPresent(answer)
  }
  const release = async () => {
    if (isHeld.current) await call('DELETE /api/admin/applications/:id/lease', { params, bearer })
    isHeld.current = false
  }
  const takeOrRelease = async () => {
    if (mode === 'reading') return release()
    const isFree = details.due_at !== null && !details.own && present.held_by === null
    if (!isFree) return undefined
    // Without an answer it may be taken all the same.
    isHeld.current = true
    await call('POST /api/admin/applications/:id/lease', { params, body: { take_over: false }, bearer })
    return undefined
  }
  const leave = async () => {
    if ((await bearer.token()) === '') return
    await call('POST /api/admin/applications/:id/presence', { params, body: { mode: 'left' }, bearer })
    await release()
  }
  // One call after the other: what comes late must neither undo a later one nor say what is no longer so.
  const line = useRef(Promise.resolve())
  const inTurn = (step: () => Promise<void>) => {
    line.current = line.current.then(step).catch(ignore)
  }
  const beats = useEffectEvent(() => inTurn(beat))
  const modeChanged = useEffectEvent(() => inTurn(() => takeOrRelease().then(beat)))
  const leaves = useEffectEvent(() => inTurn(leave))
  useReturn(beats)
  const known = useRef({ mode, version })
  useEffect(() => {
    if (known.current.mode === mode) beats()
    else modeChanged()
    known.current = { mode, version }
    const timer = setInterval(beats, HEARTBEAT_SECONDS * 1000)
    return () => clearInterval(timer)
  }, [mode, version])
  useEffect(() => () => leaves(), [])
  return present.version < version ? details : present
}

/** A failed heartbeat is not repeated: the next one follows, and presence that is not renewed expires. */
function ignore(problem: unknown): void {
  console.warn('The presence could not be told.', problem)
}
