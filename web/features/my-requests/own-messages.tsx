/** Messages of staff to the person about a request, their answers, and the answer that they write here. */
import { useId, useState, type FormEvent } from 'react'
import { REPLY_CHARACTERS_MAX } from '../../../contract/office/admin-reports-fields.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { createSender } from '../../api/send-once.ts'
import { useKeptText } from '../../lib/use-kept-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { ownMessages as words } from '#words/office/own-messages.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import type { OwnThread } from './load-applications.ts'

interface OwnMessagesProps {
  threads: readonly OwnThread[]
  bearer: Bearer
}

export function OwnMessages({ threads, bearer }: OwnMessagesProps) {
  return threads.map((thread) => <Thread key={thread.id} thread={thread} bearer={bearer} />)
}

function Thread({ thread, bearer }: { thread: OwnThread; bearer: Bearer }) {
  const id = useId()
  const [messages, setMessages] = useState(thread.messages)
  return (
    <section className="edge mt-7 border-gold" aria-labelledby={id}>
      <h4 id={id} className="text-lg font-semibold">
        {words.title}
      </h4>
      <ol>
        {messages.map(({ id: messageId, from, text, created_at: at }) => (
          <li key={messageId} className="inset mt-3">
            <p className="text-sm text-soft">{words.from[from](formatDayAndTime(at))}</p>
            <p className="request-text">{text}</p>
          </li>
        ))}
      </ol>
      <AnswerMessage
        threadId={thread.id}
        bearer={bearer}
        onSent={(message) => setMessages((known) => [...known.filter((each) => each.id !== message.id), message])}
      />
    </section>
  )
}

interface AnswerMessageProps {
  threadId: string
  bearer: Bearer
  onSent: (message: OwnThread['messages'][number]) => void
}

function AnswerMessage({ threadId, bearer, onSent }: AnswerMessageProps) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const field = useKeptText(`answer-${threadId}`)
  const [sendOnce] = useState(() =>
    createSender((body: { text: string }, idempotencyKey) =>
      call('POST /api/messages/:id/answers', { bearer, params: { id: threadId }, body, idempotencyKey }),
    ),
  )
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const written = text.trim()
    setFault(written === '' ? words.missing : undefined)
    if (busy || written === '') return
    setBusy(true)
    try {
      onSent(await sendOnce({ text: written }))
      setText('')
      setSent(true)
    } catch (problem) {
      console.warn(words.notSent, problem)
      setFault(`${words.notSent} ${problemSentence(problem)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="mt-4 grid gap-3">
      <TextArea
        ref={field}
        label={words.answer}
        hint={words.hint}
        value={text}
        readOnly={busy}
        error={fault}
        maxLength={REPLY_CHARACTERS_MAX}
        onChange={(event) => {
          setText(event.target.value)
          setFault(undefined)
          setSent(false)
        }}
      />
      <Button type="submit" look="outline" className="justify-self-start" busy={busy}>
        {busy ? words.sending : words.send}
      </Button>
      <output className="font-semibold empty:hidden">{isSent ? words.sent : ''}</output>
    </form>
  )
}
