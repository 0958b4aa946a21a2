/** The composer for a page that is first read: it loads once the request is drawn, or with the first decision that is composed. */
import { useEffect, type ComponentProps } from 'react'
import { loadPart } from '../../../lib/load-part.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { KeysAhead } from '../../desk/keys/keys-ahead.tsx'
import type { Composer } from './composer.tsx'
import { isSavingData } from './saving-data.ts'

type Part = typeof import('./composer.tsx')

/** The first paper comes first. */
const AFTER_PAPERS_MILLISECONDS = 2000

let kept: Part | undefined

async function load(): Promise<Part> {
  kept ??= await loadPart(() => import('./composer.tsx'))
  return kept
}

/** Loads it before the first press. */
export function useComposerAhead(): void {
  useEffect(() => {
    if (isSavingData()) return undefined
    const ahead = () => void load().catch((problem: unknown) => console.warn('Not loaded ahead.', problem))
    const timer = setTimeout(ahead, AFTER_PAPERS_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [])
}

interface ComposerOnDemandProps extends Omit<ComponentProps<typeof Composer>, 'templates'> {
  /** Undefined while they load. */
  templates: ComponentProps<typeof Composer>['templates'] | undefined
}

/** Keys that choose and send are held until it is there. */
export function ComposerOnDemand({ templates, ...composer }: ComposerOnDemandProps) {
  const loaded = useLoaded(load, { initial: kept })
  const waiting = (
    <>
      <Skeleton className="block h-64" />
      <KeysAhead keys={/^([1-9]|Enter)$/} />
    </>
  )
  return (
    <LoadedPart loaded={loaded} skeleton={waiting}>
      {({ Composer }) => (templates ? <Composer {...composer} templates={templates} /> : waiting)}
    </LoadedPart>
  )
}
