/** A search that found nothing, with the link that ends it. The link leaves with what it ends, and the focus goes to the page's title. */
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { Link } from '../../../lib/router.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { lists as words } from '#words/office/administration.ts'

/** @param props.to the list without the search */
export function NoMatch({ text, to }: { text: string; to: string }) {
  const link = useFocusOnRemoval<HTMLDivElement>()
  return (
    <EmptyState icon="question" title={words.noMatch} text={text}>
      <div ref={link}>
        <Link to={to} className="link-target" keepsScroll>
          {words.clear}
        </Link>
      </div>
    </EmptyState>
  )
}
