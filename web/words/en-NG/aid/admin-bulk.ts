/** The words of one change of many requests: what it does, what it would change, and what applicants would read. */
import { requests } from './admin-queue.ts'

export const bulkDialog = {
  titles: {
    assign: (count: number) => `Assign ${requests(count)}`,
    close_duplicate: (count: number) => `Close ${requests(count)} as duplicate`,
    close_unanswered: (count: number) => `Close ${requests(count)}: no answer in 30 days`,
  },
  leads: {
    close_duplicate:
      'This rejects requests that came after an earlier one from the same person, or from someone who may be the same person. The first request stays open. You can undo this for 60 seconds; the letters go out after that.',
    close_unanswered:
      'This rejects requests whose applicants were asked for papers 30 days ago or longer, and have not answered. You can undo this for 60 seconds; the letters go out after that.',
  },
  outcome: (changed: number, refused: number) =>
    refused === 0
      ? `${requests(changed)} will change.`
      : `${requests(changed)} will change, ${refused.toLocaleString('en-NG')} will not.`,
  decided: 'It is decided already.',
  notClosable: {
    close_duplicate: 'It does not repeat an earlier request.',
    close_unanswered: 'The applicant was asked for papers less than 30 days ago, or has written in that time.',
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
