/** A receipt by its code, looked at again by itself while its payment is being checked. */
import { useEffect, useState } from 'react'
import { ApiProblem, call, type CallReply } from '../../api/client.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { sleep } from '../../api/sleep.ts'

export type Receipt = CallReply<'GET /api/receipts/:code'>

export type ReceiptView =
  | { readonly is: 'loading' }
  | { readonly is: 'not_found' }
  | { readonly is: 'failed'; readonly sentence: string }
  | { readonly is: 'there'; readonly receipt: Receipt }

const LOOK_AGAIN_MILLISECONDS = 5_000

export function useReceipt(code: string): ReceiptView {
  const [view, setView] = useState<ReceiptView>({ is: 'loading' })
  useEffect(() => {
    const leaving = new AbortController()
    void follow(code, leaving.signal, setView)
    return () => leaving.abort()
  }, [code])
  return view
}

async function follow(code: string, signal: AbortSignal, show: (view: ReceiptView) => void): Promise<void> {
  let shown = false
  while (!signal.aborted) {
    try {
      const receipt = await call('GET /api/receipts/:code', { params: { code }, signal })
      show({ is: 'there', receipt })
      shown = true
      if (receipt.status !== 'pending') return
    } catch (problem) {
      if (signal.aborted) return
      // A receipt that is already on the screen is not taken away because one look failed.
      if (!shown) return show(failure(problem))
    }
    await sleep(LOOK_AGAIN_MILLISECONDS, signal)
  }
}

function failure(problem: unknown): ReceiptView {
  // 400: the text in the address has not even the form of a code.
  const unknown = problem instanceof ApiProblem && (problem.status === 404 || problem.status === 400)
  return unknown ? { is: 'not_found' } : { is: 'failed', sentence: problemSentence(problem) }
}
