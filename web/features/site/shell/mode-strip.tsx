/** Above every page of an instance without real money: the mode is in the document, and the style sheet shows its line. */
import { site } from '../../../words/site.ts'
import { shell as words } from '#words/common/shell.ts'

export function ModeStrip() {
  return (
    <aside className="mode-strip">
      <p data-for="sandbox">{words.sandbox}</p>
      <p data-for="test">{words.testMode}</p>
      {site.is_preview && (
        <p className="preview-line">
          {words.preview}{' '}
          <a href="/preview/end" className="link">
            {words.endPreview}
          </a>
        </p>
      )}
    </aside>
  )
}
