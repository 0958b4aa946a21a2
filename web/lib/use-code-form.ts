/** A form with a code that can be refused as a whole: which of the typed values is wrong is never said. */
import { useState } from 'react'
import { ApiProblem } from '../api/client.ts'
import { problemSentence } from '../api/problem-sentence.ts'
import { useForm, type FormErrors, type Typed } from './use-form.ts'

interface CodeFormRules<Name extends string> {
  names: readonly Name[]
  check: (typed: Typed<Name>) => FormErrors<Name>
  /** Shown when the code is not accepted. */
  refused: string
  send: (typed: Typed<Name>) => Promise<FormErrors<Name> | undefined>
}

export function useCodeForm<Name extends string>({ names, check, refused, send }: CodeFormRules<Name>) {
  const [fault, setFault] = useState<string>()
  const form = useForm<Name>({
    names,
    check: (typed) => {
      setFault(undefined)
      return check(typed)
    },
    async send(typed) {
      try {
        return await send(typed)
      } catch (problem) {
        const isRefused = problem instanceof ApiProblem && problem.code === 'code_not_accepted'
        setFault(isRefused ? refused : problemSentence(problem))
        return undefined
      }
    },
  })
  return { ...form, fault }
}
