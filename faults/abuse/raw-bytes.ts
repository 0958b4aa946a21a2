/** Bytes that are almost HTTP: valid messages with a mistake, and random ones. */
import fc from 'fast-check'
import { calls } from '../../test/fuzz/calls.ts'
import { insideShown } from '../../test/fuzz/check-answer.ts'
import type { ServerProcess } from '../../test/support/process.ts'
import type { Findings } from '../outcome.ts'
import { speak } from './speak.ts'

const ID = '0d9f4c0e-3b1a-4c5e-8d2f-6a7b8c9d0e1f'

const TARGETS = [
  ...calls.map(({ path }) => path.replaceAll(/:\w+|\*/g, ID)),
  '/',
  '/assets/',
  '/receipts/x',
  '/sandbox/paystack/checkout/x',
  '/sandbox/paystack/transaction/verify/x',
]

/** Public addresses. */
const OPEN_TARGETS = ['/', '/api/stats', '/api/config', '/health/live', '/auth/v1/settings', '/metrics']

const ODD_TARGETS = [
  '*',
  '/../../../../etc/passwd',
  '/assets/../../server/main.ts',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets\\..\\..\\package.json',
  '/%00',
  '/a%00.js',
  '//evil.example/',
  '/%ff%fe',
  '/%',
  '/\u0001',
  '/api//stats',
  '/api/./stats',
  '/API/STATS',
  '/.git/config',
  '/.env',
  '/data/secret.key',
  'http://evil.example/api/stats',
  'http://[::1',
  'evil.example:443',
  '?',
  '',
  `/${'a'.repeat(15_000)}`,
  `/${'%41'.repeat(20_000)}`,
  `/api/stats?${'a=1&'.repeat(3000)}`,
]

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'QUERY',
  'get',
  'PRI',
  'G ET',
  '',
]
const VERSIONS = ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'HTTQ/1.1', '']

const ODD_HEADERS = [
  'Host: a\r\nHost: b',
  'Host: ',
  'Host: evil.example:99999',
  'Host: a/b?c',
  'Host: [::1',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 0x5',
  'Content-Length: 3\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: gzip, chunked',
  'Expect: 100-continue',
  'Expect: the-unexpected',
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
  'Connection: close, keep-alive',
  'Content-Encoding: gzip',
  'Content-Type: application/json; charset=utf-7',
  'Content-Type: multipart/form-data; boundary=',
  'no colon at all',
  ': no name',
  'X-A: a\r\n folded',
  'X-A: \0',
  'X-A: \x7f\x80\xff',
  'X-A: a\rX-Injected: yes',
  'X-A: a\nX-Injected: yes',
  'Authorization: Bearer \xff\xfe',
  'Authorization: Basic YTpi',
  'Cookie: a=b; __proto__=1',
  'X-Forwarded-For: 127.0.0.1, , ,',
  'X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https',
  'Range: bytes=0-,0-,0-,0-',
  'Accept-Encoding: *;q=0, br;q=99',
  'If-None-Match: *',
  'Origin: null\r\nAccess-Control-Request-Method: \x01',
  `X-Long: ${'a'.repeat(60_000)}`,
  Array.from({ length: 1500 }, (_, index) => `X-${index}: a`).join('\r\n'),
]

const BODIES = [
  '',
  '{"amount":1500}',
  '{"amount":1500',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffff\r\nhello',
  '5;a=b\r\nhello\r\n0\r\nX-Trailer: a\r\n\r\n',
  '-5\r\nhello\r\n0\r\n\r\n',
  '\xff\xfe\x00',
  'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n',
  '0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: a\r\n\r\n',
]

/** Usually one mistake: with several, only the HTTP parser would answer. */
const sometimes = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: odd })

const almostHttp: fc.Arbitrary<Buffer> = fc
  .record({
    method: sometimes(fc.constantFrom(...METHODS.slice(0, 5)), fc.constantFrom(...METHODS)),
    target: sometimes(
      fc.oneof(fc.constantFrom(...TARGETS), fc.constantFrom(...OPEN_TARGETS)),
      fc.constantFrom(...ODD_TARGETS),
    ),
    version: sometimes(fc.constant('HTTP/1.1'), fc.constantFrom(...VERSIONS)),
    headers: fc.oneof(
      fc.constant<string[]>([]),
      fc.uniqueArray(fc.constantFrom(...ODD_HEADERS), { minLength: 1, maxLength: 2 }),
    ),
    lineEnd: sometimes(fc.constant('\r\n'), fc.constantFrom('\n', '\r', '\r\n\r\n', '\n\r')),
    body: fc.oneof(fc.constantFrom(...BODIES), fc.string({ unit: 'binary-ascii', maxLength: 200 })),
    flips: sometimes(
      fc.constant<{ at: number; byte: number }[]>([]),
      fc.array(fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) }), { minLength: 1, maxLength: 2 }),
    ),
    cutAt: fc.option(fc.nat(), { freq: 8 }),
  })
  .map(({ method, target, version, headers, lineEnd, body, flips, cutAt }) => {
    const lines = [`${method} ${target} ${version}`, 'Host: taimako.test', 'Content-Type: application/json', ...headers]
    const length = headers.some((header) => /length|transfer/i.test(header)) ? [] : [`Content-Length: ${body.length}`]
    const bytes = Buffer.from([...lines, ...length, '', body].join(lineEnd), 'latin1')
    for (const { at, byte } of flips) bytes.writeUInt8(byte, at % bytes.length)
    return cutAt === null ? bytes : bytes.subarray(0, cutAt % bytes.length)
  })

const noise = fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes))

/** Most of the time is spent waiting for answers that do not come. */
const AT_ONCE = 200

/** @param seed generates the same messages again */
export async function speakRaw(
  { url }: ServerProcess,
  findings: Findings,
  { seed, messages }: { seed: number; messages: number },
): Promise<void> {
  const message = fc.oneof({ weight: 9, arbitrary: almostHttp }, { weight: 1, arbitrary: noise })
  let good = 0
  const listen = async (bytes: Buffer) => {
    const { text, statuses, hangs } = await speak(url, [bytes])
    good += statuses.filter((status) => status < 400).length
    const described = () =>
      `seed ${seed}: ${JSON.stringify(bytes.toString('latin1').slice(0, 1500))} → ${text.slice(0, 500)}`
    findings.check('bytes on a socket are answered, or the connection is closed', !hangs, described)
    findings.check(
      'none of them makes a 5xx',
      statuses.every((status) => status < 500),
      described,
    )
    findings.check('no answer reveals internals', insideShown(text).length === 0, described)
    findings.check('no file of the machine is sent', !/root:x:0:0|"devDependencies"/.test(text), described)
    findings.check('nothing sent becomes a header', !/^x-injected/im.test(text), described)
  }
  const several = fc.array(message, { minLength: AT_ONCE, maxLength: AT_ONCE })
  const listenToAll = async (messages: Buffer[]) => void (await Promise.all(messages.map(listen)))
  await fc.assert(fc.asyncProperty(several, listenToAll), { seed, numRuns: messages / AT_ONCE, endOnFailure: true })
  findings.check('the valid messages among them are answered', good > 0, () => 'none was')
}
