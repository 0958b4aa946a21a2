/** The rows of the data map (rows.ts) about what is in no table. */
import { BASES, type DataMapRow } from './row.ts'

const { consent, contract, interest } = BASES

export const OUTSIDE_THE_DATABASE: readonly DataMapRow[] = [
  {
    what: "on the person's own device: the session; the secret of a known device, in a cookie that scripts cannot read",
    tables: [],
    elsewhere: "the browser's storage",
    why: "to stay signed in; so that strangers' wrong passwords do not count against it",
    kept: 'until signed out; the secret stays',
    people: ['account holders'],
    basis: [contract, interest],
    recipients: [],
  },
  {
    what: "on the donor's own device: a random secret, in the cookie `taimako_browser`; on the server only inside the hash of an Idempotency-Key",
    tables: [],
    elsewhere: "the browser's storage",
    why: 'so that a retry finds the same gift, and no other browser does',
    kept: 'until the browser is closed',
    people: ['donors'],
    basis: [interest],
    recipients: [],
  },
  {
    what: 'on the device of everyone who sends something: how far the database had got when they last did, signed, in the cookie `taimako_position`; only where a standby is read',
    tables: [],
    elsewhere: "the browser's storage",
    why: 'so that they read what they wrote',
    kept: 'a minute',
    people: ['visitors', 'donors', 'account holders', 'people who ask for aid', 'administrators'],
    basis: [interest],
    recipients: [],
  },
  {
    what: "on the donor's own device: the receipts of their gifts, each with code, amount, fund and time",
    tables: [],
    elsewhere: "the browser's storage; beyond the tab only if chosen after the gift",
    why: 'to find the receipt again',
    kept: 'until the tab is closed; if kept on the device, until removed there, at most 50',
    people: ['donors'],
    basis: [consent],
    recipients: [],
  },
  {
    what: "on the person's own device: a draft of a request with its files, never the password",
    tables: [],
    elsewhere:
      "the tab's own storage, its files sealed with a key that lies there; the device's only if chosen on the form, or while an address waits to be confirmed",
    why: 'to resume after a reload, as when the camera needs the memory, and after a lost connection',
    kept: "until sent or cleared, the tab is closed, its person signs out there or leaves by 'Exit this page', or closes their account there; on the device, at most 24 hours after the last change, 7 days if chosen. The browser deletes it when the form or the person's page is next opened",
    people: ['people who ask for aid'],
    basis: [consent],
    recipients: [],
  },
  {
    what: "on the device of staff: what they have typed about a request and not sent, encrypted with keys that the server gives to a session of the same account; the request's id and the time in clear",
    tables: [],
    elsewhere: "the browser's storage",
    why: 'so that a reload, or a session that ends, loses no text',
    kept: 'until sent or signed out; 12 hours, to the next full hour, after which no one can open it, or until the roles of its writer change',
    people: ['people who ask for aid', 'administrators'],
    basis: [interest],
    recipients: [],
  },
  {
    what: 'logs: route, status, time, request id',
    tables: [],
    elsewhere: 'stdout',
    why: 'to run the service',
    kept: 'as long as the operator chooses',
    people: ['visitors'],
    basis: [interest],
    recipients: [],
  },
]
