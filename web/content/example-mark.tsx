/** Marks content that an organisation has not replaced yet. */
import { ui as words } from '#words/common/ui.ts'
import { site } from '../words/site.ts'
import type { ExamplePart } from '../../contract/platform/organisation.ts'

export function ExampleMark({ of }: { of: ExamplePart }) {
  return (
    site.examples[of] && (
      <span className="badge badge-plain" data-example={of}>
        {words.example}
      </span>
    )
  )
}
