/**
 * What on this site is still an example. Pages mark it, and `npm run doctor` names it on a live instance. When you have replaced
 * something with your own, set it to false.
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
