/** Opens a preview of the organisation's draft; `end` after it ends it. */
export const PREVIEW_PATH = '/preview/'
