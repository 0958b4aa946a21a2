/** Profile: personal details, and the email address. */
import { call } from '../../api/client.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { EmailCard } from './email-card.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { LanguageCard } from './language-card.tsx'
import { ProfileForm } from './profile-form.tsx'
import { PartSkeleton, SectionLayout } from './section-layout.tsx'
import { StepTextsCard } from './step-texts-card.tsx'
import { useLoaded } from '../../lib/use-loaded.ts'

export function ProfileSection({ session }: { session: SignedIn }) {
  const { bearer, user } = session
  const loaded = useLoaded(() => call('GET /api/profile', { bearer }))
  return (
    <SectionLayout section="profile">
      <LoadedPart loaded={loaded} skeleton={<PartSkeleton section="profile" />}>
        {(profile) => (
          <>
            <ProfileForm profile={profile} bearer={bearer} />
            <EmailCard user={user} />
            <LanguageCard chosen={profile.language} bearer={bearer} />
            {user.phone && <StepTextsCard bearer={bearer} />}
          </>
        )}
      </LoadedPart>
    </SectionLayout>
  )
}
