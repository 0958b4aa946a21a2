/** /log: the public log, what it proves and what it does not. */
import { site } from '../../site.ts'
export const log = {
  metaTitle: 'The public log',
  metaDescription:
    'Each gift and payment has an entry in a public log. Anyone who keeps a checkpoint notices a changed entry. What the log proves, and how to check it.',
  title: 'The public log',
  lead: 'Each gift, award, payment and answer has an entry in a public log. If anyone changes one, even us, people who kept a checkpoint can prove it.',
  figures: 'The newest checkpoint',
  entries: 'Entries',
  signedAt: 'Newest checkpoint',
  none: 'None yet',
  unknown: '–',
  failed: 'The checkpoint could not be loaded',
  root: 'Its root',
  rootHint:
    'The root stands for all entries. If you write it down today, every later log must begin with what it stands for.',
  key: 'Its key',
  provesTitle: 'What it proves',
  proves: [
    'Nothing that you hold a checkpoint for was changed, removed or reordered.',
    'Your gift is in the log, and the payments that it is counted towards are too.',
  ],
  limitsTitle: 'What it does not prove',
  limits: [
    'That an entry was true when it was written.',
    'That a recipient exists, was in need, or was alone when confirming.',
    'That other visitors see the same log. People who keep checkpoints and compare them find that out.',
    'Anything against a page that lies: the script below checks without our pages.',
  ],
  privacyTitle: 'What it gives away',
  privacy:
    'An entry is a hash that tells nothing, not even what it is about. Your receipt opens the entries of your own gift, and no others. When a request for aid is erased, what opens the entries of its payments is deleted too.',
  donorTitle: 'Check your gift',
  donor:
    'Open your receipt and press the button there. Your browser does the arithmetic, and remembers the checkpoint for the next time.',
  openReceipt: 'Open a receipt',
  scriptTitle: 'Check the whole log',
  script:
    'The script needs only Node 24. It downloads every entry, computes the root again, and compares it with the signature and with the checkpoint that you kept.',
  command: (address: string) => `node verify-log.mjs --since kept.txt ${address}`,
  download: 'Download verify-log.mjs',
  witnessTitle: 'Keep an eye on it',
  witness:
    'Run the script from time to time with the same file, from any machine. It keeps the last checkpoint in the file, and complains if the log no longer begins with it. Publish the root that you saw: two people who were shown different logs can then prove it.',
  witnessCommand: `An organisation that runs ${site.name} can be a witness: this command keeps the last checkpoint that it saw, and signs a newer one only if that continues it. Send us the key that it prints.`,
  witnessLine: (address: string) => `npm run witness -- --name example.org/witness ${address}`,
  noWitnesses: 'The log has no witnesses yet.',
  witnesses: 'These witnesses check the log, each from another machine:',
  cosigned: (name: string, moment: string) => `${name} signed this checkpoint on ${moment}.`,
  sentTitle: 'New checkpoints are sent to:',
  sent: (address: string, moment: string) => `${address}: last taken on ${moment}.`,
  notSentYet: (address: string) => `${address}: none sent yet.`,
  notTaken: (address: string, since: string, why: string) => `${address}: not taken since ${since}. ${why}`,
  stoppedTitle: 'Signing of the public log has stopped',
  stopped: (since: string) => `Nothing has been signed since ${since}.`,
  stops: {
    restored:
      'The database was restored from an older backup and lacks entries that were signed. If you kept a checkpoint, keep it: it proves what the log had.',
    changed: 'Entries are not those that were signed. If you kept a checkpoint, keep it: it proves what the log had.',
    failing: 'Signing fails, and is tried again. New entries are not in a checkpoint yet.',
  },
  failures: {
    unreachable: 'It does not answer.',
    refused: 'It answers with an error.',
    unknown_log: 'It does not know this log or its key.',
    inconsistent: 'It saw another log than this one.',
    larger: 'It saw more entries than this log has.',
    unknown_witness: 'Its signature is not one that this log knows.',
  },
  witnessesFail: 'A witness does not sign the public log',
  sentAgain: 'Each is tried again, at the latest after an hour.',
  notCosigned: (name: string) => `${name} has not signed this checkpoint yet.`,
}
