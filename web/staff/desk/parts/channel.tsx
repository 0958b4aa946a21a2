/** Chooses how a person is told of a message, where there is a choice, and shows the text message that they would get. */
import { useState, type ReactNode } from 'react'
import { REPLY_CHANNELS, type ReplyChannel } from '../../../../contract/office/admin-reports-fields.ts'
import type { ReachJson } from '../../../../contract/office/inbox.ts'
import { Choices } from '../../../ui/choices.tsx'
import { caseMessages as words } from '#words/office/case-messages.ts'
import type { ReasonFormProps } from './reason-form.tsx'

interface Channel {
  /** Undefined where the person cannot be reached in writing. */
  readonly channel: ReplyChannel | undefined
  /** The fields of the choice. */
  readonly choice: ReactNode
}

/** @param draft where the choice is kept, so that what was to go by text message does not go by email after a reload */
export function useChannel({ channels, sms }: ReachJson, draft: NonNullable<ReasonFormProps['draft']>): Channel {
  const [chosen, choose] = useState(draft.read)
  const offered = REPLY_CHANNELS.filter((each) => channels.includes(each))
  const channel = offered.find((each) => each === chosen) ?? offered[0]
  const choice = (
    <>
      {offered.length > 1 && (
        <Choices
          label={words.channel}
          options={offered.map((value) => ({ value, text: words.tellBy[value] }))}
          chosen={channel}
          error={undefined}
          onChoose={(value) => {
            choose(value)
            draft.keep(value)
          }}
        />
      )}
      {channel !== 'mail' && sms !== null && (
        <section aria-label={words.smsPreview} className="preview">
          <p className="text-sm text-soft">{words.smsPreview}</p>
          <p className="wrap-anywhere">{sms}</p>
        </section>
      )}
    </>
  )
  return { channel, choice }
}
