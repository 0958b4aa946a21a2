/** The print of several cases: a sheet about each request, without papers and private notes. Recorded first. */
import { useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { BULK_PRINTS_MAX } from '../../../../contract/aid/queue-fields.ts'
import { call } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { applications } from '#words/aid/applications.ts'
import { printingCases as words } from '#words/aid/review-print.ts'
import { review } from '#words/aid/review.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { ApplicantFacts, Asked } from './case-facts.tsx'
import { usePrintOnce } from './print-once.ts'
import { PrintedBy } from './printed-by.tsx'
import { OtherApplications } from './related.tsx'
import { Timeline } from './timeline.tsx'

interface PrintCasesProps {
  ids: readonly string[]
  /** It was printed, or given up. */
  onDone: () => void
}

export function PrintCases({ ids, onDone }: PrintCasesProps) {
  const { bearer } = useAdministration()
  const onProblem = useFailureToast(words.failed)
  const [loaded, setLoaded] = useState<number>()
  const [cases, setCases] = useState<readonly ApplicationDetailsJson[]>()
  const prepare = async () => {
    const read: ApplicationDetailsJson[] = []
    try {
      for (const id of ids) {
        setLoaded(read.length)
        read.push(await call('GET /api/admin/applications/:id', { params: { id }, query: {}, bearer }))
      }
      await call('POST /api/admin/queue/prints', { body: { ids: [...ids] }, bearer })
      setCases(read)
    } catch (problem) {
      onProblem(problem)
    } finally {
      setLoaded(undefined)
    }
  }
  if (cases) return <Sheets cases={cases} onDone={onDone} />
  const isTooMany = ids.length > BULK_PRINTS_MAX
  return (
    <Dialog
      title={words.title(ids.length)}
      lead={isTooMany ? words.tooMany(BULK_PRINTS_MAX) : words.lead}
      onClose={onDone}
    >
      <div className="mt-5 flex flex-wrap gap-3">
        {!isTooMany && (
          <Button busy={loaded !== undefined} onClick={() => void prepare()}>
            {loaded === undefined ? words.print : words.preparing(loaded, ids.length)}
          </Button>
        )}
        <Button look="outline" onClick={onDone}>
          {words.cancel}
        </Button>
      </div>
    </Dialog>
  )
}

/** On paper only, each from a page of its own. */
function Sheets({ cases, onDone }: { cases: readonly ApplicationDetailsJson[]; onDone: () => void }) {
  usePrintOnce(
    async () => undefined,
    () => window.print(),
    onDone,
  )
  return (
    <div className="print-only case-sheets">
      {cases.map((details) => (
        <Sheet key={details.id} details={details} />
      ))}
    </div>
  )
}

function Sheet({ details }: { details: ApplicationDetailsJson }) {
  const { applicant, application_type: type, case_number: caseNumber, created_at: sent, status } = details
  return (
    <article className="case-sheet">
      <h2 className="text-xl">{review.requestOf(applications.types[type], applicant.full_name)}</h2>
      <p>
        {caseNumber} · {review.sentOn(formatDayAndTime(sent))} · {applications.statuses[status]}
      </p>
      <Asked details={details} />
      <Card title={review.profile}>
        <ApplicantFacts details={details} />
      </Card>
      <Timeline details={details} />
      <OtherApplications applications={details.other_applications} />
      <PrintedBy caseNumber={caseNumber} />
    </article>
  )
}
