/** The people of a load: each does one thing at a time. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { variable } from './child.ts'
import { Person } from './people.ts'

/** A person whose tokens, and whose count of refreshes, move on. */
interface Taken extends Person {
  refreshToken: string
}

export function takePeople() {
  const free: Taken[] = z.array(Person).parse(JSON.parse(readFileSync(variable('PEOPLE'), 'utf8')))
  // Signing up gave each its first refresh token.
  for (const person of free) person.own['counter'] = '1'
  return {
    async whileTaken(work: (person: Taken) => Promise<unknown>): Promise<void> {
      const person = free.pop()
      if (!person) throw new Error('there are as many people as workers')
      await work(person)
      // What a refresh counts; the statements of other flows do not carry it.
      person.own['counter'] = String(Number(person.own['counter']) + 1)
      free.push(person)
    },
  }
}
