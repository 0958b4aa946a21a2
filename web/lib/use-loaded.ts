/**
 * The one way a part of a page loads its data: it is loading, failed or there. A reload keeps what is on the screen until the new
 * data arrives; leaving the page aborts the request.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sleep } from '../api/sleep.ts'

export type LoadedView<Value> =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly problem: unknown }
  | {
      readonly is: 'there'
      readonly value: Value
      /** Why the latest reload failed: the value may be out of date. */
      readonly problem?: unknown
    }

export interface Loaded<Value> {
  readonly view: LoadedView<Value>
  readonly reload: () => void
  /** Changes the value on the screen, such as after a successful update. */
  readonly change: (change: (value: Value) => Value) => void
}

export interface LoadOptions<Value> {
  /** Shown until the first answer. */
  initial?: Value | undefined
  /** Called with each failure, in addition to what the view shows. */
  onProblem?: ((problem: unknown) => void) | undefined
  /** How many milliseconds later to load again, such as while a payment is pending; undefined when this value is final. */
  repeatAfter?: (value: Value) => number | undefined
}

/** For other parameters, give the component that calls this another key. */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  options: LoadOptions<Value> = {},
): Loaded<Value> {
  const [view, setView] = useState<LoadedView<Value>>(() =>
    options.initial === undefined ? { is: 'loading' } : { is: 'there', value: options.initial },
  )
  const current = useRef<AbortController>(undefined)
  const run = () => {
    current.current?.abort()
    current.current = new AbortController()
    void loadAndRepeat(load, options, setView, current.current.signal)
  }
  const start = useEffectEvent(run)
  useEffect(() => {
    start()
    return () => current.current?.abort()
  }, [])
  return {
    view,
    reload: () => {
      setView((shown) => (shown.is === 'failed' ? { is: 'loading' } : shown))
      run()
    },
    change: (change) => setView((shown) => (shown.is === 'there' ? { ...shown, value: change(shown.value) } : shown)),
  }
}

async function loadAndRepeat<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  { onProblem, repeatAfter }: LoadOptions<Value>,
  show: (change: (shown: LoadedView<Value>) => LoadedView<Value>) => void,
  signal: AbortSignal,
): Promise<void> {
  let pause: number | undefined
  do {
    try {
      const value = await load(signal)
      if (signal.aborted) return
      show(() => ({ is: 'there', value }))
      pause = repeatAfter?.(value)
    } catch (problem) {
      if (signal.aborted) return
      console.warn('Loading failed.', problem)
      // A failed repeat takes nothing off the screen; the next one follows.
      if (pause === undefined) {
        show((shown) => (shown.is === 'there' ? { ...shown, problem } : { is: 'failed', problem }))
        onProblem?.(problem)
      }
    }
    if (pause !== undefined) await sleep(pause, signal)
  } while (pause !== undefined && !signal.aborted)
}
