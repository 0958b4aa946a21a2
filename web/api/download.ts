/** Downloads a file from the API, whatever its length: a plain link could not send the access token. */
import type { z } from 'zod'
import type { adminExportEndpoints } from '../../contract/office/admin-exports.ts'
import type { walletEndpoints } from '../../contract/money/wallet.ts'
import type { Bearer } from './authorization.ts'
import { NetworkFailure, problemOf, sendRequest } from './client.ts'

type Exports = typeof adminExportEndpoints & Pick<typeof walletEndpoints, 'GET /api/wallet/transactions.csv'>
type DownloadKey = keyof Exports
type DownloadQuery<K extends DownloadKey> = z.input<Exports[K]['query']>

/** @throws ApiProblem when the server refuses, NetworkFailure when there is no reply or an incomplete one */
export async function download<K extends DownloadKey>(key: K, query: DownloadQuery<K>, bearer: Bearer): Promise<Blob> {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries<string | undefined>(query)) if (value !== undefined) given[name] = value
  const response = await sendRequest(key, { query: given, bearer })
  if (!response.ok) throw await problemOf(response)
  try {
    return await response.blob()
  } catch (cause) {
    throw new NetworkFailure({ cause })
  }
}
