/** Profiles' part in the data that a person takes along, and in what is erased when an account is closed. */
import { eq } from 'drizzle-orm'
import type { AccountPart } from '../lib/account-part.ts'
import { profiles } from './schema.ts'

export const profilePart: AccountPart = {
  name: 'profile',
  async collect(db, userId) {
    const [profile] = await db
      .select({
        id: profiles.id,
        full_name: profiles.fullName,
        phone: profiles.phone,
        address: profiles.address,
        bio: profiles.bio,
        role: profiles.role,
        is_approved: profiles.isApproved,
        created_at: profiles.createdAt,
        updated_at: profiles.updatedAt,
      })
      .from(profiles)
      .where(eq(profiles.userId, userId))
    return profile ?? {}
  },
  // The whole row: it is all personal, and nothing of money points to it.
  async erase(tx, userId) {
    await tx.delete(profiles).where(eq(profiles.userId, userId))
  },
}
