/** Every call that the server answers, as declared in the contract: our API, the auth protocol and the storage. */
import { z } from 'zod'
import { api } from '../../contract/api.ts'
import { AUTH_PATH, authCalls, type AuthCall } from '../../contract/people/auth.ts'
import { STORAGE_PATH } from '../../contract/aid/document-limits.ts'
import { resumableCalls, storageCalls, type StorageCall } from '../../contract/aid/documents.ts'
import type { Endpoint } from '../../contract/platform/endpoint.ts'

export interface Call {
  readonly method: string
  /** As declared, below the address of its protocol: `/auth/v1/factors/:factor_id`. */
  readonly path: string
  readonly params: z.ZodObject | undefined
  readonly query: z.ZodObject | undefined
  readonly body: z.ZodObject | undefined
  /** The contract's promise about the answers; for our API only. */
  readonly endpoint?: Endpoint
}

function call(key: string, prefix: string, declared: Partial<Pick<Endpoint, 'params' | 'query' | 'body'>>): Call {
  const [method = '', path = ''] = key.split(' ')
  const { params, query, body } = declared
  return { method, path: prefix + path, params, query, body }
}

export const ourCalls: readonly (Call & { endpoint: Endpoint })[] = Object.entries<Endpoint>(api).map(
  ([key, endpoint]) => Object.assign(call(key, '', endpoint), { endpoint }),
)

export const calls: readonly Call[] = [
  ...ourCalls,
  ...Object.entries<AuthCall>(authCalls).map(([key, declared]) => call(key, AUTH_PATH, declared)),
  ...Object.entries<StorageCall>(storageCalls).map(([key, declared]) => call(key, STORAGE_PATH, declared)),
  ...resumableCalls.map((key) => call(key, STORAGE_PATH, {})),
]
