/** The steps that load later: the papers, and the answers with the progress of sending. */
import { loadPart } from '../../lib/load-part.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { aid as words } from '#words/aid/aid.ts'
import type { FormStep } from './form-steps.ts'
import type { LaterStepsProps } from './later-steps.tsx'

export function LaterStep(props: LaterStepsProps & { step: FormStep }) {
  const loaded = useLoaded(() => loadPart(() => import('./later-steps.tsx')))
  const { step } = props
  return (
    <div hidden={step !== 'papers' && step !== 'check'}>
      <LoadedPart loaded={loaded} failed={words.stepNotLoaded} skeleton={<Skeleton className="block h-96" />}>
        {({ PapersStep, CheckStep }) => (
          <>
            {step === 'papers' && <PapersStep {...props} />}
            {step === 'check' && <CheckStep {...props} />}
          </>
        )}
      </LoadedPart>
    </div>
  )
}
