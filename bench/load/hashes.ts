/** Load without a server: only the argon2id hash that a sign-in contains. */
import { verify } from '@node-rs/argon2'
import { hashPassword } from '../../server/people/sign-in/passwords.ts'
import { serveRounds, variable } from '../child.ts'

const PASSWORD = 'correct horse battery'
const stored = await hashPassword(PASSWORD)

serveRounds(Number(variable('CONNECTIONS')), () => () => verify(stored, PASSWORD))
