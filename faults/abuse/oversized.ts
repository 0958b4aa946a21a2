/** Too much of everything: each request is refused with a reason, before it is read completely. */
import type { ServerProcess } from '../../test/support/process.ts'
import type { Findings } from '../outcome.ts'
import { speak } from './speak.ts'

interface Oversized {
  readonly request: string
  readonly headers?: readonly string[]
  readonly body?: Buffer
  /** The answers that refuse. A client that keeps sending headers may lose the answer when the server closes the connection. */
  readonly refusedWith: readonly number[]
}

const MEGABYTE = 1024 * 1024
const JSON_TYPE = 'Content-Type: application/json'

const FORM = 'Content-Type: multipart/form-data; boundary=x'
const part = (name: string, body: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${body}\r\n`

const FROM_ANYBODY: Readonly<Record<string, Oversized>> = {
  'an address of 100 kB': { request: `GET /${'a'.repeat(100_000)}`, refusedWith: [431] },
  'a header of 100 kB': { request: 'GET /api/stats', headers: [`X-A: ${'a'.repeat(100_000)}`], refusedWith: [431] },
  '5,000 headers': {
    request: 'GET /api/stats',
    headers: Array.from({ length: 5000 }, (_, index) => `X-${index}: a`),
    refusedWith: [431],
  },
  'a gigabyte, announced': {
    request: 'POST /api/donations',
    headers: [JSON_TYPE, 'Content-Length: 1073741824'],
    refusedWith: [413],
  },
  'a body of 2 MB': {
    request: 'POST /api/contact-messages',
    headers: [JSON_TYPE],
    body: Buffer.alloc(2 * MEGABYTE, '['),
    refusedWith: [413],
  },
  'a body of 2 MB, to the auth protocol': {
    request: 'POST /auth/v1/signup',
    headers: [JSON_TYPE],
    body: Buffer.alloc(2 * MEGABYTE, '['),
    refusedWith: [413],
  },
  'a message of the provider of 2 MB': {
    request: 'POST /webhooks/paystack',
    body: Buffer.alloc(2 * MEGABYTE),
    refusedWith: [413],
  },
  'a megabyte of brackets, to the auth protocol': {
    request: 'POST /auth/v1/signup',
    headers: [JSON_TYPE],
    body: Buffer.alloc(MEGABYTE - 1, '['),
    refusedWith: [400],
  },
  '30 kB of brackets': {
    request: 'POST /functions/v1/verify',
    headers: [JSON_TYPE],
    body: Buffer.alloc(30_000, '['),
    refusedWith: [400],
  },
}

function fromSomebody(userId: string, authorization: string): Readonly<Record<string, Oversized>> {
  const upload = `POST /storage/v1/object/documents/${userId}/1_a.pdf`
  return {
    'an array of 10,000': {
      request: 'POST /api/applications',
      headers: [JSON_TYPE, authorization, `Idempotency-Key: ${crypto.randomUUID()}`],
      body: Buffer.from(
        JSON.stringify({ application_type: 'food', description: 'a', documents_provided: Array(10_000).fill('a') }),
      ),
      refusedWith: [400],
    },
    'a list of 10,000 paths': {
      request: 'POST /storage/v1/object/sign/documents',
      headers: [JSON_TYPE, authorization],
      body: Buffer.from(JSON.stringify({ expiresIn: 60, paths: Array(10_000).fill('a') })),
      refusedWith: [400, 413],
    },
    'a form of 10,000 parts': {
      request: upload,
      headers: [FORM, authorization],
      body: Buffer.from(`${Array.from({ length: 10_000 }, (_, index) => part(`f${index}`, 'a')).join('')}--x--\r\n`),
      refusedWith: [400, 413],
    },
    'a part with a head of a megabyte': {
      request: upload,
      headers: [FORM, authorization],
      body: Buffer.from(part('a'.repeat(MEGABYTE), 'a')),
      refusedWith: [400],
    },
    'a resumable upload of a terabyte': {
      request: 'POST /storage/v1/upload/resumable',
      headers: [
        authorization,
        'Tus-Resumable: 1.0.0',
        'Upload-Length: 1099511627776',
        `Upload-Metadata: bucketName ${btoa('documents')},objectName ${btoa(`${userId}/1_a.pdf`)}`,
      ],
      refusedWith: [413],
    },
  }
}

export async function sendOversized(
  { url }: ServerProcess,
  findings: Findings,
  { userId, token }: { userId: string; token: string },
): Promise<void> {
  const all = Object.entries({ ...FROM_ANYBODY, ...fromSomebody(userId, `Authorization: Bearer ${token}`) })
  for (const [what, { request, headers = [], body = Buffer.alloc(0), refusedWith }] of all) {
    const announced = headers.some((header) => header.startsWith('Content-Length'))
    const lines = [
      `${request} HTTP/1.1`,
      'Host: taimako.test',
      ...(announced ? [] : [`Content-Length: ${body.length}`]),
      ...headers,
    ]
    const { statuses, text, hangs } = await speak(url, [Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body])
    findings.check(
      'too much of anything is refused in words',
      !hangs && (refusedWith.includes(statuses[0] ?? 0) || (text === '' && refusedWith.includes(431))),
      () => `${what}: ${hangs ? 'hangs' : text.slice(0, 300)}`,
    )
  }
}
