/** Requests that the service worker sends once there is a connection, in a separate file so that pages load no schemas. */

/** How long a request lies on the device after Send was pressed, in days. */
export const SENDING_DAYS = 7

/** Begins the `Authorization` header of a worker, before its ticket. */
export const SENDING_SCHEME = 'Ticket '
