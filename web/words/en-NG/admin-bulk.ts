/** The words of one change of many requests: what it does, what it would change, and what applicants would read. */

const requests = (count: number) => (count === 1 ? '1 request' : `${count.toLocaleString('en-NG')} requests`)

export const bulkDialog = {
  titles: {
    assign: (count: number) => `Assign ${requests(count)}`,
    snooze: (count: number) => `Snooze ${requests(count)}`,
    papers: (count: number) => `Ask for the same papers in ${requests(count)}`,
    tag: (count: number) => `Tag ${requests(count)}`,
    read: (count: number) => `Mark the answers of ${requests(count)} as read`,
    close_duplicate: (count: number) => `Close ${requests(count)} as duplicate`,
    close_unanswered: (count: number) => `Close ${requests(count)} without an answer`,
  },
  leads: {
    tag: 'Staff only: the applicants never see tags.',
    read: 'They leave the view Answered.',
    close_duplicate:
      'This rejects what came after an earlier request of the same person, or of someone who may be the same. The first request stays. The letters wait 60 seconds for Undo.',
    close_unanswered:
      'This rejects a request whose applicant was asked for papers 30 days ago or longer, and has not answered. The letters wait 60 seconds for Undo.',
  },
  papersHint: 'Each applicant will read this with their own name in place of {first_name}.',
  attempt: 'Check what will change',
  outcome: (changed: number, refused: number) =>
    refused === 0
      ? `${requests(changed)} will change.`
      : `${requests(changed)} will change, ${refused.toLocaleString('en-NG')} will not.`,
  decided: 'It is decided already.',
  notClosable: {
    close_duplicate: 'There is no earlier request that it could repeat.',
    close_unanswered: 'It has not waited 30 days for papers from the applicant.',
  },
  reason: (count: number, sentence: string) => `${count.toLocaleString('en-NG')}: ${sentence}`,
  send: (count: number) => `Change ${requests(count)}`,
  close: (count: number) => `Close ${requests(count)}`,
  sending: 'One moment …',
  back: 'Back',
  cancel: 'Cancel',
  failed: 'The requests were not changed',
  notTried: 'Failed to check what would change',
  letters: 'What they will read',
  letterTo: 'The letter to',
  person: (name: string, caseNumber: string) => `${name} · ${caseNumber}`,
  letterFailed: 'Failed to show the letter',
}
