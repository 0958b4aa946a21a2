/** The cache of the staff pages: in memory only, for one person with their roles. Decision 0059 says why it works so. */
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSession } from '../../api/session/session-provider.tsx'
import { staffRolesOf } from './staff-roles-of.ts'

function createClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (problem) => console.warn('Loading failed.', problem) }),
    defaultOptions: {
      queries: {
        // Answers name applicants: they leave the memory with the part of the page that shows them.
        gcTime: 0,
        // The API client repeats what may be repeated, and a page without a connection says so.
        retry: false,
        networkMode: 'always',
        // Focus renews leases and lists where a page asks for it: `useReturn`.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Each answer is a new value, even an equal one: a page compares it with what it knows about the last.
        structuralSharing: false,
      },
    },
  })
}

/** @returns the client; another one, empty, once somebody else is signed in or the roles have changed */
export function useStaffClient(): QueryClient {
  const session = useSession()
  const owner =
    session.is === 'in' ? [session.user.id, session.role, ...staffRolesOf(session.user)].join(' ') : undefined
  const [held, hold] = useState(() => ({ owner, client: createClient() }))
  if (owner !== undefined && owner !== held.owner)
    hold({ owner, client: held.owner === undefined ? held.client : createClient() })
  const { client } = held
  const isOut = session.is === 'out'
  useEffect(() => {
    // The content stays on the screen, covered, while the person signs in again.
    if (isOut) client.removeQueries({ type: 'inactive' })
  }, [isOut, client])
  useEffect(() => () => client.clear(), [client])
  return client
}
