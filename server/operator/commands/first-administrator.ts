/** Creates the first administrator at the start: from the settings, or automatically on an embedded database. */
import {
  hasAdministrator,
  makeFirstAdministrator,
  generatePrintedPassword,
} from '../../people/sign-in/administrators.ts'
import { hashPassword, isPasswordAccepted } from '../../people/sign-in/passwords.ts'
import { StartError } from '../../platform/errors.ts'
import type { Instance } from '../instance.ts'
import { signInLines } from './admin-command.ts'

const FIRST_ADMINISTRATOR = 'admin@taimako.example'

/**
 * Creates the first administrator, before anyone can register the address.
 * @returns what to print for the operator, once; null if nothing was created
 * @throws StartError if ADMIN_PASSWORD is too weak
 */
export async function ensureFirstAdministrator({ core, database }: Instance): Promise<string | null> {
  if (await hasAdministrator(core.db)) return null
  const { firstAdmin } = core.env.accounts
  if (firstAdmin) {
    if (!isPasswordAccepted(firstAdmin.password, 'admin'))
      throw new StartError('ADMIN_PASSWORD: must have at least 12 characters, and not be a common password')
    const passwordHash = await hashPassword(firstAdmin.password)
    const chosen = { passwordHash, passwordExpiresAt: null, passwordChangeRequired: false }
    const made = await makeFirstAdministrator(core, firstAdmin.email, chosen)
    return made ? `  ${firstAdmin.email} is the administrator. The password is ADMIN_PASSWORD.` : null
  }
  if (database.engine !== 'embedded') {
    core.log.warn('there is no administrator yet: npm run admin -- create EMAIL')
    return null
  }
  const { password, credentials } = await generatePrintedPassword(core)
  const made = await makeFirstAdministrator(core, FIRST_ADMINISTRATOR, credentials)
  return made ? signInLines(core, FIRST_ADMINISTRATOR, password) : null
}
