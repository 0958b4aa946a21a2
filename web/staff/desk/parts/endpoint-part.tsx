/** Loads an answer of the server for a part of a page, with a skeleton before it and a toast on failure. */
import type { ReactNode } from 'react'
import type { CallInput, CallReply, ReadKey } from '../../../api/client.ts'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { useEndpoint, type EndpointOptions } from '../queries.ts'
import { useFailureToast } from './use-failure-toast.ts'

export interface EndpointPartProps<K extends ReadKey> extends Pick<EndpointOptions<K>, 'again' | 'repeatAfter'> {
  from: K
  input: CallInput<K>
  /** The title of a failure. */
  failed: string
  /** As large as the content. */
  skeleton?: ReactNode
  children: (answer: CallReply<K>, reload: () => void) => ReactNode
}

const LIST = <ListSkeleton />

export function EndpointPart<K extends ReadKey>({
  from,
  input,
  failed,
  skeleton = LIST,
  children,
  ...options
}: EndpointPartProps<K>) {
  const loaded = useEndpoint(from, input, { ...options, onProblem: useFailureToast(failed) })
  return (
    <LoadedPart loaded={loaded} failed={failed} skeleton={skeleton}>
      {(answer) => children(answer, loaded.reload)}
    </LoadedPart>
  )
}
