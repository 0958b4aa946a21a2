/** Composes what the applicant reads about a decision: first the templates, then the text. Nothing typed is lost before it is sent. */
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/aid/application-fields.ts'
import {
  NAMED_PAPER_CHARACTERS_MAX,
  NAMED_PAPERS_MAX,
  type TemplateKind,
} from '../../../../contract/aid/reason-fields.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Button, SmallButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { composer as words } from '#words/aid/review-composer.ts'
import { forms } from '#words/office/administration.ts'
import { useAdministration } from '../../desk/administration.ts'
import { AwardFields, useAwardChoice } from '../payouts/award-fields.tsx'
import { TEMPLATES_OF, type After, type DecisionKind, type Message } from './decision.ts'
import { keepDraft, readDraft } from './drafts.ts'
import type { Template } from '../templates/template.ts'
import { Templates } from '../templates/templates.tsx'
import { call } from '../../../api/client.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { PreviewedLetter, type PreviewedText } from './previewed-letter.tsx'
import { placeholderValues } from '../../../../contract/aid/placeholders.ts'

interface ComposerProps {
  details: ApplicationDetailsJson
  kind: DecisionKind
  /** Templates for the kind of aid, for all decisions. */
  templates: readonly Template[]
  busy: After | undefined
  /** True: nothing can be sent. */
  isHeldByOther: boolean
  onSend: (message: Message, after: After) => Promise<boolean>
  onClose: () => void
}

export function Composer({ details, kind, templates, busy, isHeldByOther, onSend, onClose }: ComposerProps) {
  const { text, write, template, setTemplate, named, setNamed } = useDraft(details.id, kind)
  const papers = text.includes(PAPERS) ? namedIn(named) : []
  const form = useRef<HTMLFormElement>(null)
  const says = words.kinds[kind]
  const reachesByMail = details.reach.channels.includes('mail')
  const { mayPropose, award, identity, read } = useAward(details, kind)
  const after = useRef<After>('next')
  const { onSubmit, field } = useForm<string>({
    names: ['text', ...(mayPropose ? award.names : [])],
    check: (typed) => ({
      ...(mayPropose && award.check(typed)),
      text: typed('text').trim() === '' ? says.missing : undefined,
    }),
    async send(typed) {
      if (busy || isHeldByOther) return undefined
      const written = { text: text.trim(), template, papers, ...read(typed) }
      if (await onSend(written, after.current)) write('')
      return undefined
    },
  })
  const templateKind = TEMPLATES_OF[kind]
  const send = (how: After) => {
    after.current = how
    form.current?.requestSubmit()
    // Enter in a field sends, too.
    after.current = 'next'
  }
  const press = (event: KeyboardEvent) =>
    actOn(event, {
      Escape: onClose,
      'Ctrl Enter': () => send('next'),
      i: () => identity.check(!identity.isChecked),
    })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and Ctrl Enter work in all its fields
    <form ref={form} className="composer" aria-label={says.title} onSubmit={onSubmit} onKeyDown={press} noValidate>
      <h3>{says.title}</h3>
      <IdentityCheck identity={identity} name={details.applicant.full_name} />
      {mayPropose && <AwardFields choice={award} mayWait field={field} />}
      {templateKind && (
        <Templates
          templates={templates.filter((one) => one.kind === templateKind)}
          chosen={template}
          onChoose={(one) => {
            setTemplate(one)
            write(filled(one, details, new Date()))
            form.current?.querySelector('textarea')?.focus()
          }}
        />
      )}
      <TextArea
        {...field('text')}
        required={says.missing !== undefined}
        label={says.label}
        {...(says.missing === undefined && { note: forms.optional })}
        hint={reachesByMail ? says.hint : words.readAloud[kind === 'papers' ? 'papers' : 'reason']}
        value={text}
        readOnly={busy !== undefined}
        maxLength={REVIEW_CHARACTERS_MAX}
        className="composer-text"
        onChange={(event) => write(event.target.value)}
      />
      {text.includes(PAPERS) && <NamedPapers value={named} isBusy={busy !== undefined} onChange={setNamed} />}
      {templateKind && text.trim() !== '' && (
        <Preview key={text + named} id={details.id} kind={templateKind} text={text.trim()} papers={papers} />
      )}
      {!isHeldByOther && <SendButtons kind={kind} busy={busy} onStay={() => send('stay')} onClose={onClose} />}
    </form>
  )
}

type Pressed = 'Escape' | 'Ctrl Enter' | 'i'

/** A letter works outside of fields, where it is text. */
function actOn(event: KeyboardEvent, act: Readonly<Record<Pressed, () => void>>): void {
  if (event.key === 'Escape') act.Escape()
  else if (event.key === 'Enter' && event.ctrlKey) act['Ctrl Enter']()
  else if (event.key === 'i' && event.target instanceof HTMLButtonElement) act.i()
  else return
  event.preventDefault()
}

/** The award that goes with an approval, and whether its reviewer says that they checked who the applicant is. */
function useAward(details: ApplicationDetailsJson, kind: DecisionKind) {
  const { may } = useAdministration()
  const [isChecked, setChecked] = useState(false)
  const award = useAwardChoice(isChecked ? onceChecked(details) : details, details.amount_requested, true)
  const mayCheck = kind === 'approved' && details.applicant.id !== null && !details.applicant.is_approved
  const check = (to: boolean) => {
    if (!mayCheck) return
    setChecked(to)
    award.restart(to ? onceChecked(details) : details)
  }
  const mayPropose = kind === 'approved' && may('propose_payments')
  const read = (typed: (name: string) => string) => ({ award: mayPropose ? award.read(typed) : undefined, isChecked })
  return { mayPropose, award, identity: { mayCheck, isChecked, check }, read }
}

interface IdentityCheckProps {
  identity: ReturnType<typeof useAward>['identity']
  name: string
}

function IdentityCheck({ identity: { mayCheck, isChecked, check }, name }: IdentityCheckProps) {
  if (!mayCheck) return null
  return (
    <Checkbox
      label={words.identity(name)}
      hint={words.identityHint}
      checked={isChecked}
      onChange={(event) => check(event.target.checked)}
    />
  )
}

/** The terms of a request as they are once its reviewer says who the applicant is. */
function onceChecked(details: ApplicationDetailsJson): ApplicationDetailsJson {
  const { receiving } = details
  const { payee } = receiving
  return payee
    ? { ...details, receiving: { ...receiving, payee: { ...payee, usable: payee.usable_once_checked } } }
    : details
}

/** The typed text, kept as a draft. */
function useDraft(requestId: string, kind: DecisionKind) {
  const { user } = useAdministration()
  const [text, setText] = useState(() => readDraft(user.id, requestId, kind))
  const [template, setTemplate] = useState<Template>()
  const [named, setNamed] = useState('')
  const write = (news: string) => {
    setText(news)
    keepDraft(user.id, requestId, kind, news)
  }
  return { text, write, template, setTemplate, named, setNamed }
}

/** As the server fills it in: the names of papers. */
const PAPERS = '{papers}'

/** One to a line. */
function namedIn(lines: string): readonly string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

interface NamedPapersProps {
  value: string
  isBusy: boolean
  onChange: (lines: string) => void
}

function NamedPapers({ value, isBusy, onChange }: NamedPapersProps) {
  return (
    <TextArea
      label={words.papers}
      hint={words.papersHint}
      error={undefined}
      value={value}
      readOnly={isBusy}
      maxLength={NAMED_PAPERS_MAX * NAMED_PAPER_CHARACTERS_MAX}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface SendButtonsProps extends Pick<ComposerProps, 'kind' | 'busy' | 'onClose'> {
  onStay: () => void
}

function SendButtons({ kind, busy, onStay, onClose }: SendButtonsProps) {
  const next = useRef<HTMLButtonElement>(null)
  // Enter sends if nothing has to be written: the focus is on the button. Otherwise it is on the templates.
  const isFirst = TEMPLATES_OF[kind] === undefined
  // Before keys that were held are pressed again (keys-ahead.tsx).
  useLayoutEffect(() => {
    // The buttons stay in sight, and so does what is approved.
    if (isFirst) next.current?.focus({ preventScroll: true })
  }, [isFirst])
  const says = words.kinds[kind]
  return (
    <div className="composer-actions">
      <Button ref={next} type="submit" busy={busy === 'next'}>
        {busy === 'next' ? words.sending : words.andNext(says.button)}
      </Button>
      <Button look="outline" busy={busy === 'stay'} onClick={onStay}>
        {busy === 'stay' ? words.sending : says.button}
      </Button>
      <Button look="quiet" onClick={onClose}>
        {forms.cancel}
      </Button>
    </div>
  )
}

/** Previews a text as the applicant would read it, on their page and in the mail. */
interface PreviewProps {
  id: string
  kind: TemplateKind
  text: string
  papers: readonly string[]
}

/** Another text needs another key: what was shown is of the text before. */
function Preview({ id, kind, text, papers }: PreviewProps) {
  const { bearer } = useAdministration()
  const onProblem = useFailureToast(words.notPreviewed)
  const [shown, setShown] = useState<PreviewedText>()
  const show = () => {
    const body = { kind, text, papers: [...papers] }
    call('POST /api/admin/applications/:id/preview', { params: { id }, body, bearer }).then(setShown, onProblem)
  }
  if (!shown) {
    return (
      <SmallButton look="quiet" className="justify-self-start" onClick={show}>
        {words.preview}
      </SmallButton>
    )
  }
  return <PreviewedLetter letter={shown} />
}

/** A template with the person's name, the case number and the day in place. The papers are named in a field of their own. */
type About = Pick<ApplicationDetailsJson, 'applicant' | 'case_number'>

/** Leaves a placeholder that nothing can fill: the server asks for words in its place. */
function filled({ kind, text }: Template, { applicant, case_number: caseNumber }: About, now: Date): string {
  const values = placeholderValues({ kind, fullName: applicant.full_name, caseNumber, papers: [], now })
  return Object.entries(values).reduce(
    (words, [name, value]) => (value === '' ? words : words.replaceAll(`{${name}}`, value)),
    text,
  )
}
