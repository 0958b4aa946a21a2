/** Keys of what staff type and have not sent: their browsers keep it only encrypted (decision 0026). */
import { DRAFT_HOURS } from '../../../contract/office/team-fields.ts'
import { hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { hmacSha256 } from '../../platform/crypto.ts'
import type { Caller } from '../../platform/http/callers.ts'

/**
 * Derives a key for each hour from the account and its roles, so that nothing is stored and a change of roles ends all drafts.
 * @returns the keys of this hour and of the {@link DRAFT_HOURS} before it, the newest first, each of 32 bytes in base64
 */
export function readDraftKeys(
  { keys, clock }: Pick<Core, 'keys' | 'clock'>,
  { userId, staffRoles }: Pick<Caller, 'userId' | 'staffRoles'>,
): string[] {
  const hour = Math.floor(clock.now().getTime() / hours(1))
  const owner = `${userId} ${staffRoles.toSorted().join(',')}`
  return Array.from({ length: DRAFT_HOURS + 1 }, (_, age) =>
    hmacSha256(keys.staffDrafts, `${owner} ${hour - age}`).toString('base64'),
  )
}
