/** Enters a request for someone who cannot send it: first who they are, then what they need. The form empties after each. */
import { useRef, useState } from 'react'
import { ApiProblem } from '../../../api/client.ts'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { intake as words } from '#words/aid/admin-intake.ts'
import { useAdministration } from '../../desk/administration.ts'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { useSendOnce } from '../../desk/parts/use-send-once.ts'
import { uploadPaper } from '../../desk/parts/upload-paper.ts'
import { keepDraft, readDraft } from '../request/drafts.ts'
import {
  bodyOf,
  checkEntry,
  draftText,
  faultsOf,
  NAMES,
  readIntakeDraft,
  type IntakeDraft,
  type Chosen,
  type Entered,
  type Paper,
} from './intake.ts'
import { PapersCard } from './papers-card.tsx'
import { PersonCard } from './person-card.tsx'
import { PersonSearch } from './person-search.tsx'
import { BeyondField, ConsentFields, RequestFields } from './request-fields.tsx'
import { Slip } from './slip.tsx'

/** The draft of the page: there is one for each member of staff. */
const DRAFT = ['new', 'intake'] as const
const NOTHING: Readonly<Record<string, string>> = {}

/** Whom the page is about: someone new, or the profile of a person. */
type Whom = Extract<Chosen, { is: 'new' }> | { readonly is: 'known'; readonly id: string }

export function IntakePage() {
  const { user } = useAdministration()
  const [draft] = useState(() => readIntakeDraft(readDraft(user.id, ...DRAFT)))
  const [whom, setWhom] = useState(() => whomOf(draft))
  const [kept, setKept] = useState(draft?.texts ?? NOTHING)
  const [entered, setEntered] = useState<Entered>()
  const begin = () => {
    keepDraft(user.id, ...DRAFT, '')
    setKept(NOTHING)
    setWhom(undefined)
  }
  if (entered) return <Slip entered={entered} onAnother={() => setEntered(undefined)} />
  const entry = {
    kept,
    onElse: begin,
    onEntered(news: Entered) {
      begin()
      setEntered(news)
    },
  }
  return (
    <div className="stack max-w-240 gap-4">
      <p className="text-soft">{words.lead}</p>
      {whom === undefined && <PersonSearch onKnown={(id) => setWhom({ is: 'known', id })} onNew={setWhom} />}
      {whom?.is === 'new' && <Entry chosen={whom} {...entry} />}
      {whom?.is === 'known' && <KnownEntry id={whom.id} {...entry} />}
    </div>
  )
}

function whomOf(draft: IntakeDraft | null): Whom | undefined {
  if (!draft) return undefined
  return draft.known === null ? { is: 'new', name: '', phone: '' } : { is: 'known', id: draft.known }
}

/** Opening a person is audited, so only the chosen one is loaded. */
function KnownEntry({ id, ...entry }: { id: string } & Omit<EntryProps, 'chosen'>) {
  return (
    <EndpointPart from="GET /api/admin/beneficiaries/:id" input={{ params: { id } }} failed={words.personFailed}>
      {(person) => <Entry chosen={{ is: 'known', person }} {...entry} />}
    </EndpointPart>
  )
}

interface EntryProps {
  chosen: Chosen
  kept: Readonly<Record<string, string>>
  onElse: () => void
  onEntered: (entered: Entered) => void
}

function Entry({ chosen, kept, onElse, onEntered }: EntryProps) {
  const { user, onRefusal } = useAdministration()
  const form = useRef<HTMLFormElement>(null)
  const [papers, setPapers] = useState<readonly Paper[]>([])
  const [doing, setDoing] = useState('')
  const [isBeyond, setBeyond] = useState(false)
  const storePapers = useStoring(papers, setPapers, setDoing)
  const send = useSendOnce('POST /api/admin/applications')
  const { busy, onSubmit, field } = useForm({
    names: NAMES,
    check: (typed) => checkEntry(typed, { isNew: chosen.is === 'new', isBeyond }),
    async send(typed) {
      try {
        const stored = await storePapers()
        setDoing(words.entering)
        onEntered(await send({ body: bodyOf(typed, chosen, stored) }))
      } catch (problem) {
        if (onRefusal(problem)) return undefined
        // A paper that another request has used, or that is gone, is sent again with the next press.
        if (problem instanceof ApiProblem) setPapers((known) => known.map((paper) => ({ ...paper, path: null })))
        if (problem instanceof ApiProblem && problem.code === 'too_many_open_requests') setBeyond(true)
        const faults = faultsOf(problem)
        failWithToast(words.notEntered, problem)
        return faults
      } finally {
        setDoing('')
      }
      return undefined
    },
  })
  const keep = () => {
    if (form.current)
      keepDraft(user.id, ...DRAFT, draftText(chosen.is === 'known' ? chosen.person.id : null, form.current))
  }
  return (
    <form ref={form} className="stack max-w-240 gap-4" onSubmit={onSubmit} onInput={keep} noValidate>
      <PersonCard {...{ chosen, field, kept, onElse }} />
      <RequestFields field={field} kept={kept} />
      <PapersCard papers={papers} busy={busy} onChange={setPapers} />
      <ConsentFields field={field} kept={kept} />
      {isBeyond && <BeyondField field={field} kept={kept} />}
      <div className="intake-send">
        <Button type="submit" busy={busy}>
          {busy && doing !== '' ? doing : words.enter}
        </Button>
      </div>
    </form>
  )
}

/** @returns a function that sends the papers which are not on the server yet, and returns all of them */
function useStoring(
  papers: readonly Paper[],
  setPapers: (papers: readonly Paper[]) => void,
  say: (doing: string) => void,
): () => Promise<readonly Paper[]> {
  const { bearer, user } = useAdministration()
  return async () => {
    const stored = [...papers]
    for (const [index, paper] of papers.entries()) {
      if (paper.path !== null) continue
      say(words.uploading(index + 1, papers.length))
      // Two papers may be prepared within one millisecond.
      const path = `${user.id}/${Date.now() + index}_${paper.name}`
      await uploadPaper(paper.content, path, bearer)
      stored[index] = { ...paper, path }
      setPapers([...stored])
    }
    return stored
  }
}
