/** Lists each time an administrator opened the user's file, without names, with a way to complain. */
import type { OpeningJson } from '../../../contract/aid/openings.ts'
import { call } from '../../api/client.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { site } from '../../words/site.ts'
import { typeName } from '../../words/type-name.ts'
import { useAct } from '../../lib/use-act.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { account, openings as words } from '#words/people/account.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'
import { PartSkeleton, SectionLayout } from './section-layout.tsx'

export function OpeningsSection({ session: { bearer, user } }: { session: SignedIn }) {
  const loaded = useLoaded((signal) => call('GET /api/account/openings', { query: {}, bearer, signal }))
  const { busy, run } = useAct()
  const loadEarlier = async (cursor: string) => {
    const page = await call('GET /api/account/openings', { query: { cursor }, bearer })
    loaded.change(({ items, total }) => ({ ...page, total, items: [...items, ...page.items] }))
  }
  return (
    <SectionLayout section="openings">
      <LoadedPart loaded={loaded} skeleton={<PartSkeleton section="openings" />}>
        {({ items, next_cursor: cursor }) => (
          <div className="stack max-w-176 gap-6">
            <Card title={words.listTitle} level={3}>
              {items.length === 0 ? (
                <p className="mt-2">{words.none}</p>
              ) : (
                <ul className="rows mt-3">
                  {items.map((opening) => (
                    <OpeningRow key={opening.id} opening={opening} />
                  ))}
                </ul>
              )}
              {cursor !== null && (
                <Button
                  look="outline"
                  className="mt-4"
                  busy={busy}
                  onClick={() => void run(toasts.openingsFailed, () => loadEarlier(cursor), failWithToast)}
                >
                  {busy ? words.loading : words.earlier}
                </Button>
              )}
              <p className="mt-4 text-sm text-soft">{words.lists}</p>
            </Card>
            <Complaint email={user.email} />
          </div>
        )}
      </LoadedPart>
    </SectionLayout>
  )
}

function OpeningRow({ opening: { opened_at: at, role, opened, ...what } }: { opening: OpeningJson }) {
  const type = what.application_type
  const more = type === null ? what.filename : typeName(type)
  return (
    <li className="row">
      <div className="row-text">
        <p className="font-semibold wrap-anywhere">{what.is_message ? words.message : words.opened[opened](more)}</p>
        <p className="text-sm text-soft">{words.by(words.roles[role], formatDayAndTime(at))}</p>
      </div>
    </li>
  )
}

function Complaint({ email }: { email: string | undefined }) {
  const { email: support } = site.support
  const address = `mailto:${support}?${new URLSearchParams({
    subject: words.complaintSubject,
    body: words.complaintBody(email ?? ''),
  })
    // Mail programs show a plus sign as it is.
    .toString()
    .replaceAll('+', '%20')}`
  return (
    <Card title={words.complaintTitle} level={3}>
      <p className="mt-2 text-soft">{words.complaintLead}</p>
      <p className="mt-5">
        <a href={address} className={buttonClass('outline')}>
          {words.complain}
        </a>
      </p>
      <p className="mt-3 text-sm wrap-anywhere text-soft">{account.writeTo(support)}</p>
    </Card>
  )
}
