/** Follows the changes of requests for everything on a page of the administration. */
import { createContext, use, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { Bearer } from '../../../api/authorization.ts'
import { followFeed, type Told } from './feed-stream.ts'

type Listener = (told: Told) => void

const FeedContext = createContext<(listener: Listener) => () => void>(() => () => {})

export function Feed({ bearer, children }: { bearer: Bearer; children: ReactNode }) {
  const [follow] = useState(() => shareFeed(bearer))
  return <FeedContext value={follow}>{children}</FeedContext>
}

/** The stream stays open as long as something listens to it. */
function shareFeed(bearer: Bearer) {
  const listeners = new Set<Listener>()
  let stop: (() => void) | undefined
  return (listener: Listener) => {
    listeners.add(listener)
    stop ??= followFeed(bearer, (told) => {
      for (const each of listeners) each(told)
    })
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      stop?.()
      stop = undefined
    }
  }
}

export function useFeed(listener: Listener): void {
  const follow = use(FeedContext)
  const tell = useEffectEvent(listener)
  useEffect(() => follow((told) => tell(told)), [follow])
}

const CHANGES_APART_MILLISECONDS = 2000

/** For lists. @returns a number that grows with changes, at most every two seconds */
export function useFeedStamp(): number {
  const [stamp, setStamp] = useState(0)
  const [waiting, wait] = useState(false)
  useFeed(() => wait(true))
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => {
      wait(false)
      setStamp((known) => known + 1)
    }, CHANGES_APART_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [waiting])
  return stamp
}
