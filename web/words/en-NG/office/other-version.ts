/** Shown where a page cannot read what the server answers: one of them was updated since. */
export const otherVersion =
  'This page and our server are of two versions. Load the page again; what you did last may be done already.'
