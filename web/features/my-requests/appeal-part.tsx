/** The appeal against a refusal: how to make it, then how it stands. */
import { useState } from 'react'
import { REVIEW_CHARACTERS_MAX } from '../../../contract/aid/application-fields.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import { useAct } from '../../lib/use-act.ts'
import { useKeptText } from '../../lib/use-kept-text.ts'
import { formatDay } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { appeal as words } from '#words/aid/appeal.ts'
import { outsiderInWords } from '../../words/site.ts'
import type { Application } from './load-applications.ts'

interface AppealPartProps {
  application: Application
  bearer: Bearer
  /** Called once the server has it: the request is under review again. */
  onAppealed: () => void
}

export function AppealPart({ application, bearer, onAppealed }: AppealPartProps) {
  const [isOpen, setOpen] = useState(false)
  const { appeal, appeal_until: until, due_at: dueAt } = application
  if (appeal !== null) {
    const when = dueAt === null ? '' : ` ${words.answerBy(formatDay(dueAt))}`
    return (
      <p className="inset mt-4">
        {appeal.state === 'open' ? `${words.made(formatDay(appeal.created_at))}${when}` : words.ended[appeal.state]}
        {!appeal.has_reviewer && ` ${words.noReviewer} ${outsiderInWords(words)}`}
      </p>
    )
  }
  if (until === null) return null
  return (
    <div className="mt-4">
      <p>{words.may(formatDay(until))}</p>
      <Button look="outline" className="mt-3 w-full sm:w-auto" onClick={() => setOpen(true)}>
        {words.appeal}
      </Button>
      {isOpen && (
        <AppealDialog
          id={application.id}
          bearer={bearer}
          onClose={() => setOpen(false)}
          onAppealed={() => {
            setOpen(false)
            onAppealed()
          }}
        />
      )}
    </div>
  )
}

interface AppealDialogProps extends Pick<AppealPartProps, 'bearer' | 'onAppealed'> {
  id: string
  onClose: () => void
}

function AppealDialog({ id, bearer, onClose, onAppealed }: AppealDialogProps) {
  const field = useKeptText(`appeal-${id}`)
  const { busy, fault, run } = useAct()
  const send = async () => {
    const text = field.current?.value.trim() ?? ''
    await call('POST /api/applications/:id/appeal', { bearer, params: { id }, body: { text: text || null } })
    onAppealed()
  }
  return (
    <FormDialog title={words.title} lead={words.lead} onClose={onClose}>
      <div className="mt-5">
        <TextArea
          ref={field}
          label={words.text}
          hint={words.textHint}
          error={fault}
          rows={5}
          readOnly={busy}
          maxLength={REVIEW_CHARACTERS_MAX}
        />
      </div>
      <Button busy={busy} className="mt-6 w-full" onClick={() => void run(words.notSent, send)}>
        {busy ? words.sending : words.send}
      </Button>
    </FormDialog>
  )
}
