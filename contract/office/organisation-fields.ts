/** The steps of setting up an organisation, and what two people decide about it. Without schemas, for the pages. */

/** In the order in which a new organisation needs them. */
export const ORGANISATION_STEPS = [
  'names',
  'contact',
  'registered',
  'links',
  'look',
  'aid',
  'funds',
  'complaints',
  'texts',
  'letters',
] as const
export type OrganisationStep = (typeof ORGANISATION_STEPS)[number]

/** The uses of an uploaded picture. */
export const PICTURE_USES = ['logo', 'picture'] as const
export type PictureUse = (typeof PICTURE_USES)[number]

export const PICTURE_BYTES_MAX = 400_000
export const PUBLICATION_REASON_CHARACTERS_MAX = 300
