/** Every call of the API, the auth protocol and the storage that needs a caller, for tests of who is refused. */
import { api } from '../../contract/api.ts'
import { resumableCalls, storageCalls } from '../../contract/aid/documents.ts'
import { authCalls } from '../../contract/people/auth.ts'
import { newKey, type TestServer } from './server.ts'

const ID = '0d9f4c0e-3b1a-4c5e-8d2f-6a7b8c9d0e1f'
const concrete = (path: string) =>
  path
    .replaceAll(/:\w*id\b/g, ID)
    .replaceAll(':bucket', 'documents')
    .replaceAll('*', 'x/1_x.pdf')

const CALLS = [
  ...Object.entries(api).map(([key, { guard }]) => ({ key, guard, prefix: '' })),
  ...Object.entries(authCalls).map(([key, { guard }]) => ({ key, guard, prefix: '/auth/v1' })),
  ...Object.entries(storageCalls).map(([key, { guard }]) => ({ key, guard, prefix: '/storage/v1' })),
  ...resumableCalls.map((key) => ({ key: key.replace('GET', 'HEAD'), guard: 'user', prefix: '/storage/v1' })),
].filter(({ guard }) => ['session', 'signed_in', 'admin', 'user'].includes(guard))

/** @returns those that do not refuse the caller, sorted: `isRefused` judges an answer, whose text is empty for HEAD */
export async function callsOpenTo(
  server: TestServer,
  authorization: string,
  isRefused: (status: number, text: string, isHead: boolean) => boolean,
): Promise<string[]> {
  const open: string[] = []
  for (const { key, prefix } of CALLS) {
    const [method = '', path = ''] = key.split(' ')
    const headers = { authorization, 'content-type': 'application/json', ...newKey() }
    const sent = method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }
    const answer = await server.app.request(`${prefix}${concrete(path)}`, { method, headers, ...sent })
    if (!isRefused(answer.status, await answer.text(), method === 'HEAD')) open.push(`${prefix}${key}`)
  }
  return open.toSorted()
}
