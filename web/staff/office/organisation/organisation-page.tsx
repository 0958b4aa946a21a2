/** The organisation's details: the steps of setting it up, the draft, publishing it, and what was published before. */
import { useState } from 'react'
import {
  ORGANISATION_STEPS,
  PICTURE_USES,
  type OrganisationStep,
} from '../../../../contract/office/organisation-fields.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { ListSkeleton } from '../../desk/parts/list-skeleton.tsx'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { useEndpoint, useRefresh } from '../../desk/queries.ts'
import { Changes } from './changes.tsx'
import { DraftCard } from './draft-card.tsx'
import { LanguagesCard } from './languages-card.tsx'
import { listOfKinds, sheetOfKind } from './own-kinds.ts'
import { PictureField } from './picture-field.tsx'
import { sheetOfStep, showField, STEPS, type OrganisationView, type Sheet } from './steps.ts'
import { TextItems, type TextsProps } from './text-items.tsx'
import { TextsCard } from './texts-card.tsx'
import { Versions } from './versions.tsx'

const Decision = onDemand(async () => (await import('../../desk/parts/decision.tsx')).Decision, {
  skeleton: <Skeleton className="mt-3 block h-48" />,
})
const SheetDialog = onDemand(async () => (await import('./sheet-dialog.tsx')).SheetDialog, { skeleton: null })

export function OrganisationPage() {
  const loaded = useEndpoint('GET /api/admin/organisation', {}, { onProblem: useFailureToast(words.failed) })
  const refresh = useRefresh()
  return (
    <div className="stack mt-4 max-w-3xl gap-4">
      <p className="text-soft">{words.lead}</p>
      <LoadedPart loaded={loaded} failed={words.failed} skeleton={<ListSkeleton />}>
        {(view) => (
          <Loaded
            view={view}
            onChanged={(changed) => {
              loaded.change(() => changed)
              if (changed.version?.version !== view.version?.version) refresh('GET /api/admin/organisation/versions')
            }}
            onDecided={loaded.reload}
          />
        )}
      </LoadedPart>
    </div>
  )
}

interface LoadedProps {
  view: OrganisationView
  /** @param view as the server answered: the next change begins from it */
  onChanged: (view: OrganisationView) => void
  onDecided: () => void
}

function Loaded({ view, onChanged, onDecided }: LoadedProps) {
  const [edited, edit] = useState<Sheet>()
  const { proposal, steps } = view
  const done = steps.filter(({ is_done }) => is_done)
  const inDraft = steps.filter(({ is_done, is_done_in_draft }) => is_done_in_draft && !is_done)
  const isIn = (some: typeof steps, step: OrganisationStep) => some.some(({ name }) => name === step)
  const status = (step: OrganisationStep) =>
    isIn(done, step)
      ? words.isDone
      : isIn(inDraft, step)
        ? words.isInDraft
        : step === 'complaints'
          ? words.missing
          : words.isOurs
  return (
    <>
      <p className="font-semibold">{words.done(done.length, steps.length, inDraft.length)}</p>
      {proposal && (
        <Card title={words.proposed}>
          <Decision decision={proposal} name={view.published.name} onChanged={onDecided}>
            <Changes changes={proposal.changes} />
          </Decision>
        </Card>
      )}
      <DraftCard view={view} onChanged={onChanged} />
      {ORGANISATION_STEPS.map((step) =>
        step === 'texts' ? (
          <TextsCard
            key={step}
            view={view}
            status={status(step)}
            onChanged={onChanged}
            onRefused={onDecided}
            onEdit={edit}
          />
        ) : (
          <StepCard
            key={step}
            step={step}
            status={status(step)}
            {...{ view, onChanged, onRefused: onDecided, onEdit: edit }}
          />
        ),
      )}
      <LanguagesCard languages={view.languages} />
      <Versions view={view} onChanged={onChanged} />
      {edited && (
        <SheetDialog sheet={edited} onSaved={onChanged} onRefused={onDecided} onClose={() => edit(undefined)} />
      )}
    </>
  )
}

interface StepCardProps extends TextsProps {
  step: Exclude<OrganisationStep, 'texts'>
  status: string
}

function StepCard({ step, status, ...props }: StepCardProps) {
  const { view } = props
  return (
    <Card title={words.steps[step].title}>
      <p className="mt-1 text-sm text-soft">{status}</p>
      <Facts>
        {STEPS[step].fields.map((path) => (
          <Fact key={path} name={words.fields[path].label} value={showField(view, path)} missing={words.missing} />
        ))}
      </Facts>
      {step === 'look' &&
        PICTURE_USES.map((use) => <PictureField key={use} {...{ use, view, onChanged: props.onChanged }} />)}
      <SmallButton
        className="mt-4"
        aria-label={words.editNamed(words.steps[step].title)}
        onClick={() => props.onEdit(sheetOfStep(step, view))}
      >
        {words.edit}
      </SmallButton>
      {step === 'aid' && (
        <TextItems list={listOfKinds(view)} heading="h3" sheetAt={(at) => sheetOfKind(view, at)} {...props} />
      )}
    </Card>
  )
}
