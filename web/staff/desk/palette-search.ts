/** Asks the server while someone types: after a pause, and never with the answer to an earlier text. */
import { useEffect, useEffectEvent, useState } from 'react'
import { SEARCH_CHARACTERS_MIN } from '../../../contract/platform/admin-fields.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import type { Found } from './palette-commands.ts'

const PAUSE_MILLISECONDS = 150

interface Answer {
  readonly typed: string
  readonly found: Found
  readonly failed: boolean
}

const NONE: Answer = { typed: '', found: [], failed: false }

/** @param onFound called with each answer */
export function useFound(
  typed: string,
  bearer: Bearer,
  onFound: (found: Found) => void,
): { found: Found; state: 'found' | 'searching' | 'failed' } {
  const [answer, setAnswer] = useState(NONE)
  const tell = useEffectEvent(onFound)
  const isLong = typed.length >= SEARCH_CHARACTERS_MIN
  useEffect(() => {
    if (!isLong) return undefined
    const ending = new AbortController()
    const answered = (found: Found, failed: boolean) => {
      if (ending.signal.aborted) return
      setAnswer({ typed, found, failed })
      tell(found)
    }
    const timer = setTimeout(() => {
      call('GET /api/admin/search', { query: { search: typed }, bearer, signal: ending.signal }).then(
        ({ items }) => answered(items, false),
        () => answered([], true),
      )
    }, PAUSE_MILLISECONDS)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [typed, isLong, bearer])
  if (!isLong) return { found: [], state: 'found' }
  if (answer.typed !== typed) return { found: [], state: 'searching' }
  return { found: answer.found, state: answer.failed ? 'failed' : 'found' }
}
