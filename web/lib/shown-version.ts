/** The version of a text that this document led to, or showed since. It is stored with what a form sends. */
import { site } from '../words/site.ts'

export const shownVersion = (policy: 'privacy' | 'terms') => site.texts[policy]?.version ?? site[`${policy}_version`]
