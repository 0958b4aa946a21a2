/** The form of the profile. Every field may be empty: a request for aid asks for what it needs. */
import {
  isPhone,
  PHONE_SENTENCE,
  PROFILE_CHARACTERS_MAX,
  YEAR_SENTENCE,
} from '../../../contract/record/profile-fields.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call, type CallReply } from '../../api/client.ts'
import { refusedFields } from '../../api/refused-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../lib/toast-store.ts'
import { account as words } from '#words/people/account.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'
import { useForm } from '../../lib/use-form.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'

const NAMES = ['full_name', 'phone', 'address', 'bio', 'birth_year'] as const
type Name = (typeof NAMES)[number]

interface ProfileFormProps {
  profile: CallReply<'GET /api/profile'>
  bearer: Bearer
}

export function ProfileForm({ profile, bearer }: ProfileFormProps) {
  const { busy, onSubmit, field } = useForm<Name>({
    names: NAMES,
    check(typed) {
      const phone = typed('phone').trim()
      const year = typed('birth_year').trim()
      return {
        ...(phone !== '' && !isPhone(phone) && { phone: PHONE_SENTENCE }),
        ...(year !== '' && !/^\d{4}$/.test(year) && { birth_year: YEAR_SENTENCE }),
      }
    },
    async send(typed) {
      const year = typed('birth_year').trim()
      const body = {
        ...Object.fromEntries(NAMES.map((name) => [name, typed(name).trim()])),
        birth_year: year === '' ? null : Number(year),
      }
      try {
        await call('PUT /api/profile', { body, bearer })
        showToast({ kind: 'plain', title: toasts.profileSaved })
      } catch (problem) {
        const faults = refusedFields(problem, NAMES)
        if (Object.keys(faults).length > 0) return faults
        failWithToast(toasts.profileNotSaved, problem)
      }
    },
  })
  const line = (name: Name) => ({
    ...field(name),
    label: words.labels[name],
    defaultValue: profile[name] ?? '',
    required: false,
  })
  return (
    <Card title={words.detailsTitle} level={3}>
      <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-5">
        <TextField {...line('full_name')} autoComplete="name" maxLength={PROFILE_CHARACTERS_MAX.full_name} />
        <TextField {...line('phone')} hint={words.hints.phone} type="tel" autoComplete="tel" />
        <TextArea
          {...line('address')}
          rows={2}
          autoComplete="street-address"
          maxLength={PROFILE_CHARACTERS_MAX.address}
        />
        <TextArea {...line('bio')} hint={words.hints.bio} rows={4} maxLength={PROFILE_CHARACTERS_MAX.bio} />
        <TextField
          {...line('birth_year')}
          hint={words.hints.birthYear}
          inputMode="numeric"
          autoComplete="bday-year"
          maxLength={4}
        />
        <Button type="submit" busy={busy} className="justify-self-start">
          {busy ? words.saving : words.saveProfile}
        </Button>
      </form>
    </Card>
  )
}
