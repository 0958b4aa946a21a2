/** The fields of complaints that pages share with the server, in a separate file so that pages load no schemas. */
export const COMPLAINT_KINDS = ['money', 'goods', 'conduct', 'privacy', 'other'] as const
export type ComplaintKind = (typeof COMPLAINT_KINDS)[number]

/** `staff`: someone who works here. `focal`: the person who reads complaints about staff. */
export const COMPLAINT_ABOUT = ['none', 'staff', 'focal'] as const
export type ComplaintAbout = (typeof COMPLAINT_ABOUT)[number]

/** The views of the list that staff read: all, or those that hold payouts now. */
export const COMPLAINT_VIEWS = ['all', 'holds'] as const
export type ComplaintView = (typeof COMPLAINT_VIEWS)[number]

export const COMPLAINT_STATES = ['received', 'acknowledged', 'answered'] as const
export type ComplaintState = (typeof COMPLAINT_STATES)[number]

export const COMPLAINT_CHANNELS = ['page', 'call', 'counter'] as const
export type ComplaintChannel = (typeof COMPLAINT_CHANNELS)[number]

export const COMPLAINT_CHARACTERS_MAX = { text: 5000, contact: 254, answer: 2000, reason: 500 } as const

/** The code of a complaint, in groups that can be read out. */
export const inGroups = (code: string) =>
  code
    .toUpperCase()
    .match(/.{1,4}/g)
    ?.join(' ')

/** How long a complaint holds the payouts of its request; two people can double it, once. */
export const HOLD_DAYS = 5
