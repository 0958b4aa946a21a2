/** The tags of a request, as short labels. */
import { Badge } from '../../../ui/badge.tsx'

interface TagBadgesProps {
  tags: readonly string[]
  /** A row of a list shows one of several, and how many more there are. */
  isShort?: boolean
}

export function TagBadges({ tags, isShort = false }: TagBadgesProps) {
  const [first, ...more] = tags.map((tag) => `#${tag}`)
  if (first === undefined) return null
  if (!isShort || more.length === 0) {
    return [first, ...more].map((tag) => (
      <Badge key={tag} tone="plain">
        {tag}
      </Badge>
    ))
  }
  return (
    <>
      <Badge tone="plain">{first}</Badge>
      <span title={more.join(', ')}>
        <span aria-hidden="true">
          <Badge tone="plain">{`+${more.length}`}</Badge>
        </span>
        <span className="sr-only">{more.join(', ')}</span>
      </span>
    </>
  )
}
