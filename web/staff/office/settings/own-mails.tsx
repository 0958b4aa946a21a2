/** Choice of a staff member's own mails, and their times. Each choice is saved at once. */
import { useState } from 'react'
import { NOTICE_TIMES, type NoticeTime } from '../../../../contract/office/team-fields.ts'
import { call } from '../../../api/client.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { settings as words } from '#words/office/admin-settings.ts'
import { useAdministration } from '../../desk/administration.ts'
import { May } from '../../desk/may.tsx'
import { useEndpoint } from '../../desk/queries.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'

type Mail = 'digest' | 'late-requests-mail'

const SAYS = {
  digest: { label: words.digest, hint: words.digestHint },
  'late-requests-mail': { label: words.late, hint: words.lateHint },
} as const satisfies Record<Mail, unknown>

export function OwnMails() {
  return (
    <div className="stack max-w-3xl gap-4">
      <NoticeWish />
      <May duty="decide_requests">
        <MailWish mail="digest" />
      </May>
      <May duty="administer">
        <MailWish mail="late-requests-mail" />
      </May>
    </div>
  )
}

function MailWish({ mail }: { mail: Mail }) {
  const loaded = useEndpoint(`GET /api/admin/${mail}`, {})
  return (
    <LoadedPart loaded={loaded} failed={words.mailFailed} skeleton={<Skeleton className="block h-16" />}>
      {({ wanted }) => <Wish mail={mail} wanted={wanted} />}
    </LoadedPart>
  )
}

function Wish({ mail, wanted }: { mail: Mail; wanted: boolean }) {
  const { bearer } = useAdministration()
  const [isOn, setOn] = useSaved(wanted, (to) => call(`PUT /api/admin/${mail}`, { body: { wanted: to }, bearer }))
  return <Checkbox {...SAYS[mail]} checked={isOn} onChange={(event) => setOn(event.target.checked)} />
}

function NoticeWish() {
  const loaded = useEndpoint('GET /api/admin/notices', {})
  return (
    <LoadedPart loaded={loaded} failed={words.mailFailed} skeleton={<Skeleton className="block h-16" />}>
      {({ when }) => <NoticeTimes when={when} />}
    </LoadedPart>
  )
}

function NoticeTimes({ when }: { when: NoticeTime }) {
  const { bearer } = useAdministration()
  const [chosen, choose] = useSaved(when, (to) => call('PUT /api/admin/notices', { body: { when: to }, bearer }))
  return (
    <Field label={words.notices} hint={words.noticesHint}>
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onChange={({ target }) => {
            const to = NOTICE_TIMES.find((known) => known === target.value)
            if (to) choose(to)
          }}
        >
          {NOTICE_TIMES.map((each) => (
            <option key={each} value={each}>
              {words.noticeTimes[each]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** A choice that shows at once, and goes back where it was not saved. */
function useSaved<Choice>(before: Choice, save: (to: Choice) => Promise<unknown>) {
  const outcome = useOutcome()
  const [chosen, choose] = useState(before)
  const change = async (to: Choice) => {
    choose(to)
    if (!(await outcome(save(to), { done: words.mailSaved, failed: words.mailNotSaved }))) choose(chosen)
  }
  return [chosen, (to: Choice) => void change(to)] as const
}
