/** The first administrator, made by the start where there is none yet: as configured, or on an embedded database by itself. */
import { hasAdministrator, makeFirstAdministrator, generatePrintedPassword } from '../auth/administrators.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { Instance } from '../instance.ts'
import { signInLines } from './admin-command.ts'

const FIRST_ADMINISTRATOR = 'admin@taimako.example'

/**
 * Makes the first administrator, before anybody can register the address.
 * @returns what to print for the operator, once; null when there is nothing to say
 */
export async function ensureFirstAdministrator({ core, database }: Instance): Promise<string | null> {
  if (await hasAdministrator(core.db)) return null
  const { firstAdmin } = core.env.accounts
  if (firstAdmin) {
    const passwordHash = await hashPassword(firstAdmin.password)
    const chosen = { passwordHash, passwordExpiresAt: null, passwordChangeRequired: false }
    const made = await makeFirstAdministrator(core, firstAdmin.email, chosen)
    return made ? `  ${firstAdmin.email} is the administrator, with the password of ADMIN_PASSWORD.` : null
  }
  if (database.engine !== 'embedded') {
    core.log.warn('there is no administrator yet: npm run admin -- create EMAIL')
    return null
  }
  const { password, credentials } = await generatePrintedPassword(core)
  const made = await makeFirstAdministrator(core, FIRST_ADMINISTRATOR, credentials)
  return made ? signInLines(core, FIRST_ADMINISTRATOR, password) : null
}
