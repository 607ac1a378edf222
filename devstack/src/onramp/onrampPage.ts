import { escapeText } from '../http/escapeText.js'

const layout = (title: string, body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
<style>body{font:16px/1.5 system-ui;max-width:24rem;margin:3rem auto;padding:0 1rem;color:#111;background:#fff}button{font:inherit;padding:.7rem 1rem;width:100%;margin:.3rem 0;border:1px solid #888;border-radius:.5rem;background:#eee;color:#111}button[value=pay]{background:#1a56db;border-color:#1a56db;color:#fff}dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem}dd{margin:0;text-align:end;overflow-wrap:anywhere}</style>
<h1>${escapeText(title)}</h1>
${body}
</html>
`

/** Where the person pays. No card is asked for: this money is no money. */
export function payPage(facts: Readonly<Record<string, string>>, query: URLSearchParams): string {
  const details = Object.entries(facts).map(
    ([name, value]) => `<dt>${escapeText(name)}</dt><dd>${escapeText(value)}</dd>`,
  )
  const hidden = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escapeText(name)}" value="${escapeText(value)}">`,
  )
  return layout(
    'Local provider',
    `<dl>${details.join('')}</dl>
<form method="post" action="/buy">${hidden.join('')}
<button name="action" value="pay">Pay</button>
<button name="action" value="decline">Pay with a card that is declined</button>
</form>
<p>A provider on this machine. Nothing is charged, and what you buy is worth nothing.</p>`,
  )
}

export const messagePage = (title: string, text: string): string =>
  layout(title, `<p>${escapeText(text)}</p>`)
