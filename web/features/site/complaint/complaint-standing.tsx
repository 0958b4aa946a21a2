/** Asks how a complaint stands, with its number. */
import { useState } from 'react'
import { ApiProblem, call, type CallReply } from '../../../api/client.ts'
import { problemSentence } from '../../../api/problem-sentence.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { complaints as names } from '#words/aid/complaint-names.ts'
import { complain as words } from '#words/aid/complain.ts'

type Standing = CallReply<'POST /api/complaints/standing'>

export function ComplaintStanding() {
  const hydrated = useHydrated()
  const [found, setFound] = useState<Standing>()
  const form = useForm({
    names: ['code'],
    check: (typed) => (typed('code').trim() === '' ? { code: words.codeMissing } : {}),
    async send(typed) {
      setFound(undefined)
      try {
        setFound(await call('POST /api/complaints/standing', { body: { code: typed('code').slice(0, 40) } }))
        return undefined
      } catch (problem) {
        const isUnknown = problem instanceof ApiProblem && problem.code === 'not_found'
        return { code: isUnknown ? words.notFound : problemSentence(problem) }
      }
    },
  })
  return (
    <form method="dialog" onSubmit={form.onSubmit} noValidate className="mt-4 grid gap-4">
      <p className="text-soft">{words.askLead}</p>
      <TextField
        label={words.code}
        error={form.faults.code}
        name="code"
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
      />
      <Button type={hydrated ? 'submit' : 'button'} look="outline" busy={form.busy} className="w-full sm:w-40">
        {form.busy ? words.asking : words.ask}
      </Button>
      <output className="block">{found && <Found standing={found} />}</output>
    </form>
  )
}

function Found({ standing: { state, kind, created_at: sentAt, due_at: dueAt, answer } }: { standing: Standing }) {
  return (
    <div className="inset grid gap-2">
      <p className="font-semibold">{names.states[state]}</p>
      <p>{words.sentOn(formatDay(sentAt), names.kinds[kind])}</p>
      {state !== 'answered' && dueAt !== null && <p>{words.dueBy[state](formatDay(dueAt))}</p>}
      {state === 'answered' && answer === null && <p>{words.erased}</p>}
      {answer !== null && (
        <div>
          <p className="text-sm text-soft">{words.answer}</p>
          <blockquote className="request-text">{answer}</blockquote>
        </div>
      )}
    </div>
  )
}
