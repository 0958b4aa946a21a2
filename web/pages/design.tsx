/** /design, in development only: every part of web/ui in every state, beside the tokens that it is made of. */
import { ControlSamples } from '../features/design/control-samples.tsx'
import '../features/design/design.css'
import { Foundations } from '../features/design/foundations.tsx'
import { LayerSamples } from '../features/design/layer-samples.tsx'
import { ReadingSamples } from '../features/design/reading-samples.tsx'

export function meta() {
  return [{ title: 'The design language · Taimako' }, { name: 'robots', content: 'noindex' }]
}

export default function DesignPage() {
  return (
    <div className="wrap section">
      <h1 className="text-4xl">The design language</h1>
      <Foundations />
      <ControlSamples />
      <ReadingSamples />
      <LayerSamples />
    </div>
  )
}
