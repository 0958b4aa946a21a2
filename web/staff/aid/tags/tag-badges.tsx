/** The tags of a request, as short labels. */
import { Badge } from '../../../ui/badge.tsx'

interface TagBadgesProps {
  tags: readonly string[]
  /** A row of a list shows one of several, and how many more there are. */
  isShort?: boolean
}

export function TagBadges({ tags, isShort = false }: TagBadgesProps) {
  const all = tags.map((tag) => `#${tag}`)
  const more = isShort ? all.splice(1) : []
  return (
    <>
      {all.map((tag) => (
        <Badge key={tag} tone="plain">
          {tag}
        </Badge>
      ))}
      {more.length > 0 && (
        <span title={more.join(', ')}>
          +{more.length}
          <span className="sr-only">: {more.join(', ')}</span>
        </span>
      )}
    </>
  )
}
