/** The language of texts and mails about requests, where one beside English is published. */
import { useState } from 'react'
import { LANGUAGE_CHOICES } from '../../../contract/platform/language-tags.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call, type CallReply } from '../../api/client.ts'
import { useConfig } from '../../api/config.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { showToast } from '../../lib/toast-store.ts'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/select.tsx'
import { account as words } from '#words/people/account.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'

interface LanguageCardProps {
  chosen: CallReply<'GET /api/profile'>['language']
  bearer: Bearer
}

export function LanguageCard({ chosen: before, bearer }: LanguageCardProps) {
  const shown = useConfig()?.languages ?? []
  const [chosen, setChosen] = useState(before)
  const [busy, setBusy] = useState(false)
  if (shown.length === 0) return null
  const choose = async (typed: string) => {
    setBusy(true)
    try {
      const language = LANGUAGE_CHOICES.find((tag) => tag === typed) ?? null
      setChosen((await call('PUT /api/profile', { body: { language }, bearer })).language)
      showToast({ kind: 'plain', title: toasts.languageSaved })
    } catch (problem) {
      failWithToast(toasts.languageNotSaved, problem)
    }
    setBusy(false)
  }
  return (
    <Card title={words.languageTitle} level={3}>
      <div className="mt-4">
        <SelectField
          label={words.language}
          hint={words.languageHint}
          none={words.languageOfRequest}
          options={[['en', words.english], ...shown.map(({ tag, name }) => [tag, name] as const)]}
          value={chosen ?? ''}
          disabled={busy}
          onChange={(event) => void choose(event.currentTarget.value)}
        />
      </div>
    </Card>
  )
}
