/** Marks content that an organisation has not replaced yet. */
import { ui as words } from '#words/common/ui.ts'
import { site } from '../words/site.ts'
import type { ExamplePart } from '../../contract/platform/organisation.ts'

export const ExampleMark = ({ of }: { of: ExamplePart }) => site.examples[of] && <ExampleBadge of={of} />

/** The mark alone, where more than the organisation decides whether an example is shown. */
export const ExampleBadge = ({ of }: { of: ExamplePart | 'impact' }) => (
  <span className="badge badge-plain" data-example={of}>
    {words.example}
  </span>
)
