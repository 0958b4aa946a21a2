import { expect, test } from 'vitest'
import { ADA, useAuthServer } from '../../../test/support/auth-server.ts'

const auth = useAuthServer()

test('of 300 sign-ins at once, those past a short queue are refused at once, and other calls are served meanwhile', async () => {
  const { data } = await (await auth.signedUp()).getSession()
  const bearer = { authorization: `Bearer ${data.session?.access_token ?? ''}` }
  const order: string[] = []
  const signIn = async () => {
    const answer = await auth.server.call('POST', '/auth/v1/token?grant_type=password', ADA)
    order.push(String(answer.status))
    return answer
  }
  const crowd = Array.from({ length: 300 }, signIn)
  const profile = auth.server.call('GET', '/api/profile', undefined, bearer).then((answer) => {
    order.push('profile')
    return answer
  })
  const answers = await Promise.all(crowd)
  expect((await profile).status).toBe(200)

  const refused = answers.filter(({ status }) => status === 503)
  const accepted = answers.filter(({ status }) => status === 200)
  expect([refused.length, accepted.length]).toEqual([252, 48])
  for (const { headers, body } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body).toMatchObject({ error_code: 'unexpected_failure' })
  }
  // Every refusal came before the first of the queue was done, and the profile before the queue was.
  expect(order.indexOf('200')).toBeGreaterThanOrEqual(252)
  expect(order.indexOf('profile')).toBeLessThan(order.lastIndexOf('200'))
  // The queue is empty again, and a refusal is no error of ours.
  expect((await signIn()).status).toBe(200)
  expect(auth.server.logged()).not.toContain('cannot answer')
})
