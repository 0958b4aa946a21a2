/** Marks content that an organisation has not replaced yet (examples.ts). The doctor finds it by its attribute in the built pages. */
import { ui as words } from '#words/common/ui.ts'
import { examples } from './examples.ts'

export function ExampleMark({ of }: { of: keyof typeof examples }) {
  return (
    examples[of] && (
      <span className="badge badge-plain" data-example={of}>
        {words.example}
      </span>
    )
  )
}
