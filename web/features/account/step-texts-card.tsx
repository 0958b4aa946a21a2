/** Whether each step of a request comes by text message too. */
import { useState } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { showToast } from '../../lib/toast-store.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { account as words } from '#words/people/account.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'

/** For someone with a proven number and address: with a number alone, texts are the only way. */
export function StepTextsCard({ bearer }: { bearer: Bearer }) {
  const loaded = useLoaded(() => call('GET /api/account/step-texts', { bearer }))
  return (
    <Card title={words.stepTextsTitle} level={3}>
      <LoadedPart loaded={loaded} skeleton={<Skeleton className="mt-4 block h-12 w-full" />}>
        {({ phone_ending: ending, may_choose: mayChoose, wanted }) =>
          mayChoose ? (
            <Choose ending={ending ?? ''} wanted={wanted} bearer={bearer} />
          ) : (
            <p className="mt-3">{words.stepTextsAlways(ending ?? '')}</p>
          )
        }
      </LoadedPart>
    </Card>
  )
}

function Choose({ ending, wanted, bearer }: { ending: string; wanted: boolean; bearer: Bearer }) {
  const [chosen, setChosen] = useState(wanted)
  const [busy, setBusy] = useState(false)
  const choose = async (now: boolean) => {
    setBusy(true)
    try {
      setChosen((await call('PUT /api/account/step-texts', { body: { wanted: now }, bearer })).wanted)
      showToast({ kind: 'plain', title: now ? toasts.stepTextsOn : toasts.stepTextsOff })
    } catch (problem) {
      failWithToast(toasts.stepTextsNotSaved, problem)
    }
    setBusy(false)
  }
  return (
    <div className="mt-4">
      <Checkbox
        label={words.stepTexts(ending)}
        hint={words.stepTextsHint}
        checked={chosen}
        disabled={busy}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
    </div>
  )
}
