/** Marks what stays English on a page in another language, so that voices read it out as such. */
import { LANGUAGE } from '../../../contract/platform/languages.ts'
import { untranslated } from '../../words/translate.ts'

/** Marks what is there, and what comes. @returns ends it */
export function markEnglish(content: Element): () => void {
  const mark = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text: Node | null = root; text; text = texts.nextNode())
      if (text.nodeType === Node.TEXT_NODE && untranslated.has(text.nodeValue?.trim() ?? ''))
        text.parentElement?.setAttribute('lang', LANGUAGE)
  }
  mark(content)
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes)
      for (const node of type === 'characterData' ? [target] : addedNodes) mark(node)
  })
  observer.observe(content, { childList: true, subtree: true, characterData: true })
  return () => observer.disconnect()
}
