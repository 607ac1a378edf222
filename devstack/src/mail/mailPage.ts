import { escapeText } from '../http/escapeText.js'
import type { Mail } from './startMail.js'

/** The mails as a page, newest first. Addresses of the web become links; everything else stays text. */
export function mailPage(mails: readonly Mail[]): string {
  const items = [...mails].reverse().map(
    ({ recipients, subject, text, receivedAt }) => `<article>
<h2>${escapeText(subject)}</h2>
<p>To ${escapeText(recipients.join(', '))}, <time>${new Date(receivedAt).toISOString()}</time></p>
<pre>${linked(text)}</pre>
</article>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="3">
<title>Mail</title>
<style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap}</style>
<h1>Mail</h1>
${items.join('\n') || '<p>No mail yet.</p>'}
</html>
`
}

const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeText(part)}">${escapeText(part)}</a>` : escapeText(part),
    )
    .join('')
