/** Row ids: UUID version 7, so that new rows sit together at the end of an index. */
import { v7 } from 'uuid'

export function newId(): string {
  return v7()
}
