/**
 * Signs leave to send one request that its sender has pressed Send for: the service worker has no session, and sends after the page is
 * gone. It ends with the session that asked for it.
 */
import { SENDING_DAYS } from '../../../contract/aid/handling-fields.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { hmacSha256, sameBytes } from '../../platform/crypto.ts'

/** Begins the `Authorization` header of a worker, before its ticket. */
const SCHEME = 'Ticket '
const TICKET = /^(?<session>[\da-f-]{36})\.(?<request>[\w-]{16,64})\.(?<until>\d{10})\.(?<mac>[\w-]{43})$/

type Signer = Pick<Core, 'keys' | 'clock'>

/** @param requestKey the idempotency key with which the request will be sent */
export function newSendingTicket({ keys, clock }: Signer, sessionId: string, requestKey: string) {
  const expiresAt = after(clock.now(), hours(24 * SENDING_DAYS))
  const named = `${sessionId}.${requestKey}.${Math.floor(expiresAt.getTime() / 1000)}`
  return { ticket: `${named}.${macOf({ keys }, named).toString('base64url')}`, expires_at: expiresAt }
}

/** @returns the session and the request of an `Authorization` header; null if it holds no ticket of ours, or one that has expired */
export function readSendingTicket({ keys, clock }: Signer, authorization: string) {
  if (!authorization.startsWith(SCHEME)) return null
  const parts = TICKET.exec(authorization.slice(SCHEME.length))?.groups ?? {}
  const { session = '', request = '', until = '', mac = '' } = parts
  const isOurs = sameBytes(Buffer.from(mac, 'base64url'), macOf({ keys }, `${session}.${request}.${until}`))
  return isOurs && Number(until) * 1000 > clock.now().getTime() ? { sessionId: session, requestKey: request } : null
}

const macOf = ({ keys }: Pick<Core, 'keys'>, named: string) => hmacSha256(keys.sending, `sending ticket ${named}`)
