/** /design, in development only: every part of web/ui in every state, and the tokens. */
import { ControlSamples } from '../features/design/control-samples.tsx'
import '../features/design/design.css'
import { Foundations } from '../features/design/foundations.tsx'
import { LayerSamples } from '../features/design/layer-samples.tsx'
import { ReadingSamples } from '../features/design/reading-samples.tsx'
import { Button } from '../ui/button.tsx'
import { Closing } from '../ui/closing.tsx'
import { PageHead } from '../ui/page-head.tsx'

export function meta() {
  return [{ title: 'The design language · Taimako' }, { name: 'robots', content: 'noindex' }]
}

export default function DesignPage() {
  return (
    <>
      <PageHead
        title="The design language"
        lead="Every part in every state. This band is the page head; the one below closes a page."
      />
      <div className="wrap section">
        <Foundations />
        <ControlSamples />
        <ReadingSamples />
        <LayerSamples />
      </div>
      <Closing title="Closing" text="A question or a wish, and what to press.">
        <Button look="gold">Make a gift</Button>
      </Closing>
    </>
  )
}
