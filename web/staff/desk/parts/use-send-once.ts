/** Sends to an endpoint under one Idempotency-Key until the outcome is known. */
import { useState } from 'react'
import { call, type CallInput, type CallReply, type OnceKey } from '../../../api/client.ts'
import { createSender } from '../../../api/send-once.ts'
import { useAdministration } from '../administration.ts'

export function useSendOnce<K extends OnceKey>(key: K): (input: CallInput<K>) => Promise<CallReply<K>> {
  const { bearer } = useAdministration()
  const [send] = useState(() =>
    createSender((input: CallInput<K>, idempotencyKey) => call<K>(key, { ...input, bearer, idempotencyKey })),
  )
  return send
}
