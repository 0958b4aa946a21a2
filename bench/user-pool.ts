/** The users of a load: each does one thing at a time. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { variable } from './child.ts'
import { Person } from './people.ts'

/** A user whose refresh token changes with each refresh. */
interface PooledUser extends Person {
  refreshToken: string
}

export function openUserPool() {
  const free: PooledUser[] = z.array(Person).parse(JSON.parse(readFileSync(variable('PEOPLE'), 'utf8')))
  // Signing up gave each user the first refresh token.
  for (const user of free) user.own['counter'] = '1'
  return {
    async withUser(work: (user: PooledUser) => Promise<unknown>): Promise<void> {
      const user = free.pop()
      if (!user) throw new Error('the pool has fewer users than workers')
      await work(user)
      // The refresh counter, which only statements of the flow `refresh` carry.
      user.own['counter'] = String(Number(user.own['counter']) + 1)
      free.push(user)
    },
  }
}
