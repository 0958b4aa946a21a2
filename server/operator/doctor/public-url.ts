/** Whether PUBLIC_URL leads to this instance, by https, through as many proxies as TRUST_PROXY says, with all that has to pass. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect } from 'node:tls'
import { z } from 'zod'
import { AUTH_PATH } from '../../../contract/people/auth.ts'
import { DOCUMENT_BYTES_MAX, STORAGE_PATH } from '../../../contract/aid/document-limits.ts'
import type { Env } from '../../platform/env/env.ts'
import { hours, seconds, type Clock } from '../../platform/clock.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { StartError } from '../../platform/errors.ts'
import { check, count, findingsAbout, type Finding } from './finding.ts'

const { ok, warning, problem } = findingsAbout('address')

const ANSWER_MILLISECONDS_MAX = seconds(10)
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/
const CERTIFICATE_DAYS_LEFT = 14

export async function checkAddress(env: Env, clock: Clock): Promise<Finding[]> {
  const { publicUrl } = env
  let ready: Response
  try {
    ready = await ask(`${publicUrl}/health/ready`)
  } catch (error) {
    const code = codeOf(error) ?? 'no answer in time'
    return [
      problem(
        CERTIFICATE.test(code)
          ? badCertificate(publicUrl, code)
          : `${publicUrl} does not answer (${code}). Start the server and its proxy, and check PUBLIC_URL and the name's DNS.`,
      ),
    ]
  }
  await ready.body?.cancel()
  if (!isOurs(ready))
    return [problem(`${publicUrl} answers ${ready.status}, but not with Taimako. Check the proxy and PUBLIC_URL.`)]
  if (!ready.ok) return [problem(`The instance at ${publicUrl} is not ready. Its log says why.`)]
  const found = await Promise.all([
    check('address', () => compareKeys(env)),
    check('address', () => checkProxies(env)),
    check('address', () => checkWebhookAddress(env)),
    check('address', () => checkLargeBodies(env)),
    check('address', () => checkCertificate(publicUrl, clock)),
  ])
  return found.flat()
}

function badCertificate(publicUrl: string, code: string): string {
  return `The certificate of ${publicUrl} is not valid (${code}), so browsers and the provider refuse to connect. Renew it, with the full chain.`
}

const ask = (url: string) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MILLISECONDS_MAX) })

/** @throws StartError where there is another answer, as while the disk is full */
async function readJson<T>(url: string, schema: z.ZodType<T>): Promise<T> {
  const answer = await ask(url)
  if (!answer.ok) throw new StartError(`${url} answers ${answer.status}. The log of the instance says why.`)
  return schema.parse(await answer.json())
}

const isOurs = (response: Response) => response.headers.has('x-request-id')

const KeySet = z.object({ keys: z.array(z.object({ kid: z.string() })) })

/** The keys that sign access tokens are in the database: who publishes the same ones has the same database. */
async function compareKeys({ publicUrl, selfUrl }: Env): Promise<Finding[]> {
  const kids = async (url: string) =>
    (await readJson(`${url}${AUTH_PATH}/.well-known/jwks.json`, KeySet)).keys.map(({ kid }) => kid)
  const open = await kids(publicUrl)
  const own = await kids(selfUrl).catch(() => null)
  if (own === null)
    return [
      warning(
        `${publicUrl} is answered by another machine: nothing listens on ${selfUrl} here. Run the doctor there too.`,
      ),
    ]
  if (!open.some((kid) => own.includes(kid)))
    return [
      problem(
        `${publicUrl} points to an instance with a different database from the one at ${selfUrl}. Check the proxy.`,
      ),
    ]
  return [ok(`${publicUrl} points to this instance.`)]
}

const Live = z.object({ proxies: z.number() })

async function checkProxies({ publicUrl, trustProxy }: Env): Promise<Finding[]> {
  const found: Finding[] = []
  const { proxies } = await readJson(`${publicUrl}/health/live`, Live)
  if (proxies > trustProxy)
    found.push(
      problem(
        `Requests come through ${count(proxies, 'proxy', 'proxies')}, and TRUST_PROXY is ${trustProxy}: rate limits count the proxy, not people. Set TRUST_PROXY=${proxies}.`,
      ),
    )
  else if (proxies < trustProxy)
    found.push(
      problem(
        `X-Forwarded-For shows ${count(proxies, 'proxy', 'proxies')}, and TRUST_PROXY is ${trustProxy}: anyone can hide behind a forged address. Set TRUST_PROXY=${proxies}, or let the proxy send X-Forwarded-For.`,
      ),
    )
  else found.push(ok(`TRUST_PROXY=${trustProxy} matches the proxies that requests come through.`))
  const metrics = await ask(`${publicUrl}/metrics`)
  await metrics.body?.cancel()
  if (metrics.ok && publicUrl.startsWith('https:'))
    found.push(problem('/metrics is public, because the proxy does not identify itself. Let it send X-Forwarded-For.'))
  return found
}

/** Uses the wrong method, which the server refuses: nothing is stored. */
async function checkWebhookAddress({ publicUrl, mode }: Env): Promise<Finding[]> {
  const address = `${publicUrl}/webhooks/paystack`
  const answer = await ask(address)
  await answer.body?.cancel()
  if (answer.status !== 405 || !isOurs(answer))
    return [
      problem(`${address} does not reach the instance (it answers ${answer.status}). Let the proxy pass every path.`),
    ]
  return mode === 'sandbox' ? [] : [ok(`The webhook address at the provider must be ${address}. It is reachable.`)]
}

/**
 * Announces a document of the largest size, and sends nothing of it: a server that refuses by its length alone refuses at once, and one
 * that waits for all of it sends no answer.
 */
async function checkLargeBodies({ publicUrl }: Env): Promise<Finding[]> {
  const status = await announce(`${publicUrl}${STORAGE_PATH}/object/documents/doctor/probe`, DOCUMENT_BYTES_MAX)
  if (status === 413) return [problem('The proxy refuses documents of 10 MB. nginx: client_max_body_size 11m;')]
  if (status === null)
    return [
      warning(
        'The proxy buffers whole uploads, so progress and resuming do not work. nginx: proxy_request_buffering off;',
      ),
    ]
  return [ok('Documents of 10 MB get through the proxy, unbuffered.')]
}

/** @returns the status, or null when no answer comes before the body */
function announce(address: string, bytes: number): Promise<number | null> {
  const url = new URL(address)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method: 'POST',
      agent: false,
      headers: { 'content-length': bytes, 'content-type': 'application/pdf' },
      timeout: seconds(3),
    })
    asked.once('response', (response) => {
      resolve(response.statusCode ?? null)
      asked.destroy()
    })
    asked.once('timeout', () => {
      resolve(null)
      asked.destroy()
    })
    asked.once('error', reject)
    asked.flushHeaders()
  })
}

async function checkCertificate(publicUrl: string, clock: Clock): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return []
  const ends = await new Promise<string>((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      timeout: ANSWER_MILLISECONDS_MAX,
    })
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate().valid_to)
      socket.end()
    })
    socket.once('timeout', () => socket.destroy(new Error('no answer in time')))
    socket.once('error', reject)
  })
  const days = Math.floor((Date.parse(ends) - clock.now().getTime()) / hours(24))
  if (days >= CERTIFICATE_DAYS_LEFT) return [ok(`The certificate is valid for another ${days} days.`)]
  return [warning(`The certificate expires in ${days} days. Check that it is renewed automatically.`)]
}
