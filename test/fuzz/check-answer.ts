/** Checks every answer: it is declared, it belongs to the caller, and it reveals no internals. */
import { z } from 'zod'
import { AUTH_PATH } from '../../contract/people/auth.ts'
import { STORAGE_PATH } from '../../contract/aid/document-limits.ts'
import type { Endpoint, Guard } from '../../contract/platform/endpoint.ts'
import { errors, isErrorCode } from '../../contract/platform/errors.ts'
import { possibleErrors } from '../../contract/platform/possible-errors.ts'
import { refusals as authRefusals } from '../../server/people/sign-in/refusals.ts'
import { refusals as storageRefusals } from '../../server/aid/documents/refusals.ts'
import type { Role } from './cast.ts'
import type { MadeUp } from './requests.ts'

export interface Arrived {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Stack traces, SQL and database errors, paths of this machine, and secrets. */
const INSIDE = [
  /\bat [^\n]{0,200}\.(?:ts|js|mjs):\d+/,
  /node_modules|node:internal|file:\/\/\/(?!etc)/,
  /\bselect\b.{1,200}\bfrom\b.{1,200}\bwhere\b|\binsert into\b|violates|syntax error at|relation "|failed query/is,
  /\$argon2|sk_(?:test|live)_|PRIVATE KEY|"d":"/,
]

/** @returns what is wrong with an answer */
export function faultsOf(asked: MadeUp, answer: Arrived): string[] {
  const told = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return [
    ...insideShown(`${told}\n${answer.text}`).map((inside) => `shows the inside: ${inside}`),
    ...(answer.headers.has('x-injected') ? ['took a header over from the request'] : []),
    ...(answer.status >= 500 && !isDeclared503(asked, answer) ? [`answered ${answer.status}`] : []),
    ...shapeFaults(asked, answer),
  ]
}

/** @returns the patterns of internals that a text contains */
export function insideShown(text: string): string[] {
  return [...INSIDE, new RegExp(RegExp.escape(process.cwd()))]
    .filter((inside) => inside.test(text))
    .map(({ source }) => source)
}

const Json = z.looseObject({
  code: z.unknown().optional(),
  error_code: z.unknown().optional(),
  error: z.unknown().optional(),
})

/** The JSON of an answer; undefined without one, as for HEAD. */
export function jsonOf({ headers, text }: Arrived): z.output<typeof Json> | undefined {
  if (text === '' || !/json/.test(headers.get('content-type') ?? '')) return undefined
  return Json.safeParse(JSON.parse(text)).data
}

/** A provider that does not answer, if the endpoint declares it. */
function isDeclared503({ call }: MadeUp, answer: Arrived): boolean {
  const code = jsonOf(answer)?.code
  return answer.status === 503 && isErrorCode(code) && (call.endpoint?.errors?.includes(code) ?? false)
}

function shapeFaults(asked: MadeUp, answer: Arrived): string[] {
  const { call, method } = asked
  if (method === 'OPTIONS' || method === 'HEAD' || answer.status === 405) return []
  if (call.endpoint && method === call.method) return ourFaults(call.endpoint, asked.role, answer)
  if (answer.status < 400) return []
  // An address with `..` is normalised before it is sent.
  const { pathname } = new URL(asked.address, 'http://in-process')
  const arrivedAt = (mount: string) => call.path.startsWith(`${mount}/`) && pathname.startsWith(`${mount}/`)
  if (arrivedAt(AUTH_PATH)) return codeIn(answer, 'error_code', authRefusals)
  // The tus server refuses some requests in its own format.
  if (call.path.includes('/upload/resumable')) return []
  return arrivedAt(STORAGE_PATH) ? codeIn(answer, 'error', storageRefusals) : []
}

function codeIn(
  answer: Arrived,
  field: 'error_code' | 'error',
  table: Readonly<Record<string, readonly [number, string, string]>>,
): string[] {
  const code = jsonOf(answer)?.[field]
  const known = Object.values(table).some(([status, known]) => known === code && status === answer.status)
  // Refusals of administrators have our own code there.
  return known || (answer.status === 403 && isErrorCode(code))
    ? []
    : [`refused with ${answer.status} ${String(code)}, which no table has`]
}

const OPEN_FOR: Readonly<Record<Guard, readonly Role[]>> = {
  anyone: ['nobody', 'beneficiary', 'administrator', 'confirmed administrator', 'unconfirmed administrator'],
  session: ['beneficiary', 'administrator', 'confirmed administrator', 'unconfirmed administrator'],
  signed_in: ['beneficiary', 'administrator', 'confirmed administrator', 'unconfirmed administrator'],
  admin: ['administrator', 'confirmed administrator'],
  // Webhooks need a signature, and fuzzing has no key.
  provider: [],
  operator: ['nobody', 'beneficiary', 'administrator', 'confirmed administrator', 'unconfirmed administrator'],
}

function ourFaults(endpoint: Endpoint, role: Role, answer: Arrived): string[] {
  if (answer.status >= 400) return refusalFaults(endpoint, answer)
  const { status, schema, contentType } = endpoint.reply
  return [
    ...(answer.status === status ? [] : [`answered ${answer.status} in place of ${status}`]),
    ...(OPEN_FOR[endpoint.guard].includes(role) ? [] : [`opened for ${role}`]),
    ...(contentType || schema.safeParse(jsonOf(answer)).success ? [] : ['an answer that its schema does not know']),
  ]
}

function refusalFaults(endpoint: Endpoint, answer: Arrived): string[] {
  const code = jsonOf(answer)?.code
  if (!isErrorCode(code)) return [`refused with ${answer.status} and no code of ours`]
  if (errors[code].status !== answer.status) return [`refused with ${code} as ${answer.status}`]
  return possibleErrors(endpoint).has(code) ? [] : [`refused with ${code}, which the endpoint does not declare`]
}
