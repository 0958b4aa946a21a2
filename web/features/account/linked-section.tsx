/** Sign-in methods: lists, links and unlinks them; the last one stays. */
import { useState } from 'react'
import type { UserIdentity } from '@supabase/auth-js'
import { loadConfig, type SiteConfig } from '../../api/config.ts'
import { Button, SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../lib/toast-store.ts'
import { account as words } from '#words/people/account.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { isProvider } from '../../ui/session/provider-buttons.tsx'
import { askAuth } from '../../api/session/ask-auth.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { formatDay } from '../../lib/format-date.ts'
import { PartSkeleton, SectionLayout } from './section-layout.tsx'
import { addressOf } from './sections.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useConfirmation } from '../../ui/session/use-confirmation.tsx'

type AuthConfig = SiteConfig['auth']

async function loadLinks(): Promise<{ identities: UserIdentity[]; config: AuthConfig }> {
  const [{ identities }, { auth: config }] = await Promise.all([
    askAuth((client) => client.getUserIdentities()),
    loadConfig(),
  ])
  return { identities, config }
}

export function LinkedSection({ session }: { session: SignedIn }) {
  const loaded = useLoaded(loadLinks)
  return (
    <SectionLayout section="linked">
      <LoadedPart loaded={loaded} skeleton={<PartSkeleton section="linked" />}>
        {(links) => <Links session={session} {...links} onChanged={loaded.reload} />}
      </LoadedPart>
    </SectionLayout>
  )
}

interface LinksProps {
  session: SignedIn
  identities: UserIdentity[]
  config: AuthConfig
  onChanged: () => void
}

function Links({ session, identities, config, onChanged }: LinksProps) {
  const [leaving, setLeaving] = useState<UserIdentity>()
  const { place, focusBack } = useFocusBack()
  const linkable = config.providers.filter(({ id }) => !identities.some(({ provider }) => provider === id))
  const nameOf = ({ provider }: UserIdentity) => providerName(provider, config)
  return (
    <div ref={place} tabIndex={-1} className="stack max-w-176 gap-6 outline-none">
      <Card title={words.linkedTitle} level={3}>
        <ul className="rows mt-3">
          {identities.map((identity) => (
            <IdentityRow
              key={identity.identity_id}
              identity={identity}
              name={nameOf(identity)}
              isLast={identities.length === 1}
              {...(config.manual_linking && { onUnlink: () => setLeaving(identity) })}
            />
          ))}
        </ul>
      </Card>
      {!config.manual_linking && <p className="text-soft">{words.linkingOff}</p>}
      {config.manual_linking && config.providers.length === 0 && <p className="text-soft">{words.noProviders}</p>}
      {config.manual_linking && linkable.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {linkable.map(({ id, name }) => (
            <LinkButton key={id} session={session} provider={id} name={name} />
          ))}
        </div>
      )}
      {leaving && (
        <UnlinkDialog
          session={session}
          identity={leaving}
          name={nameOf(leaving)}
          onClose={() => focusBack(() => setLeaving(undefined))}
          onUnlinked={onChanged}
        />
      )}
    </div>
  )
}

function providerName(provider: string, config: AuthConfig): string {
  if (provider === 'email' || provider === 'phone') return words.providers[provider]
  return config.providers.find(({ id }) => id === provider)?.name ?? provider
}

interface IdentityRowProps {
  identity: UserIdentity
  name: string
  isLast: boolean
  /** Shown where unlinking is possible. */
  onUnlink?: () => void
}

function IdentityRow({ identity, name, isLast, onUnlink }: IdentityRowProps) {
  const email: unknown = identity.identity_data?.['email']
  const reason = `${identity.identity_id}-reason`
  return (
    <li className="row">
      <Icon name={identity.provider === 'email' ? 'mail' : 'globe'} className="h-6 w-6 flex-none text-leaf" />
      <div className="row-text">
        <p className="font-semibold">{name}</p>
        <p className="text-sm wrap-anywhere text-soft">
          {typeof email === 'string' && `${email} · `}
          {identity.created_at !== undefined && words.linkedSince(formatDay(identity.created_at))}
        </p>
        {isLast && onUnlink && (
          <p id={reason} className="mt-1 text-sm">
            {words.lastIdentity}
          </p>
        )}
      </div>
      {onUnlink && (
        <SmallButton
          disabled={isLast}
          aria-label={words.unlinkNamed(name)}
          onClick={onUnlink}
          {...(isLast && { 'aria-describedby': reason })}
        >
          {words.unlink}
        </SmallButton>
      )}
    </li>
  )
}

interface LinkButtonProps {
  session: SignedIn
  provider: string
  name: string
}

function LinkButton({ session, provider, name }: LinkButtonProps) {
  const { run, step } = useConfirmation(session.user)
  const [busy, setBusy] = useState(false)
  const link = async () => {
    if (!isProvider(provider)) return
    setBusy(true)
    try {
      const redirectTo = window.location.origin + addressOf('linked')
      // The browser leaves for the provider, so the button stays busy.
      const leaves = await run(async () => {
        await askAuth((client) => client.linkIdentity({ provider, options: { redirectTo } }))
      })
      setBusy(leaves)
    } catch (problem) {
      failWithToast(toasts.linkFailed, problem)
      setBusy(false)
    }
  }
  return (
    <div>
      <Button look="outline" busy={busy} onClick={() => void link()}>
        {busy ? words.linking : words.link(name)}
      </Button>
      {step}
    </div>
  )
}

interface UnlinkDialogProps {
  session: SignedIn
  identity: UserIdentity
  name: string
  onClose: () => void
  onUnlinked: () => void
}

function UnlinkDialog({ session, identity, name, onClose, onUnlinked }: UnlinkDialogProps) {
  const { run, step } = useConfirmation(session.user)
  const unlink = async () => {
    const done = await run(async () => {
      await askAuth((client) => client.unlinkIdentity(identity))
      // The session holds a copy of the user.
      await askAuth((client) => client.refreshSession())
    })
    if (!done) return
    onClose()
    showToast({ kind: 'plain', title: toasts.unlinked })
    onUnlinked()
  }
  return (
    <ConfirmDialog
      title={words.unlinkTitle(name)}
      lead={words.unlinkLead(name)}
      confirm={words.unlink}
      confirming={words.unlinking}
      keep={words.keep}
      onConfirm={unlink}
      onClose={onClose}
      step={step}
    />
  )
}
