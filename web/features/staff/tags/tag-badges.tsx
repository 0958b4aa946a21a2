/** The tags of a request, as short labels. */
import { Badge } from '../../../ui/badge.tsx'

export function TagBadges({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <Badge key={tag} tone="plain">
      {`#${tag}`}
    </Badge>
  ))
}
