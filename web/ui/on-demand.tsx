/** A part of a page whose code loads when the part is first shown, or before. */
import type { ComponentType, ReactNode } from 'react'
import { loadPart } from '../lib/load-part.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { LoadedPart } from './loaded-part.tsx'

interface OnDemandOptions<Props> {
  /** As large as the part. One that takes what is typed meanwhile is made of the part's properties. */
  skeleton: ReactNode | ((props: Props) => ReactNode)
  /** Shown where the code does not come. */
  failed?: string
}

/** @returns the part, and `prepare`, which loads it ahead of the press that shows it */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { skeleton, failed }: OnDemandOptions<Props>,
) {
  let kept: { readonly Part: ComponentType<Props> } | undefined
  const fetch = async () => (kept ??= { Part: await loadPart(load) })
  function OnDemand(props: Props) {
    const loaded = useLoaded(fetch, { initial: kept })
    return (
      <LoadedPart
        loaded={loaded}
        {...(failed !== undefined && { failed })}
        skeleton={typeof skeleton === 'function' ? skeleton(props) : skeleton}
      >
        {({ Part }) => <Part {...props} />}
      </LoadedPart>
    )
  }
  const prepare = () => void fetch().catch((problem: unknown) => console.warn('Not loaded ahead.', problem))
  return Object.assign(OnDemand, { prepare })
}
