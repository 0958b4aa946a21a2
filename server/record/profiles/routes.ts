/** HTTP for profiles. The rules live in profiles.ts. */
import { profileEndpoints } from '../../../contract/record/profiles.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { getProfile, saveProfile } from './profiles.ts'
import type { Profile } from './schema.ts'

export function profileRoutes(core: Core) {
  return serveEndpoints(core, profileEndpoints, {
    'GET /api/profile': async ({ caller }) => reply(await getProfile(core, caller.userId), caller.email),
    'PUT /api/profile': async ({ body, caller }) => {
      const { full_name: fullName, phone, address, bio, birth_year: birthYear, language } = body
      const words = { fullName, phone, address, bio, birthYear, language }
      return reply(await saveProfile(core, caller.userId, words), caller.email)
    },
  })
}

/** @param email the account's address, which is not stored in the profile */
function reply(
  { id, userId, fullName, phone, address, bio, birthYear, language, role, isApproved, createdAt }: Profile,
  email: string,
) {
  return {
    id,
    user_id: userId,
    full_name: fullName,
    email,
    phone,
    address,
    bio,
    birth_year: birthYear,
    language,
    role,
    is_approved: isApproved,
    created_at: createdAt,
  }
}
