/** The rows of the data map (rows.ts) about what is in no table. */
import { CONSENT, CONTRACT, INTEREST } from './bases.ts'
import type { DataMapRow } from './row.ts'

export const OUTSIDE_THE_DATABASE: readonly DataMapRow[] = [
  {
    what: "on the person's own device: the session; the secret of a known device, in a cookie that scripts cannot read",
    tables: [],
    elsewhere: "the browser's storage",
    why: "to stay signed in; so that strangers' wrong passwords do not count against it",
    howLong: 'until signed out; the secret stays',
    people: ['account holders'],
    basis: [CONTRACT, INTEREST],
  },
  {
    what: "on the donor's own device: a random secret, in the cookie `taimako_browser`; on the server only inside the hash of an Idempotency-Key",
    tables: [],
    elsewhere: "the browser's storage",
    why: 'so that a retry finds the same gift, and no other browser does',
    howLong: 'until the browser is closed',
    people: ['donors'],
    basis: [INTEREST],
  },
  {
    what: "on the donor's own device: the receipts of their gifts, each with code, amount, fund and time",
    tables: [],
    elsewhere: "the browser's storage; beyond the tab only if chosen after the gift",
    why: 'to find the receipt again',
    howLong: 'until the tab is closed; if kept on the device, until removed there, at most 50',
    people: ['donors'],
    basis: [CONSENT],
  },
  {
    what: "on the person's own device: a draft of a request with its files, never the password",
    tables: [],
    elsewhere:
      "the tab's own storage, its files sealed with a key that lies there; the device's only if chosen on the form, or while an address waits to be confirmed",
    why: 'to resume after a reload, as when the camera needs the memory, and after a lost connection',
    howLong:
      "until sent or cleared, the tab is closed, its person signs out there or leaves by 'Exit this page'; on the device, at most 24 hours after the last change, 7 days if chosen. The browser deletes it when the form or the person's page is next opened",
    people: ['people who ask for aid'],
    basis: [CONSENT],
  },
  {
    what: "on the device of staff: what they have typed about a request and not sent, encrypted with keys that the server gives to a session of the same account; the request's id and the time in clear",
    tables: [],
    elsewhere: "the browser's storage",
    why: 'so that a reload, or a session that ends, loses no text',
    howLong:
      'until sent or signed out; 12 hours, to the next full hour, after which no one can open it, or until the roles of its writer change',
    people: ['people who ask for aid', 'administrators'],
    basis: [INTEREST],
  },
  {
    what: 'logs: route, status, time, request id',
    tables: [],
    elsewhere: 'stdout',
    why: 'to run the service',
    howLong: 'as long as the operator chooses',
    people: ['visitors'],
    basis: [INTEREST],
  },
]
