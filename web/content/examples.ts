/**
 * Parts of this site that are still examples. Pages mark them, and `npm run doctor` names them on a live instance. When you have
 * replaced something with your own, set it to false.
 */
export const examples = {
  /** The organisation in site.ts. */
  organisation: true,
  /** figures.ts, and aboutFigures in about.ts */
  figures: true,
  /** stories.ts */
  stories: true,
  /** impact.ts */
  impact: true,
}
