/** The configuration of this instance: fetched once per page load, for all callers. */
import { useEffect, useState } from 'react'
import { call, type CallReply } from './client.ts'

export type SiteConfig = CallReply<'GET /api/config'>

let loading: Promise<SiteConfig> | undefined

/** @throws as `call` does; the next caller then retries */
export function loadConfig(): Promise<SiteConfig> {
  loading ??= call('GET /api/config', {}).catch((problem: unknown) => {
    loading = undefined
    throw problem
  })
  return loading
}

/** Undefined until loaded, and if loading fails: callers have something to show meanwhile. */
export function useConfig(): SiteConfig | undefined {
  const [config, setConfig] = useState<SiteConfig>()
  useEffect(() => {
    let shown = true
    loadConfig().then((loaded) => shown && setConfig(loaded), console.warn)
    return () => {
      shown = false
    }
  }, [])
  return config
}
