/** Marks content that an organisation has not replaced yet. */
import { ui as words } from '#words/common/ui.ts'
import { site } from '../words/site.ts'
import type { ExamplePart } from '../../contract/platform/organisation.ts'

export function ExampleMark({ of }: { of: ExamplePart | 'impact' }) {
  return (
    // Each fund has its own lines, or examples.
    (of === 'impact' || site.examples[of]) && (
      <span className="badge badge-plain" data-example={of}>
        {words.example}
      </span>
    )
  )
}
