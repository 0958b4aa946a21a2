/** Whose request this is, as far as an address can tell. */
import type { Context } from 'hono'
import { z } from 'zod'

const Bindings = z.object({ incoming: z.object({ socket: z.object({ remoteAddress: z.string().optional() }) }) })

/** The address at the other end of the socket; undefined in `app.request()`, which has none. */
function socketAddress(c: Context): string | undefined {
  return Bindings.safeParse(c.env).data?.incoming.socket.remoteAddress
}

/**
 * The client's address. Behind proxies (TRUST_PROXY says how many) it is the entry that the outermost of ours wrote:
 * everything left of it was sent by the client and proves nothing.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const socket = socketAddress(c) ?? 'in-process'
  if (trustedProxies === 0) return network(socket)
  const forwarded = forwardedFor(c.req.header('x-forwarded-for'))
  return network(forwarded.at(-trustedProxies) ?? socket)
}

/** The entries of X-Forwarded-For: what the client itself sent, then one from each proxy. */
export function forwardedFor(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** Leaves out the port that some proxies add, which differs for each connection. */
const WITH_PORT = /^(?:\[(?<six>[^\]]*)\]|(?<four>\d+(?:\.\d+){3}))(?::\d+)?$/

/** One household or phone has a whole /64 of IPv6: counting single addresses would count nothing. */
function network(written: string): string {
  const { six, four } = WITH_PORT.exec(written)?.groups ?? {}
  const plain = (six ?? four ?? written).replace(/^::ffff:/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const groups =
    tail === undefined ? front : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return groups.slice(0, 4).join(':')
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/** The request comes from this machine itself, and not through a proxy that runs on it. */
export function isLocal(c: Context): boolean {
  if (c.req.header('x-forwarded-for') ?? c.req.header('forwarded') ?? c.req.header('via')) return false
  const address = socketAddress(c)
  return address === undefined || LOOPBACK.test(address)
}
