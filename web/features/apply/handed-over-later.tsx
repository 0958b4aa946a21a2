/** A request that the worker sends once there is a connection. Its code loads once the page is drawn, and nothing stands in its place. */
import { useEffect, useState, type ComponentType } from 'react'
import type { AidRequest } from './aid-request.ts'

interface Props {
  request?: AidRequest
}

export function HandedOverLater(props: Props) {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<Props> }>()
  useEffect(() => {
    void import('./handed-over.tsx').then(({ HandedOver }) => setLoaded({ Part: HandedOver })).catch(console.warn)
  }, [])
  return loaded && <loaded.Part {...props} />
}
