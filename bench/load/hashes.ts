/** Load without a server: the argon2id hash that a sign-in contains, and nothing else. */
import { verify } from '@node-rs/argon2'
import { hashPassword } from '../../server/auth/passwords.ts'
import { serveRounds, variable } from '../child.ts'

const PASSWORD = 'correct horse battery'
const stored = await hashPassword(PASSWORD)

serveRounds(Number(variable('CONNECTIONS')), () => () => verify(stored, PASSWORD))
