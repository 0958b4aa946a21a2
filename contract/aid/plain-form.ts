/** The form for aid without script: a page that the server makes. */
export const PLAIN_PATH = '/aid/plain'
/** Complaints without script. */
export const COMPLAINT_PLAIN_PATH = '/complain/plain'
/** The most photos, and their bytes together: 3 MB. */
export const PLAIN_PHOTOS_MAX = 3
export const PLAIN_BYTES_MAX = 3 * 1024 * 1024
