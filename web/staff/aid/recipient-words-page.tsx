/** Words of recipients about aid that arrived, for an administrator who had no part in it: read, and shown as a story or not. */
import type { WaitingWordsJson } from '../../../contract/office/recipient-words.ts'
import { TEXT_CHARACTERS_MAX } from '../../../contract/platform/text-fields.ts'
import { call } from '../../api/client.ts'
import { formatDay } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { staffWords as words } from '#words/aid/admin-words.ts'
import { ActButton } from '../desk/parts/act-button.tsx'
import { EndpointPart } from '../desk/parts/endpoint-part.tsx'
import { FormDialog } from '../desk/parts/form-dialog.tsx'
import { lineField, textField, unless } from '../desk/parts/form-fields.tsx'
import { Opener } from '../desk/parts/opener.tsx'
import { useRefresh } from '../desk/queries.ts'

export function RecipientWordsPage() {
  const refresh = useRefresh()
  const changed = () => refresh('GET /api/admin/recipient-words', 'GET /api/admin/inbox')
  return (
    <div className="grid max-w-3xl gap-4">
      <p className="text-soft">{words.lead}</p>
      <EndpointPart from="GET /api/admin/recipient-words" input={{}} failed={words.failed}>
        {({ items, others }) => (
          <>
            {items.length === 0 ? (
              <EmptyState icon="check" title={words.none} text={words.noneMore} />
            ) : (
              <ul aria-label={words.list} className="grid gap-4">
                {items.map((item) => (
                  <li key={item.id} className="card">
                    <Waiting item={item} onChanged={changed} />
                  </li>
                ))}
              </ul>
            )}
            {others > 0 && <p>{words.others(others)}</p>}
          </>
        )}
      </EndpointPart>
    </div>
  )
}

interface WaitingProps {
  item: WaitingWordsJson
  onChanged: () => void
}

function Waiting({ item, onChanged }: WaitingProps) {
  const { id, text, how, may_show: mayShow, came_back: cameBack } = item
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={mayShow ? 'good' : 'plain'}>{mayShow ? words.mayShow : words.mayNotShow}</Badge>
        {cameBack && <Badge tone="plain">{words.cameBack}</Badge>}
        <span className="text-sm text-soft">{words.said(formatDay(item.said_at), item.case_number)}</span>
      </p>
      <p className="request-text mt-2">{text}</p>
      {mayShow && how === 'assisted' && <p className="mt-2 font-semibold">{words.assisted}</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        {mayShow && (
          <Opener text={words.show}>{(close) => <Show item={item} onChanged={onChanged} onClose={close} />}</Opener>
        )}
        <ActButton
          text={words.read}
          act={(bearer) => call('POST /api/admin/recipient-words/:id/reading', { bearer, params: { id } })}
          says={{ done: words.wasRead, failed: words.notRead }}
          onEnd={onChanged}
        />
      </div>
    </>
  )
}

const { title, who, text: textMax } = TEXT_CHARACTERS_MAX.stories

function Show({ item: { id, text }, onChanged, onClose }: WaitingProps & { onClose: () => void }) {
  const missing = unless(words.missing)
  return (
    <FormDialog
      title={words.showTitle}
      lead={words.showLead}
      fields={[
        lineField('content.title', missing, { label: words.storyTitle, maxLength: title }),
        lineField('content.who', missing, { label: words.who, hint: words.whoHint, maxLength: who }),
        textField('content.text', missing, { label: words.text, rows: 6, maxLength: textMax, defaultValue: text }),
      ]}
      words={{ button: words.publish, done: words.published, failed: words.notPublished }}
      send={(typed, bearer) => {
        const read = (name: 'title' | 'who' | 'text') => typed(`content.${name}`)
        const content = { language: 'en' as const, title: read('title'), who: read('who'), text: read('text') }
        return call('POST /api/admin/recipient-words/:id/story', { bearer, params: { id }, body: { content } })
      }}
      onDone={onChanged}
      onRefused={onChanged}
      onClose={onClose}
    />
  )
}
