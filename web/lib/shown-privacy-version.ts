/** The version of the privacy notice that this document led to, or showed since. It is stored with what a form sends. */
import { site } from '../words/site.ts'

export const shownPrivacyVersion = () => site.texts.privacy?.version ?? site.privacy_version
