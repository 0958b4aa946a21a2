/** The appeal about a request; or, of a refused one, the way to enter what its applicant said on the phone. */
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { Card } from '../../../ui/card.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { staffAppeal as words } from '#words/aid/staff-appeal.ts'
import { outsiderInWords } from '../../../words/site.ts'
import { May } from '../../desk/may.tsx'
import { Opener } from '../../desk/parts/opener.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'

/** Few requests are refused, and fewer of those appealed against on the phone. */
const EnterAppeal = onDemand(async () => (await import('./enter-appeal.tsx')).EnterAppeal, { skeleton: null })

export function AppealCard({ details, onChanged }: { details: ApplicationDetailsJson; onChanged: () => void }) {
  const { appeal, status, uncovered } = details
  if (appeal)
    return (
      <Card title={words.title}>
        <p className="mt-2 font-semibold">{words.states[appeal.state]}</p>
        <p className="text-sm text-soft">
          {words.came(formatDay(appeal.created_at), words.channels[appeal.channel])}
          {appeal.entered_by !== null && `, ${words.by(nameOfPerson(appeal.entered_by))}`}
        </p>
        <p className="request-text mt-2">{appeal.text ?? words.nothing}</p>
        {appeal.state === 'open' && (
          <p className="mt-2 text-sm text-soft">{uncovered.includes('decide') ? outsiderInWords(words) : words.lead}</p>
        )}
      </Card>
    )
  if (status !== 'rejected') return null
  return (
    <May duty="decide_requests">
      <div>
        <Opener text={words.enter}>
          {(close) => <EnterAppeal id={details.id} onDone={onChanged} onClose={close} />}
        </Opener>
      </div>
    </May>
  )
}
