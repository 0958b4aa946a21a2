/** Loads the request that is probably opened next, so that it is there at once. The server records that it was only loaded ahead. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/admin.ts'
import { isRecord } from '../../../api/is-record.ts'
import { call } from '../../../api/client.ts'
import { useAdministration } from '../administration.ts'

/** @returns what was loaded ahead last */
export function usePrepared(next: string | undefined): ApplicationDetailsJson | undefined {
  const { bearer } = useAdministration()
  const [prepared, setPrepared] = useState<ApplicationDetailsJson>()
  const prepare = useEffectEvent((id: string, signal: AbortSignal) =>
    call('GET /api/admin/applications/:id', { params: { id }, query: { purpose: 'prepare' }, bearer, signal }),
  )
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
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  const isSaving = isRecord(connection) && connection.saveData === true
  return !isSaving && window.matchMedia('(min-width: 48rem)').matches
}
