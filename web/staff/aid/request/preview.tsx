/** Previews a text as the applicant would read it, on their page and in the mail. */
import { useState } from 'react'
import type { TemplateKind } from '../../../../contract/aid/reason-fields.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { composer as words } from '#words/aid/review-composer.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { PreviewedLetter, type PreviewedText } from './previewed-letter.tsx'

interface PreviewProps {
  id: string
  kind: TemplateKind
  text: string
  papers: readonly string[]
}

/** Another text needs another key: what was shown is of the text before. */
export function Preview({ id, kind, text, papers }: PreviewProps) {
  const { bearer } = useAdministration()
  const onProblem = useFailureToast(words.notPreviewed)
  const [shown, setShown] = useState<PreviewedText>()
  const show = () => {
    const body = { kind, text, papers: [...papers] }
    call('POST /api/admin/applications/:id/preview', { params: { id }, body, bearer }).then(setShown, onProblem)
  }
  if (!shown) {
    return (
      <Button look="quiet" className="button-small justify-self-start" onClick={show}>
        {words.preview}
      </Button>
    )
  }
  return <PreviewedLetter letter={shown} />
}
