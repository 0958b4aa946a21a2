/** How the pages are built. `scripts/build.ts` runs it; `npm run dev` serves the same with hot reload. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { BROWSER_FLOOR } from './web/lib/browser-floor.ts'
import { LANGUAGE } from './contract/platform/languages.ts'

/** The folder of `#words/` in this build. Types, tests and editors use the base language, from package.json. */
const WORDS = join(import.meta.dirname, 'web/words', LANGUAGE)
if (!existsSync(WORDS))
  throw new Error(`contract/platform/languages.ts names the language ${LANGUAGE}, but ${WORDS} does not exist`)

const OURS = /\/(?:web|contract)\//
const FRAME = /\/web\/root\.tsx$/
const HOME = /\/web\/pages\/home\.tsx$/
const CONTACT = /\/web\/pages\/contact\.tsx$/
const DONATE = /\/web\/pages\/donate\.tsx$/
const PAYING = /\/web\/(?:api\/payments\/|lib\/payment-toasts)/
/** Typed amounts. The contact and sign-in pages share fields with other forms, but have no amounts. */
const AMOUNTS = /\/(?:contract\/platform\/typed-naira|web\/lib\/amount)\.ts$/
const PAPERS = /\/web\/features\/apply\/papers-form\.tsx$/
/** With the cache of their answers, and without what they load later: it would bring all schemas and the PDF viewer along. */
const STAFF =
  /\/(?:web\/(?:pages\/admin-screen|staff\/(?!desk\/check-replies|aid\/papers\/pdf-)|words\/[^/]+\/[^/]+\/(?:admin|audit|review|fund-names|staff-|month\.|calls))|node_modules\/@tanstack\/)/
/** What some staff pages share, by what they do. Each loads the parts that it shows. */
const STAFF_PARTS: readonly (readonly [name: string, test: RegExp])[] = [
  // Forms and names, for pages that need none of the larger parts below.
  [
    'staff-parts',
    /\/web\/(?:staff\/(?:desk\/(?:parts-nav|sum-naira|parts\/(?:reason-form|form-dialog|facts)|keys\/keys-ahead|lists\/period)|money\/fund-names)|lib\/id-in|words\/[^/]+\/(?:office\/role-names|money\/fund-names))\.tsx?$/,
  ],
  [
    'staff-requests',
    /\/(?:web\/(?:words\/[^/]+\/aid\/review|staff\/(?:desk\/lists\/queue-query|aid\/(?:tags\/tag-badges|applicants\/(?:mark-button|beneficiaries))))\.tsx?|contract\/platform\/admin-fields\.ts)$/,
  ],
  ['staff-lists', /\/web\/(?:staff\/desk\/(?:lists|keys|live|parts\/due)|words\/[^/]+\/aid\/admin-queue)/],
  [
    'staff-letters',
    /\/web\/(?:staff\/desk\/parts\/(?:take-back|channel|deliveries)|words\/[^/]+\/office\/case-messages)/,
  ],
  [
    'staff-acts',
    /\/web\/(?:staff\/desk\/parts\/(?:propose|decision|role-names)|words\/[^/]+\/(?:money\/admin-report|office\/decisions))/,
  ],
  ['staff-payouts', /\/web\/(?:staff\/aid\/payouts|words\/[^/]+\/aid\/admin-(?:payouts|payees|transfers))/],
]
/** The draft of a request and its steps. Pages that sign in keep other words of it, and never the draft. */
const AID_DRAFT =
  /\/web\/(?:features\/apply\/(?:draft|draft-storage|flow)|lib\/browser-database|words\/[^/]+\/aid\/number-picture)\.ts$/
/** The aid form, without the parts that other pages use: the draft and its steps. */
const AID =
  /\/(?:web\/(?:features\/apply\/(?!(?:draft|draft-storage|flow)\.ts)|words\/[^/]+\/[^/]+\/aid(?:-papers)?\.ts)|contract\/aid\/(?:registration-rules|application-fields)\.ts)/
/** The form's words and its largest amount, which entering a request has too. */
const AID_WORDS = /\/(?:web\/words\/[^/]+\/aid\/aid|contract\/aid\/application-fields)\.ts$/
/** Those of papers, which the form needs in its later steps. */
const PAPERS_WORDS = /\/web\/words\/[^/]+\/aid\/aid-papers\.ts$/
/** Choosing files: of applicants, and of staff who enter requests. */
const FILES = /\/web\/(?:ui\/file-chooser|lib\/(?:file-rules|prepare-file|shrink-picture))\.tsx?$/
/** Payments, as staff, recipients and /transparency see them. */
const PAYOUTS = /\/contract\/aid\/(?:payout|limits)-fields\.ts$/
/** The later steps of the form: the papers, the answers to check, and the progress of sending. */
const LATER_STEPS =
  /\/web\/(?:features\/apply\/(?:use-resume|documents-field|document-row|thumbnail|sending-status|hand-over|handed-over|request-bodies|earlier-documents)|words\/[^/]+\/[^/]+\/aid-papers)\.tsx?$/
/** Most users never need it, so pages load it when it is needed. */
const ON_DEMAND =
  /\/web\/(?:ui\/session\/(?:second-step|confirm-address|code-form|resend-button|code-error)|words\/[^/]+\/people\/confirm-address)\.tsx?$/
/** Of the two sign-in pages, and of the dialog above an administrator's page. */
const CREDENTIALS =
  /\/web\/(?:features\/sign-in\/(?:credentials-form|device-code)|ui\/session\/second-step-on-demand|words\/[^/]+\/people\/device-code)\.tsx?$/
/** The session and small parts of forms: for everyone with an account, and for staff, who need no more of the sign-in and account pages. */
const SESSION =
  /\/(?:web\/(?:ui\/(?:session\/use-confirmation|focused-title|badge)|api\/session\/(?:auth-client|bearer|follow-session)|lib\/use-focus-back)|contract\/record\/profile-fields)\.tsx?$/
/** Parts of pages for signed-in users, with their texts. The sign-in pages do not need them. */
const SIGNED_IN =
  /\/web\/(?:words\/[^/]+\/[^/]+\/(?:application-toasts|documents)|ui\/(?:session\/(?:require-session|kept-session)|letter-text|status-badge|table|download-button|empty-state)|api\/(?:download|session\/staff-drafts)|lib\/(?:use-act|open-document|save-file|days|format-date|file-size|quoted-mail))\.tsx?$/
/** What the pages of a wallet share. */
const WALLET =
  /\/(?:web\/(?:words\/[^/]+\/money\/wallet|ui\/transaction-badge|lib\/use-loaded-list)|contract\/money\/wallet-amounts)\.tsx?$/
/** Parts of the home page that other pages for reading share. Pages of accounts and staff need only the calls behind them. */
const SHOWN_AT_HOME =
  /\/web\/(?:ui\/figures|features\/(?:site\/story-card|give\/headline-figures)|words\/[^/]+\/site\/home)\.tsx?$/
/** Parts of public pages that are read, and never of those for signing in. */
const READING = /\/web\/ui\/(?:disclosure|text-section)\.tsx$/
/** Groups what applicants write about their requests: no page for signing in has such a field. */
const KEPT_TEXT = /\/web\/lib\/use-kept-text\.ts$/
/** /privacy, /terms and /refunds. */
const POLICIES =
  /\/(?:web\/(?:features\/site\/policy-page|words\/[^/]+\/site\/policies)\.tsx?|contract\/platform\/policy-names\.ts)$/
/** Pages of receipts. The donate page keeps receipts, and other forms know nothing of them. */
const RECEIPTS =
  /\/web\/(?:features\/give\/(?:kept-receipts|mail-receipt|receipt)|words\/[^/]+\/[^/]+\/(?:receipt|trail))/
/** Receipts that this device keeps. */
const KEPT_RECEIPTS = /\/web\/features\/give\/(?:kept-receipts\.ts|receipt-code-text\.tsx)$/
/** A forgotten password: asking for a code, and entering it. */
const RECOVERY = /\/web\/features\/sign-in\/(?:ask-recovery\.ts|recovery-code\.tsx)$/
/** Topping up, in the wallet and beside a gift that lacks money. */
const TOP_UPS = /\/web\/features\/wallet\/(?:top-up|use-top-ups)/
/** The home page and the donate page show them. */
const STORIES = /\/web\/(?:content\/stories\.ts|art\/story-)/
/** On nearly every page, but not used by the frame itself. */
const PAGE_PARTS =
  /\/web\/(?:api\/config\.ts|route\.ts|page-meta\.ts|words\/[^/]+\/[^/]+\/page-meta\.ts|ui\/(?:page-head|closing)\.tsx|words\/translate\.ts|lib\/language\.ts)$|\/(?:contract\/(?:aid\/plain-form|platform\/languages)|web\/content\/plain-form-link)\.tsx?$/
/** The public log. Pages for signing in never show it. */
const LOG =
  /\/(?:web\/(?:words\/[^/]+\/proof\/log\.ts|ui\/(?:sent-checkpoints|signing-stopped)\.tsx)|contract\/proof\/public-figures\.ts)$/
/** Parts that /aid shares with forms and dashboards, of which it is neither. */
const AID_START = /\/(?:web\/words\/(?:type-name|[^/]+\/aid\/application-names)|contract\/aid\/application-fields)\.ts$/
/** What staff know of requests beyond that, and those who ask for someone else. */
const HANDLING = /\/contract\/aid\/(?:handling-fields|offered-types)\.ts$/
/** Drafts of a tab, which signing in and out deletes. */
const DRAFTS = /\/web\/api\/(?:is-record|session\/(?:draft-keys|unfinished-registration))\.ts$/
/** Leaving in haste, and what else the pages of applicants share: staff never load it. */
const QUICK_EXIT =
  /\/web\/(?:features\/apply\/(?:quick-exit\.tsx|last-sent\.ts)|lib\/step-depth\.ts|words\/[^/]+\/site\/quick-exit\.ts)$/
/** The choice of a language, on the pages that exist in several. */
const LANGUAGES =
  /\/(?:web\/(?:features\/site\/(?:language-bar|translated-page|chosen-language|mark-english)\.tsx?|words\/[^/]+\/common\/languages\.ts)|contract\/platform\/language-notes\.ts)$/
/** What complaints may say, for three pages. */
const COMPLAINTS =
  /\/(?:words\/[^/]+\/aid\/(?:complaint-names|complain)\.ts|contract\/aid\/complaint-(?:fields|words)\.ts|web\/ui\/(?:complaint\/complaint-(?:fields|form)|slip-fields)\.tsx)$/
/** Parts that the chunk of the account pages leaves out. */
const NOT_OF_ACCOUNTS = [
  AID_DRAFT,
  AID,
  READING,
  KEPT_TEXT,
  FILES,
  PAYOUTS,
  ON_DEMAND,
  CREDENTIALS,
  STAFF,
  SIGNED_IN,
  POLICIES,
  RECEIPTS,
  STORIES,
  TOP_UPS,
  LOG,
  COMPLAINTS,
  AID_START,
  HANDLING,
  DRAFTS,
  QUICK_EXIT,
  LANGUAGES,
]

/** Fails the build when a part has no module, as after a move: its code would weigh on other pages. */
const everyPartHasModules: Plugin = {
  name: 'every-part-has-modules',
  buildEnd() {
    const ids = [...this.getModuleIds()]
    const parts = [...NOT_OF_ACCOUNTS, SESSION, WALLET, AID_WORDS, ...STAFF_PARTS.map(([, test]) => test)]
    const without = parts.filter((part) => !ids.some((id) => part.test(id)))
    if (without.length > 0) this.error(`No module matches ${without.join(', ')} of vite.config.ts.`)
  },
}

interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}

/** Whether a page, or the frame around all pages, imports a module statically. */
function isPartOf(page: RegExp, id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (page.test(id)) return true
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => !seen.has(importer) && isPartOf(page, importer, modules, seen))
}

const PAGE = /\/web\/pages\//
/** The pages of administrators share many parts with each other, and some with a single other page. */
const ADMINISTRATION = /\/web\/pages\/admin-(?!auth)/

/** A page may load parts of it on demand, which then have no page among their importers. */
const STAFF_FOLDER = /\/web\/staff\//

/** Whether all pages of administrators count as one, which makes too few pages for a part that others would load with it. */
function isMostlyForAdministrators(id: string, modules: Modules): boolean {
  const pages = [...importersOf(id, modules)].filter((importer) => PAGE.test(importer) || STAFF_FOLDER.test(importer))
  const others = pages.filter((page) => !ADMINISTRATION.test(page) && !STAFF_FOLDER.test(page))
  return others.length < pages.length && others.length < 2
}

const isOfGiving = (id: string, modules: Modules) =>
  isPartOf(DONATE, id, modules) && !AMOUNTS.test(id) && !PAYING.test(id) && !RECEIPTS.test(id) && !STORIES.test(id)

const FRAME_OF_STAFF = /\/web\/pages\/admin-shell\.tsx$/
/** A part in more staff pages than this is loaded with all of them. */
const FEW_STAFF_PAGES = 7

const staffPagesWith = (id: string, modules: Modules) =>
  [...importersOf(id, modules)].filter((importer) => ADMINISTRATION.test(importer))

function isOfMostStaffPages(id: string, modules: Modules): boolean {
  const pages = staffPagesWith(id, modules)
  return pages.length > FEW_STAFF_PAGES || pages.some((page) => FRAME_OF_STAFF.test(page))
}

/** Every module that imports this one statically, directly or through others. */
function importersOf(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  for (const importer of modules.getModuleInfo(id)?.importers ?? []) {
    if (found.has(importer)) continue
    found.add(importer)
    importersOf(importer, modules, found)
  }
  return found
}

/** Wouter imports a package that brings this hook to older Reacts. */
const REACT_HAS_IT = { find: 'use-sync-external-store/shim/index.js', replacement: 'react' }

export default defineConfig({
  publicDir: 'web/public',
  resolve: { alias: [{ find: /^#words/, replacement: WORDS }, REACT_HAS_IT] },
  plugins: [tailwindcss(), everyPartHasModules],
  build: {
    target: BROWSER_FLOOR,
    // The content security policy allows fonts only from our own origin, and inlined drawings would make the JavaScript larger.
    assetsInlineLimit: 0,
    modulePreload: {
      // Those that every page has loaded, and the file that is about to be imported, need no mention in the list of each page.
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'js'
          ? needed.filter((each) => each !== file && !/\/(?:react|shared|rolldown-runtime)-/.test(each))
          : needed,
    },
    // The PDF viewer is larger than everything else together. It loads with the first PDF that an administrator opens.
    chunkSizeWarningLimit: 600,
    // It compares with all pages: one that loads a part on demand gains, although another page contains it.
    rolldownOptions: {
      // Pages that show the switch in other languages alone name it in English too.
      treeshake: { moduleSideEffects: [{ test: LANGUAGES, sideEffects: false }] },
      checks: { ineffectiveDynamicImport: false },
      // Some packages are marked for servers that render on their own, which ours does not.
      onwarn: (warning, warn) => (warning.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : warn(warning)),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Without groups, each small shared module would be one more request, which is slow on a slow line.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /\/node_modules\/(?:react|react-dom|wouter|regexparam|scheduler)\/|preload-helper/,
                },
                // What every page loads; then what the home page shares with some pages.
                {
                  name: (id, modules) =>
                    !AID_START.test(id) && (PAGE_PARTS.test(id) || isPartOf(FRAME, id, modules)) ? 'shared' : null,
                  debugName: 'shared',
                  test: OURS,
                },
                {
                  name: (id, modules) =>
                    isPartOf(HOME, id, modules) && ![STORIES, SHOWN_AT_HOME, AID_START].some((part) => part.test(id))
                      ? 'home'
                      : null,
                  debugName: 'home',
                  test: OURS,
                  minShareCount: 2,
                },
                { name: 'figures', test: SHOWN_AT_HOME, minShareCount: 2 },
                { name: 'drafts', test: DRAFTS, minShareCount: 2 },
                { name: 'aid-start', test: AID_START, minShareCount: 2 },
                { name: 'handling', test: HANDLING, minShareCount: 2 },
                { name: 'quick-exit', test: QUICK_EXIT, minShareCount: 2 },
                ...['money', 'people', 'aid'].map((domain) => ({
                  name: `${domain}-toasts`,
                  test: new RegExp(`/words/[^/]+/${domain}/toasts\\.ts$`),
                })),
                // The contact and donate pages have forms too, but need nothing of accounts. The aid form and staff share fields with
                // the donate page, but not its payments.
                {
                  name: (id, modules) =>
                    isPartOf(CONTACT, id, modules) ||
                    (isOfGiving(id, modules) && staffPagesWith(id, modules).length > 1)
                      ? 'forms'
                      : isOfGiving(id, modules)
                        ? 'giving'
                        : null,
                  debugName: 'forms',
                  test: OURS,
                  minShareCount: 2,
                },
                { name: 'aid-draft', test: AID_DRAFT, minShareCount: 2 },
                { name: 'amounts', test: AMOUNTS, minShareCount: 2 },
                { name: 'paying', test: PAYING, minShareCount: 2 },
                {
                  name: (id, modules) =>
                    SESSION.test(id) ||
                    (isOfMostStaffPages(id, modules) &&
                      ![STAFF, SIGNED_IN, AID_START, DRAFTS].some((part) => part.test(id)))
                      ? 'session'
                      : null,
                  debugName: 'session',
                  test: OURS,
                  minShareCount: 3,
                },
                { name: 'wallet', test: WALLET, minShareCount: 2 },
                { name: 'signed-in', test: SIGNED_IN, minShareCount: 2 },
                {
                  name: (id, modules) =>
                    NOT_OF_ACCOUNTS.some((part) => part.test(id)) || isMostlyForAdministrators(id, modules)
                      ? null
                      : 'account',
                  debugName: 'account',
                  test: OURS,
                  minShareCount: 3,
                },
                { name: 'reading', test: READING, minShareCount: 2 },
                { name: 'credentials', test: CREDENTIALS, minShareCount: 2 },
                { name: 'aid-words', test: AID_WORDS },
                { name: 'aid-papers-words', test: PAPERS_WORDS },
                { name: 'files', test: FILES, minShareCount: 2 },
                { name: 'payouts', test: PAYOUTS, minShareCount: 2 },
                // What most staff pages load, then what some of them share.
                {
                  name: (id, modules) => (isOfMostStaffPages(id, modules) ? 'staff' : null),
                  debugName: 'staff',
                  test: STAFF,
                },
                ...STAFF_PARTS.map(([name, test]) => ({
                  name: (id: string, modules: Modules) => (staffPagesWith(id, modules).length > 1 ? name : null),
                  debugName: name,
                  test,
                })),
                // For applicants, and for those asked for papers.
                {
                  name: (id, modules) => (isPartOf(PAPERS, id, modules) && !LATER_STEPS.test(id) ? 'aid-form' : null),
                  debugName: 'aid-form',
                  test: AID,
                  minShareCount: 2,
                },
                { name: 'aid-papers', test: LATER_STEPS, minShareCount: 2 },
                // Last: a group takes along what its modules import.
                { name: 'complaints', test: COMPLAINTS, minShareCount: 2 },
                { name: 'log-parts', test: LOG, minShareCount: 2 },
                { name: 'kept-receipts', test: KEPT_RECEIPTS, minShareCount: 2 },
                { name: 'recovery', test: RECOVERY, minShareCount: 2 },
                { name: 'languages', test: LANGUAGES, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
})
