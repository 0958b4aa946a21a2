/** The profile's part in a person's data export, and in closing the account. */
import { eq } from 'drizzle-orm'
import type { AccountPart } from '../../platform/account-part.ts'
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
        birth_year: profiles.birthYear,
        language: profiles.language,
        role: profiles.role,
        staff_roles: profiles.staffRoles,
        is_approved: profiles.isApproved,
        created_at: profiles.createdAt,
        updated_at: profiles.updatedAt,
      })
      .from(profiles)
      .where(eq(profiles.userId, userId))
    return profile ?? {}
  },
  // The whole row: everything in it is personal, and no money refers to it.
  async erase(tx, userId) {
    await tx.delete(profiles).where(eq(profiles.userId, userId))
  },
}
