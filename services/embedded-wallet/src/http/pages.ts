import { matchesOrigin, parseOrigin } from '@latchkey/plugin-email-auth/protocol'
import { readFile } from 'node:fs/promises'
import type { Context, Hono } from 'hono'
import type { Service } from '../service.js'
import { readSocialOrigin } from '../social/socialProviders.js'
import { type ChosenLanguage, chooseLanguage, directionOf, wordsOf } from '../words/languages.js'
import { say, type Sentence } from '../words/say.js'
import { textOf, translate } from '../words/translate.js'
import { readText } from './requests.js'

/** Nothing from elsewhere, no inline code, no sending of forms, and no page around it but the one that is named. */
const policy = (ancestor: string, connect = "'self'") =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestor}`,
    "require-trusted-types-for 'script'",
  ].join('; ')

interface Page {
  readonly title: Sentence
  readonly script: string
  readonly meta?: Readonly<Record<string, string>> | undefined
}

/** A page in a language. Its scripts read the translations from it. */
const write = ({ title, script, meta = {} }: Page, chosen: ChosenLanguage | undefined) => `<!doctype html>
<html lang="${chosen?.language ?? 'en'}" dir="${directionOf(chosen?.language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${Object.entries({ ...meta, ...(chosen ? { words: JSON.stringify(chosen) } : {}) })
  .map(([name, content]) => `<meta name="${name}" content="${escapeAttribute(content)}">`)
  .join('\n')}
<title>${escapeAttribute(textOf(translate(title, wordsOf(chosen))))}</title>
<link rel="stylesheet" href="/assets/frame.css">
<script type="module" src="/assets/${script}.js"></script>
</head>
<body${meta['app-origin'] === undefined ? ' data-page="alone"' : ''}></body>
</html>
`

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Built by scripts/bundleFrame.mjs, and published with the package. */
const assets: Readonly<Record<string, string>> = {
  'frame.js': 'text/javascript; charset=utf-8',
  'refused.js': 'text/javascript; charset=utf-8',
  'approveDevice.js': 'text/javascript; charset=utf-8',
  'passkeyWindow.js': 'text/javascript; charset=utf-8',
  'socialCallback.js': 'text/javascript; charset=utf-8',
  'socialStart.js': 'text/javascript; charset=utf-8',
  'frame.css': 'text/css; charset=utf-8',
}
const assetFolder = new URL('../../assets/', import.meta.url)

/** The pages that run in a browser: the frame, and those that a mail or a provider leads to. */
export function addPages(app: Hono, service: Service): void {
  const answer: AnswerPage = (context, page) => {
    const accepted = context.req.header('accept-language')
    const chosen = chooseLanguage(service.languages, { named: context.req.query('locale'), accepted })
    context.header('vary', 'accept-language')
    return context.html(write(page, chosen))
  }
  app.get('/frame', (context) => {
    // An origin in a browser's own form holds nothing that could end an attribute or a directive.
    const origin = parseOrigin(context.req.query('origin'))
    if (origin === undefined)
      return context.text('Name the origin of the app: /frame?origin=https://app.example.com', 400)
    const isAllowed = matchesOrigin(service.allowedOrigins, origin)
    context.header(
      'content-security-policy',
      policy(origin, isAllowed ? "'self' https: http://localhost:* http://127.0.0.1:*" : "'none'"),
    )
    const bundlers = JSON.stringify(service.bundlers)
    return answer(context, {
      title: say`Wallet`,
      script: isAllowed ? 'frame' : 'refused',
      meta: { 'app-origin': origin, bundlers },
    })
  })
  app.get('/approve-device', (context) => {
    context.header('content-security-policy', policy("'none'"))
    return answer(context, { title: say`Approve a new device`, script: 'approveDevice' })
  })
  // Opened by the frame where browsers make no passkeys in frames.
  app.get('/passkey', (context) => {
    context.header('content-security-policy', policy("'none'", "'none'"))
    return answer(context, { title: say`Make a passkey`, script: 'passkeyWindow' })
  })
  addSocialPages(app, service, answer)
  addAssets(app)
}

type AnswerPage = (context: Context, page: Page) => Response | Promise<Response>

/** The window of a login at a provider, before and after. */
function addSocialPages(app: Hono, service: Service, answer: AnswerPage): void {
  app.get('/social-callback', async (context) => {
    const app = await readSocialOrigin(service, context.req.query('state') ?? '')
    context.header('content-security-policy', policy("'none'", "'none'"))
    const meta = app && { 'app-origin': app.origin, ...(app.returnTo && { 'return-to': app.returnTo }) }
    return answer(context, { title: say`Logging in`, script: 'socialCallback', meta })
  })
  // Providers that answer with a form, as Apple does. What it holds is read where every other answer is.
  app.post('/social-callback', async (context) => {
    const form = new URLSearchParams(await readText(context))
    const query = new URLSearchParams()
    for (const name of ['code', 'state', 'error', 'iss']) {
      const value = form.get(name)
      if (value !== null) query.set(name, value)
    }
    return context.redirect(`/social-callback?${query}`, 303)
  })
  // Shown in the window of a login until the provider's address is known.
  app.get('/social-start', (context) => {
    context.header('content-security-policy', policy("'none'", "'none'"))
    return answer(context, { title: say`Logging in`, script: 'socialStart' })
  })
}

function addAssets(app: Hono): void {
  app.get('/assets/:name', async (context) => {
    const name = context.req.param('name')
    const type = Object.hasOwn(assets, name) ? assets[name] : undefined
    if (type === undefined) return context.notFound()
    const content = await readFile(new URL(name, assetFolder))
    context.header('content-type', type)
    context.header('cache-control', 'no-cache')
    return context.body(content)
  })
}
