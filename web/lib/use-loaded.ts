/** What a section shows: loaded when it opens, and again when it asks for that. What is on the screen stays there meanwhile. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureSentence } from '../api/failure-sentence.ts'

export type Loaded<Value> =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly sentence: string }
  | { readonly is: 'there'; readonly value: Value }

export function useLoaded<Value>(load: () => Promise<Value>): { view: Loaded<Value>; reload: () => void } {
  const [view, setView] = useState<Loaded<Value>>({ is: 'loading' })
  const rounds = useRef(0)
  const start = async () => {
    rounds.current += 1
    const round = rounds.current
    const next = await load().then(
      (value): Loaded<Value> => ({ is: 'there', value }),
      (problem: unknown): Loaded<Value> => {
        console.warn('A part of the account could not be loaded.', problem)
        return { is: 'failed', sentence: failureSentence(problem) }
      },
    )
    // A later question has been asked, or nobody looks any more.
    if (round === rounds.current) setView(next)
  }
  const begin = useEffectEvent(start)
  useEffect(() => {
    void begin()
    return () => {
      rounds.current += 1
    }
  }, [])
  const reload = () => {
    setView((shown) => (shown.is === 'there' ? shown : { is: 'loading' }))
    void start()
  }
  return { view, reload }
}
