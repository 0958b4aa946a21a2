/** The document around every page: head, header, footer; the administration brings its own frame. */
import { Component, useEffect, useRef, type ReactNode } from 'react'
import { MODE_PLACEHOLDER } from '../contract/platform/mode-placeholder.ts'
import { isRecord } from './api/is-record.ts'
import styles from './app.css?url'
import { LANGUAGE } from '../contract/platform/languages.ts'
import { site, SITE_ELEMENT, siteJson } from './words/site.ts'
import { HINT_SCRIPT } from './api/session/hint-script.ts'
import { SessionProvider } from './api/session/session-provider.tsx'
import type { History } from './lib/page-history.ts'
import { isTranslated, language } from './lib/language.ts'
import { EARLY_PRESS_SCRIPT } from './lib/early-press.ts'
import { startWorker } from './lib/service-worker.ts'
import { PageRouter, useLocation } from './lib/router.tsx'
import { titleOf, type PageMeta } from './page-meta.ts'
import type { LoadedPage } from './routes.ts'
import { markEnglish } from './features/site/mark-english.ts'
import { Footer } from './features/site/shell/footer.tsx'
import { Header } from './features/site/shell/header.tsx'
import latinFont from './fonts/bricolage-grotesque-latin.woff2'
import nairaFont from './fonts/bricolage-grotesque-naira.woff2'
import { Button } from './ui/button.tsx'
import { Toaster } from './ui/toaster.tsx'
import { shell as words } from '#words/common/shell.ts'

interface RootProps {
  history: History<LoadedPage>
  /** Called once React hears of presses. */
  ready: () => void
}

export function Root({ history, ready }: RootProps) {
  useEffect(startWorker, [])
  useEffect(ready, [ready])
  return <PageRouter history={history}>{(page) => <Document {...page} />}</PageRouter>
}

/** The language of the page shown. */
function usePageLanguage(): string {
  const isInLanguage = isTranslated(useLocation().pathname)
  return language && isInLanguage ? language.tag : LANGUAGE
}

const markWords = (part: HTMLElement | null) => (part ? markEnglish(part) : undefined)
/** Marks the parts around every page, which are in the language of the document, also where the page is not. */
const inLanguage = (part: ReactNode): ReactNode =>
  language ? (
    <div lang={language.tag} className="contents" ref={markWords}>
      {part}
    </div>
  ) : (
    part
  )

function Document({ params, page, frame, isStaff }: LoadedPage) {
  const { default: Page, meta } = page
  const Frame = frame?.default
  const content = (
    <CatchFault page={page}>
      <Shown>
        {Frame ? (
          <Frame>
            <Page />
          </Frame>
        ) : (
          <Page />
        )}
      </Shown>
    </CatchFault>
  )
  return (
    // The server and the script in the head have changed it before React runs.
    <html
      // oxlint-disable-next-line react/rules-of-hooks -- the build decides, once
      lang={import.meta.env.SSR || import.meta.env.TRANSLATED ? usePageLanguage() : LANGUAGE}
      data-mode={MODE_PLACEHOLDER}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        {/* oxlint-disable-next-line react/no-danger -- JSON that cannot end its element, and is not run */}
        <script
          id={SITE_ELEMENT}
          type="application/json"
          dangerouslySetInnerHTML={{ __html: siteJson(page.texts ?? []) }}
        />
        {import.meta.env.SSR && <WrittenOnce />}
        {/* The first paint waits for the content: half a page would move when its other half arrives. */}
        <link rel="expect" href="#content" blocking="render" />
        {/* The precedence makes React write it before everything else that the head loads. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        {site.theme !== null && (
          // oxlint-disable-next-line react/no-danger -- declarations that the server made, allowed by their hash
          <style dangerouslySetInnerHTML={{ __html: site.theme }} />
        )}
        {meta?.({ params }).map((each) => (
          <HeadElement key={Object.values(each).join(' ')} element={each} />
        ))}
      </head>
      <body>
        <a href="#content" className="skip-link">
          {words.skip}
        </a>
        {!isStaff && <ModeStrip />}
        <SessionProvider>{isStaff ? content : <Framed>{content}</Framed>}</SessionProvider>
      </body>
    </html>
  )
}

/** Elements that no page changes: a browser that goes on to another page finds them there. */
function WrittenOnce() {
  return (
    <>
      {/* oxlint-disable-next-line react/no-danger -- constants of ours, allowed by their hash */}
      <script dangerouslySetInnerHTML={{ __html: HINT_SCRIPT + EARLY_PRESS_SCRIPT }} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="theme-color" content="#fbf8f2" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0f1512" media="(prefers-color-scheme: dark)" />
      {[latinFont, nairaFont].map((font) => (
        <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  )
}

function HeadElement({ element }: { element: PageMeta }) {
  if ('title' in element) return <title>{titleOf(element.title)}</title>
  return 'rel' in element ? <link {...element} /> : <meta {...element} />
}

function Framed({ children }: { children: ReactNode }) {
  return (
    <>
      {import.meta.env.SSR || import.meta.env.TRANSLATED ? inLanguage(<Header />) : <Header />}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {import.meta.env.SSR || import.meta.env.TRANSLATED ? inLanguage(<Footer />) : <Footer />}
    </>
  )
}

function Shown({ children }: { children: ReactNode }) {
  const { pathname, state } = useLocation()
  const shown = useRef(pathname)
  // After navigation, keyboards and screen readers start at the content, as after a full load.
  useEffect(() => {
    // A tab changes only what is below it, and its arrow keys continue from where they are.
    const inTabs = document.activeElement?.closest('[role=tablist]') !== null
    const isSamePage = isRecord(state) && state.isSamePage === true
    const content = document.getElementById('content')
    // A title or a field that is there at once has taken the focus already.
    if (shown.current !== pathname && !inTabs && !isSamePage && !content?.contains(document.activeElement))
      content?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname, state])
  return (
    <>
      {children}
      <Toaster />
    </>
  )
}

/** Says that a page has failed, in its place. */
class CatchFault extends Component<{ page: unknown; children: ReactNode }, { page: unknown; hasFailed: boolean }> {
  override state = { page: this.props.page, hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ page }: { page: unknown }, shown: { page: unknown }) {
    return page === shown.page ? null : { page, hasFailed: false }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="wrap min-h-[60vh] py-16">
        <h1 className="text-3xl">{words.faultTitle}</h1>
        <p className="mt-4">{words.fault}</p>
        <Button className="mt-8" onClick={() => window.location.reload()}>
          {words.reload}
        </Button>
      </div>
    )
  }
}

/** Above every page of an instance without real money: the mode is in the document, and the style sheet shows its line. */
function ModeStrip() {
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
